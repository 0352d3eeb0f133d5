import { createHash } from 'node:crypto';
import {
  type Catalogue,
  type CatalogueColumn,
  type CatalogueTable,
  pointingColumn,
  type Queryable,
  quoted,
  readCatalogue,
  tenantTables,
} from './catalogue.ts';
import { switchModulesOn } from './switched-modules.ts';
import { amount, declared, parentsApart, samples, shownBy, writtenByTriggers } from './tenant-samples.ts';

/** One stored row: values in PostgreSQL's text form; columns with their default are absent. */
export type Row = Readonly<Record<string, string | null>>;

/** Values for a new row; absent or undefined ones are generated. */
export type Values = Readonly<Record<string, string | null | undefined>>;

/** A tenant with marks in every row: `tag` in texts, `firstId` and above in identifying numbers. */
export interface Tenant {
  readonly id: string;
  readonly tag: string;
  readonly digits: string;
  readonly firstId: bigint;
}

export const tenantA: Tenant = { id: '1', tag: 'Anemone', digits: '111111111', firstId: 1_000_000n };
export const tenantB: Tenant = {
  id: '2000000000',
  tag: 'Basilisk',
  digits: '987654321',
  firstId: 2_000_000_000n,
};

/** Both tenants with at least one row in every tenant-owned table. */
export interface Fixture {
  readonly catalogue: Catalogue;
  readonly a: FilledTenant;
  readonly b: FilledTenant;
}

export interface FilledTenant extends Tenant {
  /** The only person; has every right, including that of an operator. */
  readonly person: string;
  row(table: string): Row;
  /** A valid, unwritten row with values for all columns. */
  draft(table: string): Promise<Row>;
  add(table: string, values?: Values): Promise<Row>;
}

/** Writes rows of one tenant based on the catalogue: values not given are generated so that the row is valid. */
export class RowFactory {
  readonly tenant: Tenant;
  readonly #catalogue: Catalogue;
  readonly #connection: Queryable;
  /** The newest row of each table, which later rows refer to. */
  readonly #newest = new Map<string, Row>();
  readonly #fittingCandidate = new Map<CatalogueColumn, number>();
  #count = 0;

  constructor(connection: Queryable, catalogue: Catalogue, tenant: Tenant) {
    this.#connection = connection;
    this.#catalogue = catalogue;
    this.tenant = tenant;
  }

  newest(table: string): Row {
    const row = this.#newest.get(table);
    if (!row) throw new Error(`${this.tenant.tag} has no row of ${table}`);
    return row;
  }

  /**
   * Adds a row. `sparse` omits optional columns; otherwise every column gets a value.
   * Throws with the name of the table and a hint when no valid row could be made.
   */
  async add(table: string, values: Values = {}, options: { sparse?: boolean } = {}): Promise<Row> {
    if (table in writtenByTriggers) return this.#rowBeside(table, values);
    const row = await this.draft(table, values, options);
    try {
      await this.#connection.query(insertStatement(table, row), Object.values(row));
    } catch (error) {
      throw new Error(
        `tests/support/tenants.ts cannot make a row of ${table}: ${String(error)}; give it a value in tenant-samples.ts`,
        { cause: error },
      );
    }
    this.#newest.set(table, row);
    return row;
  }

