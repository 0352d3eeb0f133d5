/** The database as the compiler sees it; read from the catalogue, see server/catalog.ts. */

import type { ApiRole } from '../platform/context.ts';

const scalarNames = [
  'bigint',
  'Int',
  'numeric',
  'String',
  'Boolean',
  'date',
  'timestamptz',
  'jsonb',
  'uuid',
] as const;
export type ScalarName = (typeof scalarNames)[number];

export interface Column {
  readonly name: string;
  readonly type: ScalarName;
  /** The PostgreSQL type without modifiers, for casts of parameters: `bigint`, `text`, `numeric`. */
  readonly sqlType: string;
  readonly isArray: boolean;
  readonly nullable: boolean;
  /** Identity and generated columns: never written. */
  readonly generated: boolean;
  readonly hasDefault: boolean;
  /** The default as SQL in the catalogue; null without one. */
  readonly defaultSql: string | null;
  readonly audience: Audience;
}

/**
 * Who may read a column according to the grants of the readers: everyone, people with amounts (ROLE-07), people who
 * handle bank data, or administrators only (AUTH-31). Others get null.
 */
export type Audience = 'all' | 'price' | 'bank' | 'admin';

/** Whether the people of a schema belong to an audience. */
export function isAmong(audience: Audience, { kind, price, bank = false }: ApiRole): boolean {
  if (audience === 'all' || kind !== 'user') return audience !== 'price' || price;
  return audience === 'price' ? price : audience === 'bank' && bank;
}

export interface Relation {
  readonly name: string;
  readonly kind: 'object' | 'array';
  readonly table: string;
  /** Column pairs, this side first; includes `tenant_id` inside a tenant. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly nullable: boolean;
  /** This side's columns reference the other row, which therefore has to exist first. */
  readonly holdsKey: boolean;
}

/** The columns of a constraint, so that the refusal can name the field (ERR-07). */
export interface NamedConstraint {
  readonly name: string;
  readonly columns: readonly string[];
  /** Checked at the end of the transaction by default. */
  readonly isDeferred: boolean;
}

export interface UniqueConstraint {
  readonly name: string;
  readonly columns: readonly string[];
  /** Nulls are equal, as in a setting without a company. */
  readonly nullsEqual: boolean;
}

export interface Table {
  readonly name: string;
  /** Columns that readers may see, without `tenant_id`. */
  readonly columns: readonly Column[];
  /** Write-only columns (TECH-07); `has_...` tells whether there is a value. */
  readonly secrets: readonly Column[];
  /** Without `tenant_id`, which comes from the session (TECH-06). */
  readonly primaryKey: readonly string[];
  /** Usable in `on_conflict`: complete unique keys over plain columns, the primary key first. */
  readonly uniques: readonly UniqueConstraint[];
  /** Every unique, foreign and check constraint and unique index by name, without `tenant_id`. */
  readonly constraints: readonly NamedConstraint[];
  readonly relations: readonly Relation[];
  readonly hasTenant: boolean;
}

export interface Model {
  readonly tables: ReadonlyMap<string, Table>;
}

/** Shown for a stored secret; leaves it unchanged when sent back (TECH-07). */
export const secretMask = '********';

/** The column that tells whether there is a secret. */
export function secretMark(name: string): string {
  return `has_${name}`;
}

const secretNames = new WeakMap<Model, ReadonlySet<string>>();

/** The names of all secret columns. */
export function secretsOf(model: Model): ReadonlySet<string> {
  const known =
    secretNames.get(model) ??
    new Set([...model.tables.values()].flatMap(({ secrets }) => secrets.map(({ name }) => name)));
  secretNames.set(model, known);
  return known;
}

interface TableIndex {
  readonly columns: ReadonlyMap<string, Column>;
  readonly relations: ReadonlyMap<string, Relation>;
}

const indexes = new WeakMap<Table, TableIndex>();

function indexOf(table: Table): TableIndex {
  const known = indexes.get(table);
  if (known) return known;
  const index = {
    columns: new Map(table.columns.map((column) => [column.name, column])),
    relations: new Map(table.relations.map((relation) => [relation.name, relation])),
  };
  indexes.set(table, index);
  return index;
}

export function columnOf(table: Table, name: string): Column | undefined {
  return indexOf(table).columns.get(name);
}

/** A column by its name in a write, including secrets. */
export function writtenColumnOf(table: Table, name: string): Column | undefined {
  return columnOf(table, name) ?? table.secrets.find((secret) => secret.name === name);
}

export function relationOf(table: Table, name: string): Relation | undefined {
  return indexOf(table).relations.get(name);
}

/** The column pairs of a relation without the tenant, which is in all of them. */
export function linkPairs(relation: Relation): readonly (readonly [string, string])[] {
  return relation.pairs.filter(([mine]) => mine !== 'tenant_id');
}

/** The relations of a table's foreign keys. */
export function pointersOf(table: Table): readonly Relation[] {
  return table.relations.filter(({ holdsKey }) => holdsKey);
}

/** Whether a column references another row. */
export function isPointer(table: Table, column: string): boolean {
  return pointersOf(table).some((relation) => linkPairs(relation).some(([mine]) => mine === column));
}

/** The table with this name; a missing one is a bug in the schema, not in the request. */
export function tableOf(model: Model, name: string): Table {
  const table = model.tables.get(name);
  if (!table) throw new Error(`the model has no table ${name}`);
  return table;
}

/** The identity column, filled by the database (TECH-06), if it is the whole primary key. */
export function identityOf(table: Table): Column | undefined {
  const [name, ...others] = table.primaryKey;
  const column = name !== undefined && others.length === 0 ? columnOf(table, name) : undefined;
  return column?.generated ? column : undefined;
}
