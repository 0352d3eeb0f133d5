import { columnOf, relationOf, type Table } from './model.ts';
import type { OrderDirection, ValueAggregate } from './schema-types.ts';
import { columnRef, identifier, joined, type Statement } from './sql.ts';

/** One `order_by` object as GraphQL coerced it. */
export type OrderBy = Readonly<Record<string, unknown>>;

export interface OrderTerm {
  readonly sql: string;
  readonly direction: OrderDirection;
  /** The column of the table itself, if the term is one. */
  readonly column?: string;
}

export interface Ordering {
  readonly terms: readonly OrderTerm[];
  /** Joins of parents used by terms; each adds at most one row. */
  readonly joins: readonly string[];
}

/** Resolves `order_by` over columns, object relations and aggregates of array relations. */
export function ordering(
  statement: Statement,
  table: Table,
  alias: string,
  orderBy: readonly OrderBy[],
): Ordering {
  const terms: OrderTerm[] = [];
  const joins: string[] = [];
  for (const entry of orderBy) collect(statement, table, alias, entry, true, terms, joins);
  return { terms, joins };
}

function collect(
  statement: Statement,
  table: Table,
  alias: string,
  entry: OrderBy,
  own: boolean,
  terms: OrderTerm[],
  joins: string[],
): void {
  for (const [key, value] of Object.entries(entry)) {
    if (value === null) continue;
    const column = columnOf(table, key);
    if (column) {
      const direction = value as OrderDirection;
      terms.push({ sql: columnRef(alias, key), direction, ...(own && { column: key }) });
      continue;
    }
    const relation = relationOf(table, key);
    if (relation) {
      statement.lookInto();
      const other = statement.alias();
      joins.push(
        `left join ${identifier(relation.table)} ${other} on ${joined(alias, other, relation.pairs)}`,
      );
      collect(statement, statement.table(relation.table), other, value as OrderBy, false, terms, joins);
      continue;
    }
    terms.push(...aggregateTerms(statement, table, alias, key, value as AggregateOrderBy));
  }
}

type AggregateOrderBy = Readonly<
  Record<string, OrderDirection | Readonly<Record<string, OrderDirection>> | null>
>;

function aggregateTerms(
  statement: Statement,
  table: Table,
  alias: string,
  key: string,
  orderBy: AggregateOrderBy,
): OrderTerm[] {
  const relation = relationOf(table, key.slice(0, -'_aggregate'.length));
  if (!relation) throw new Error(`${table.name}_order_by has no meaning for ${key}`);
  const term = (direction: OrderDirection, expression: (other: string) => string): OrderTerm => {
    statement.lookInto();
    const other = statement.alias();
    const from = `${identifier(relation.table)} ${other} where ${joined(alias, other, relation.pairs)}`;
    return { sql: `(select ${expression(other)} from ${from})`, direction };
  };
  return Object.entries(orderBy).flatMap(([aggregate, value]) => {
    if (value === null) return [];
    if (typeof value === 'string') return [term(value, () => 'count(*)')];
    return Object.entries(value)
      .filter(([, direction]) => direction !== null)
      .map(([column, direction]) =>
        term(direction, (other) => `${aggregate as ValueAggregate}(${columnRef(other, column)})`),
      );
  });
}

export function orderClause(terms: readonly OrderTerm[]): string {
  if (terms.length === 0) return '';
  return ` order by ${terms.map((term) => `${term.sql} ${term.direction.replace(/_nulls_/, ' nulls ')}`).join(', ')}`;
}
