import { Refused, refuse } from '../base/refusal.ts';
import type { Table } from './model.ts';
import { type OrderBy, type OrderTerm, orderClause, ordering } from './order.ts';
import { columnRef, identifier, type Statement } from './sql.ts';
import { all, condition, type Where } from './where.ts';

/** Row limit of a list without its own limit; more are refused, never cut silently (API-05). */
export const maxRows = 5000;

/** The arguments of a list field as GraphQL coerced them. */
export interface ListArguments {
  readonly distinct_on?: readonly string[] | null;
  readonly limit?: number | null;
  readonly offset?: number | null;
  readonly order_by?: readonly OrderBy[] | null;
  readonly where?: Where | null;
}

export interface SourceOptions {
  /** Further conditions over the alias of the table, such as the join with a parent row. */
  readonly filter?: ((alias: string) => string) | undefined;
  /** Whether the order of the rows matters for what is selected from them. */
  readonly ordered: boolean;
  /** Fetches one row more than `maxRows` without an own limit, to detect the excess. */
  readonly capped: boolean;
}

function count(value: number | null | undefined, field: string): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value < 0) throw new Refused(refuse('validation_failed', { field, values: { minimum: 0 } }));
  return value;
}

/**
 * A derived table with the wanted rows and columns: filtered, sorted and limited before nesting, so that relations
 * are looked up only for returned rows.
 */
export function source(
  statement: Statement,
  table: Table,
  columns: ReadonlySet<string>,
  args: ListArguments,
  options: SourceOptions,
): string {
  const alias = statement.alias();
  const limit = count(args.limit, 'limit');
  const offset = count(args.offset, 'offset');
  const distinct = args.distinct_on ?? [];
  const { terms, joins } = ordering(statement, table, alias, args.order_by ?? []);
  requireLeading(distinct, terms);
  const filter = all([
    // A parent row has few child rows anyway.
    options.filter ? options.filter(alias) : (statement.narrowed(table, alias) ?? 'true'),
    args.where ? condition(statement, table, alias, args.where) : 'true',
  ]);
  const isCut = limit !== undefined || offset !== undefined || distinct.length > 0;
  const isTotal = isCut && (terms.length > 0 || offset !== undefined);
  const order = isCut || options.ordered ? complete(table, alias, distinct, terms, isTotal) : [];
  const references = (names: Iterable<string>): string =>
    [...names].map((name) => columnRef(alias, name)).join(', ');
  return [
    '(select ',
    distinct.length > 0 ? `distinct on (${references(distinct)}) ` : '',
    columns.size > 0 ? references(columns) : '1',
    ` from ${identifier(table.name)} ${alias}`,
    ...joins.map((join) => ` ${join}`),
    filter === 'true' ? '' : ` where ${filter}`,
    orderClause(order),
    limitClause(statement, limit, options.capped),
    offset ? ` offset ${statement.parameter(offset, 'bigint')}` : '',
    ')',
  ].join('');
}

function limitClause(statement: Statement, limit: number | undefined, capped: boolean): string {
  if (limit !== undefined) return ` limit ${statement.parameter(limit, 'bigint')}`;
  return capped ? ` limit ${maxRows + 1}` : '';
}

/** `distinct on` needs its columns first in the order; otherwise it would return other rows than requested. */
function requireLeading(distinct: readonly string[], terms: readonly OrderTerm[]): void {
  const leading = terms.slice(0, distinct.length).map((term) => term.column);
  if (terms.length > 0 && !distinct.every((column) => leading.includes(column))) {
    throw new Refused(refuse('validation_failed', { field: 'distinct_on' }));
  }
}

/** Makes an order total, so that pages of a list never repeat or miss a row. */
function complete(
  table: Table,
  alias: string,
  distinct: readonly string[],
  terms: readonly OrderTerm[],
  total: boolean,
): readonly OrderTerm[] {
  const leading = terms.length > 0 ? [] : distinct;
  const given = new Set([...leading, ...terms.map((term) => term.column)]);
  const ties = total || distinct.length > 0 ? table.primaryKey.filter((column) => !given.has(column)) : [];
  const ascending = (column: string): OrderTerm => ({
    sql: columnRef(alias, column),
    direction: 'asc',
    column,
  });
  return [...leading.map(ascending), ...terms, ...ties.map(ascending)];
}

/** The values of a row's primary key, without `tenant_id`. */
export type RowKey = Readonly<Record<string, unknown>>;

/** A derived table with the rows of the given keys, in their order. */
export function keyedRows(
  statement: Statement,
  table: Table,
  columns: ReadonlySet<string>,
  keys: readonly RowKey[],
): string {
  const alias = statement.alias();
  const wanted = statement.alias();
  const key = table.columns.filter((column) => table.primaryKey.includes(column.name));
  const fields = key.map((column) => `${identifier(column.name)} ${column.sqlType}`).join(', ');
  const list = JSON.stringify(keys.map((values, place) => ({ ...values, $n: place })));
  const match = key.map(({ name }) => `${columnRef(alias, name)} = ${columnRef(wanted, name)}`).join(' and ');
  const select = columns.size === 0 ? '1' : [...columns].map((column) => columnRef(alias, column)).join(', ');
  return (
    `(select ${select} from json_to_recordset(${statement.parameter(list, 'json')}) as ${wanted} ("$n" int, ${fields})` +
    ` join ${identifier(table.name)} ${alias} on ${match} order by ${wanted}."$n")`
  );
}