  /**
   * The existing row related to the values, else to the newest row of the first table; any row where it refers to
   * none.
   */
  async #rowBeside(table: string, values: Values): Promise<Row> {
    const beside = Object.entries(writtenByTriggers[table] ?? {});
    const [, column = ''] = beside.find(([, named]) => values[named]) ?? beside[0] ?? [];
    const id = column === '' ? null : (values[column] ?? this.newest(beside[0]?.[0] ?? '').id);
    const columns = this.#catalogue.get(table)?.columns.filter(({ isGenerated }) => !isGenerated) ?? [];
    const { rows } = await this.#connection.query<Row>(
      `select ${columns.map(({ name }) => `${quoted(name)}::text`).join(', ')} from ${quoted(table)}
       where tenant_id = $1${column === '' ? '' : ` and ${quoted(column)} = $2`}`,
      column === '' ? [this.tenant.id] : [this.tenant.id, id],
    );
    if (!rows[0]) throw new Error(`${this.tenant.tag} has no ${table} beside ${column} ${id}`);
    this.#newest.set(table, rows[0]);
    return rows[0];
  }

  /** Adds a row behind a view. The newest row of its table does not change. */
  async addBehind(view: CatalogueTable, table: string): Promise<Row> {
    const newest = this.newest(table);
    const row = await this.add(table, shownBy[view.name]);
    this.#newest.set(table, newest);
    const shown = Object.fromEntries(view.columns.map(({ name }) => [name, row[name] ?? null]));
    this.#newest.set(view.name, shown);
    return shown;
  }

  /** Adds a row with a parent of its own. The newest row of the parent's table does not change. */
  async addApart(table: string, { parent, column }: { readonly parent: string; readonly column: string }) {
    const newest = this.newest(parent);
    const own = await this.add(parent);
    await this.add(table, { [column]: own.id });
    this.#newest.set(parent, newest);
  }

  /** The row that `add` would add. */
  async draft(table: string, values: Values = {}, options: { sparse?: boolean } = {}): Promise<Row> {
    const description = this.#catalogue.get(table);
    if (!description) throw new Error(`there is no table ${table}`);
    this.#count += 1;
    return this.#compose(description, values, options.sparse ?? false);
  }

  async #compose(table: CatalogueTable, values: Values, sparse: boolean): Promise<Row> {
    const row: Record<string, string | null> = {};
    for (const column of table.columns.filter((candidate) => !candidate.isGenerated)) {
      const value = await this.#valueOf(table, column, values, sparse);
      if (value !== undefined) row[column.name] = value;
    }
    return row;
  }

  async #valueOf(
    table: CatalogueTable,
    column: CatalogueColumn,
    values: Values,
    sparse: boolean,
  ): Promise<string | null | undefined> {
    const given = values[column.name];
    if (given !== undefined) return given;
    if (column.name === 'tenant_id' || (table.name === 'tenant' && column.name === 'id'))
      return this.tenant.id;
    if (column.isIdentity) return String(this.tenant.firstId + BigInt(this.#count));
    if (sparse && (!column.notNull || column.hasDefault) && !table.primaryKey.includes(column.name))
      return undefined;
    const sample = samples[`${table.name}.${column.name}`];
    if (sample !== undefined) return sample;
    const choices = declared[`${table.name}.${column.name}`];
    if (choices) return choices[this.#count % choices.length];
    const reference = table.references.find((candidate) => pointingColumn(candidate)?.column === column.name);
    return reference
      ? (this.#newest.get(reference.parent)?.[pointingColumn(reference)?.parentColumn ?? ''] ?? null)
      : this.#fittingValue(table, column);
  }

  async #fittingValue(table: CatalogueTable, column: CatalogueColumn): Promise<string | undefined> {
    const { marked, plain } = candidatesFor(table, column, this.tenant, this.#count);
    const candidates = column.hasDefault ? marked : [...marked, ...plain];
    const known = this.#fittingCandidate.get(column);
    if (known !== undefined) return candidates[known];
    const place = await this.#firstFitting(table, column, candidates);
    if (place === undefined && !column.hasDefault) {
      throw new Error(
        `tests/support/tenants.ts knows no valid value for ${table.name}.${column.name} (${column.type}); add it to tenant-samples.ts`,
      );
    }
    this.#fittingCandidate.set(column, place ?? candidates.length);
    return place === undefined ? undefined : candidates[place];
  }

  async #firstFitting(
    table: CatalogueTable,
    column: CatalogueColumn,
    candidates: readonly string[],
  ): Promise<number | undefined> {
    if (column.checks.length === 0) return candidates.length > 0 ? 0 : undefined;
    const isFitting = column.checks.map((check) => `(${check}) is not false`).join(' and ');
    const { rows } = await this.#connection.query<{ place: number }>(
      `select place from (
         select value::${column.type} as ${quoted(column.name)}, place::int
         from unnest($1::text[]) with ordinality as candidate (value, place)) ${quoted(table.name)}
       where ${isFitting} order by place limit 1`,
      [candidates],
    );
    return rows[0] && rows[0].place - 1;
  }
}

/** Fills every tenant-owned table of two tenants, without knowledge of the tables. */
export async function fillTenants(connection: Queryable): Promise<Fixture> {
  const catalogue = await readCatalogue(connection);
  const a = await fillTenant(connection, catalogue, tenantA);
  const b = await fillTenant(connection, catalogue, tenantB);
  await switchModulesOn(connection);
  return { catalogue, a: filled(a), b: filled(b) };
}

/** Fills every table of one tenant; the factory adds further rows to it. */
export async function fillTenant(
  connection: Queryable,
  catalogue: Catalogue,
  tenant: Tenant,
): Promise<RowFactory> {
  const factory = new RowFactory(connection, catalogue, tenant);
  await factory.add('tenant');
  const filled = fillingOrder(catalogue);
  const isWritten = ({ name }: CatalogueTable): boolean => name in writtenByTriggers;
  const order = [...filled.filter((table) => !isWritten(table)), ...filled.filter(isWritten)];
  for (const { name } of order) {
    const apart = parentsApart[name];
    await (apart ? factory.addApart(name, apart) : factory.add(name));
  }
  for (const table of order) await pointBack(connection, factory, table);
  for (const view of tenantTables(catalogue)) {
    if (view.viewOf !== null) await factory.addBehind(view, view.viewOf);
  }
  return factory;
}

function filled(factory: RowFactory): FilledTenant {
  const person = factory.newest('lb_user').id ?? '';
  return {
    ...factory.tenant,
    person,
    row: (table) => factory.newest(table),
    draft: (table) => factory.draft(table),
    add: (table, values) => factory.add(table, values, { sparse: true }),
  };
}

/** Parents before children; in a cycle of references, first the table that may fill its reference later. */
function fillingOrder(catalogue: Catalogue): CatalogueTable[] {
  const waiting = new Set(tenantTables(catalogue).filter((table) => table.viewOf === null));
  const isFree = (table: CatalogueTable, counts: (column: string) => boolean) =>
    table.references.every(({ parent, columns }) => {
      const isWaitedFor = [...waiting].some((other) => other !== table && other.name === parent);
      return !isWaitedFor || !columns.some((column) => column !== 'tenant_id' && counts(column));
    });
  const order: CatalogueTable[] = [];
  while (waiting.size > 0) {
    const tables = [...waiting];
    const next =
      tables.find((table) => isFree(table, () => true)) ??
      // A table that no other table waits for does not break a cycle.
      tables.find(
        (table) =>
          tables.some((other) => other.references.some(({ parent }) => parent === table.name)) &&
          isFree(table, (name) => table.columns.some((c) => c.name === name && c.notNull)),
      );
    if (!next)
      throw new Error(`these tables require each other: ${tables.map((table) => table.name).join(', ')}`);
    waiting.delete(next);
    order.push(next);
  }
  return order;
}

/** Fills the references postponed until the other table had its row. */
async function pointBack(connection: Queryable, factory: RowFactory, table: CatalogueTable): Promise<void> {
  const row = factory.newest(table.name);
  for (const reference of table.references) {
    const pair = pointingColumn(reference);
    if (!pair || row[pair.column] !== null || `${table.name}.${pair.column}` in samples) continue;
    const target = factory.newest(reference.parent)[pair.parentColumn];
    const key = table.primaryKey.map((column, place) => `${quoted(column)} = $${place + 2}`).join(' and ');
    await connection.query(`update ${quoted(table.name)} set ${quoted(pair.column)} = $1 where ${key}`, [
      target,
      ...table.primaryKey.map((column) => row[column]),
    ]);
    Object.assign(row, { [pair.column]: target });
  }
}

/** `$1` and so on refer to the values of the row, in its order. */
export function insertStatement(table: string, row: Row): string {
  const columns = Object.keys(row);
  const places = columns.map((_, place) => `$${place + 1}`);
  return `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) overriding system value values (${places.join(', ')})`;
}

/**
 * Candidate values of a column: first those with the mark of the tenant, then any that may pass its checks, including
 * values named in the checks.
 */
function candidatesFor(
  table: CatalogueTable,
  column: CatalogueColumn,
  tenant: Tenant,
  count: number,
): { marked: string[]; plain: string[] } {
  const { tag, digits } = tenant;
  // The same length for every row, so that a value that fits once always fits.
  const place = String(count).padStart(5, '0');
  const mark = `${tag} ${table.name} ${column.name} ${place}`;
  const unique = `${tag}${place}`;
  const base = column.type.replace(/\(.*\)/, '');
  const named = column.checks.flatMap((check) =>
    [...check.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? ''),
  );
  switch (base) {
    case 'text':
      return {
        marked: [mark, unique, `${unique}@${tag}.test`, `https://${tag}.test/${unique}`],
        plain: [
          ...named,
          digits,
          digits.slice(0, 5),
          'EUR',
          'DE',
          'DE02120300000000202051',
          'BYLADEM1001',
          '01-01',
        ],
      };
    case 'text[]':
      return { marked: [`{${unique}}`], plain: ['{}'] };
    case 'jsonb':
      return { marked: [JSON.stringify({ mark }), JSON.stringify([{ lang: 'de', name: mark }])], plain: [] };
    case 'bytea':
      return { marked: [`\\x${Buffer.from(mark).toString('hex')}`], plain: [] };
    case 'uuid':
      return { marked: [uuidFrom(mark)], plain: [] };
    case 'bigint':
    case 'integer':
      return { marked: [], plain: [String(count), '7', '1'] };
    case 'bigint[]':
      return { marked: [], plain: [`{${tenant.firstId}}`] };
    case 'numeric':
      return { marked: [], plain: [/\((14,2|14,4|18,8)\)/.test(column.type) ? amount : '12.50', '1', '0'] };
    case 'boolean':
      return { marked: [], plain: ['false', 'true'] };
    case 'date':
      return { marked: [], plain: ['2026-03-31'] };
    case 'timestamp with time zone':
      return { marked: [], plain: ['2026-03-31T12:00:00Z'] };
    default:
      return { marked: [], plain: [] };
  }
}

/** In the form of version 4, as required by validators. */
function uuidFrom(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
