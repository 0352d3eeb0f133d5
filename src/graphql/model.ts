/** The neutral description of the database that the compiler works on; read from the catalogue, see server/catalog.ts. */

import type { ApiRole } from '../platform/context.ts';

export const scalarNames = [
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
  /** Identity and generated columns: never written by an insert or update. */
  readonly generated: boolean;
  readonly hasDefault: boolean;
  /** The default as the catalogue writes it; null without one. */
  readonly defaultSql: string | null;
  readonly audience: Audience;
}

/**
 * Who reads a column, as the grants of the readers say: everybody, who sees amounts (ROLE-07), who handles bank data, or
 * administrators alone (AUTH-31). All others find null.
 */
export type Audience = 'all' | 'price' | 'bank' | 'admin';

/** Whether the people of a schema read what an audience reads. */
export function isAmong(audience: Audience, { kind, price, bank = false }: ApiRole): boolean {
  if (audience === 'all' || kind !== 'user') return audience !== 'price' || price;
  return audience === 'price' ? price : audience === 'bank' && bank;
}

export interface Relation {
  readonly name: string;
  readonly kind: 'object' | 'array';
  readonly table: string;
  /** Column pairs, this side first; `tenant_id` is part of every pair list inside a tenant. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly nullable: boolean;
  /** This side's columns point to the other row, which therefore has to be there first. */
  readonly holdsKey: boolean;
}

/** What a violated constraint is about, so that its refusal can name the field (ERR-07). */
export interface NamedConstraint {
  readonly name: string;
  readonly columns: readonly string[];
  /** Looked at in the end of the transaction, where nobody asks before. */
  readonly isDeferred: boolean;
}

export interface UniqueConstraint {
  readonly name: string;
  readonly columns: readonly string[];
  /** No value equals no value, as in a setting of no company. */
  readonly nullsEqual: boolean;
}

export interface Table {
  readonly name: string;
  /** Columns a reader may see, without `tenant_id`. */
  readonly columns: readonly Column[];
  /** Columns that are written and never read (TECH-07); `has_...` beside each tells whether it holds something. */
  readonly secrets: readonly Column[];
  /** Without `tenant_id`, which comes from the session (TECH-06). */
  readonly primaryKey: readonly string[];
  /** Usable in `on_conflict`: whole unique keys over plain columns, the primary key first. */
  readonly uniques: readonly UniqueConstraint[];
  /** Every unique, foreign and check constraint and unique index by name, without `tenant_id`. */
  readonly constraints: readonly NamedConstraint[];
  readonly relations: readonly Relation[];
  readonly hasTenant: boolean;
}

export interface Model {
  readonly tables: ReadonlyMap<string, Table>;
}

/** What the API shows of a secret that is there, and what leaves it as it is when it comes back (TECH-07). */
export const secretMask = '********';

/** The column that tells whether a secret is there. */
export function secretMark(name: string): string {
  return `has_${name}`;
}

const secretNames = new WeakMap<Model, ReadonlySet<string>>();

/** The names of all columns that hold secrets. */
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

/** A column by the name under which a write may give its value: secrets are among them. */
export function writtenColumnOf(table: Table, name: string): Column | undefined {
  return columnOf(table, name) ?? table.secrets.find((secret) => secret.name === name);
}

export function relationOf(table: Table, name: string): Relation | undefined {
  return indexOf(table).relations.get(name);
}

/** The columns of this side that connect two rows, each with its counterpart; the tenant connects all of them. */
export function linkPairs(relation: Relation): readonly (readonly [string, string])[] {
  return relation.pairs.filter(([mine]) => mine !== 'tenant_id');
}

/** The relations along which the rows of a table point at others: its foreign keys. */
export function pointersOf(table: Table): readonly Relation[] {
  return table.relations.filter(({ holdsKey }) => holdsKey);
}

/** Whether a column holds the key of another row. */
export function isPointer(table: Table, column: string): boolean {
  return pointersOf(table).some((relation) => linkPairs(relation).some(([mine]) => mine === column));
}

/** The table of that name; its absence is a fault in the schema, not in a request. */
export function tableOf(model: Model, name: string): Table {
  const table = model.tables.get(name);
  if (!table) throw new Error(`the model has no table ${name}`);
  return table;
}

/** The single identity column that the database fills and nobody writes (TECH-06), if the key is one. */
export function identityOf(table: Table): Column | undefined {
  const [name, ...others] = table.primaryKey;
  const column = name !== undefined && others.length === 0 ? columnOf(table, name) : undefined;
  return column?.generated ? column : undefined;
}
