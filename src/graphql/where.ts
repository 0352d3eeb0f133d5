import { Refused, refuse } from '../base/refusal.ts';
import { type Column, columnOf, type Relation, relationOf, type Table } from './model.ts';
import { columnRef, identifier, joined, type Statement } from './sql.ts';

/** A filter as GraphQL coerced it: keys are those of the table's `bool_exp`. */
export type Where = Readonly<Record<string, unknown>>;

const comparisons: Readonly<Record<string, string>> = {
  _eq: '=',
  _neq: '<>',
  _gt: '>',
  _gte: '>=',
  _lt: '<',
  _lte: '<=',
  _like: 'like',
  _nlike: 'not like',
  _ilike: 'ilike',
  _nilike: 'not ilike',
  _similar: 'similar to',
  _nsimilar: 'not similar to',
  _regex: '~',
  _iregex: '~*',
  _nregex: '!~',
  _niregex: '!~*',
  _contains: '@>',
  _contained_in: '<@',
  _has_key: '?',
  _has_keys_all: '?&',
  _has_keys_any: '?|',
};

/** An SQL condition over the row of an alias, with the three-valued logic of SQL; `true` for an empty filter. */
export function condition(statement: Statement, table: Table, alias: string, where: Where): string {
  return all(Object.entries(where).map(([key, value]) => term(statement, table, alias, key, value)));
}

/** Joins conditions with `and`; an empty list is true. */
export function all(conditions: readonly string[]): string {
  const real = conditions.filter((sql) => sql !== 'true');
  if (real.length <= 1) return real[0] ?? 'true';
  return `(${real.join(' and ')})`;
}

function any(conditions: readonly string[]): string {
  if (conditions.length <= 1) return conditions[0] ?? 'false';
  return `(${conditions.join(' or ')})`;
}

function nullFor(type: string, field: string): Refused {
  return new Refused(refuse('unexpected_null_value_for_type', { field, values: { type } }));
}

function term(statement: Statement, table: Table, alias: string, key: string, value: unknown): string {
  if (value === null) throw nullFor(`${table.name}_bool_exp`, key);
  const each = (items: unknown): string[] =>
    (items as readonly Where[]).map((item) => condition(statement, table, alias, item));
  if (key === '_and') return all(each(value));
  if (key === '_or') return any(each(value));
  if (key === '_not') return `not ${condition(statement, table, alias, value as Where)}`;
  const column = columnOf(table, key);
  if (column) return all(comparisonTerms(statement, column, columnRef(alias, column.name), value as Where));
  const relation = relationOf(table, key);
  if (relation) return exists(statement, relation, alias, value as Where);
  const counted = relationOf(table, key.slice(0, -'_aggregate'.length));
  if (!counted) throw new Error(`${table.name}_bool_exp has no meaning for ${key}`);
  return countTerm(statement, counted, alias, value as { count?: CountFilter });
}

function exists(statement: Statement, relation: Relation, alias: string, where: Where): string {
  statement.lookInto();
  const other = statement.alias();
  const table = statement.table(relation.table);
  const filter = all([joined(alias, other, relation.pairs), condition(statement, table, other, where)]);
  return `exists (select 1 from ${identifier(table.name)} ${other} where ${filter})`;
}

interface CountFilter {
  readonly arguments?: readonly string[] | null;
  readonly distinct?: boolean | null;
  readonly filter?: Where | null;
  readonly predicate: Where;
}

const countColumn = { name: 'count', type: 'Int', sqlType: 'bigint', isArray: false } as const;

function countTerm(
  statement: Statement,
  relation: Relation,
  alias: string,
  where: { count?: CountFilter | null },
): string {
  const { count } = where;
  if (count === undefined) return 'true';
  if (count === null) throw nullFor(`${relation.table}_aggregate_bool_exp`, 'count');
  if (count.filter === null) throw nullFor(`${relation.table}_bool_exp`, 'filter');
  statement.lookInto();
  const other = statement.alias();
  const table = statement.table(relation.table);
  const filter = all([
    joined(alias, other, relation.pairs),
    count.filter ? condition(statement, table, other, count.filter) : 'true',
  ]);
  const counted = countExpression(other, count.arguments ?? [], count.distinct ?? false);
  const sql = `(select ${counted} from ${identifier(table.name)} ${other} where ${filter})`;
  return all(comparisonTerms(statement, countColumn, sql, count.predicate));
}

/** `count(columns, distinct)`: rows in which all columns have a value, or their distinct combinations. */
export function countExpression(alias: string, columns: readonly string[], distinct: boolean): string {
  const references = columns.map((column) => columnRef(alias, column));
  if (references.length === 0) return 'count(*)';
  if (references.length === 1) return `count(${distinct ? 'distinct ' : ''}${references[0]})`;
  const present = references.map((reference) => `${reference} is not null`).join(' and ');
  return `count(${distinct ? `distinct (${references.join(', ')})` : '*'}) filter (where ${present})`;
}

type Compared = Pick<Column, 'name' | 'type' | 'sqlType' | 'isArray'>;

function comparisonTerms(statement: Statement, column: Compared, sql: string, where: Where): string[] {
  return Object.entries(where).map(([operator, value]) => {
    if (value === null) throw nullFor(column.type, column.name);
    return comparison(statement, column, sql, operator, value);
  });
}

function comparison(
  statement: Statement,
  column: Compared,
  sql: string,
  operator: string,
  value: unknown,
): string {
  const { sqlType } = column;
  if (operator === '_is_null') return `${sql} is ${value === true ? '' : 'not '}null`;
  const isJson = column.type === 'jsonb' && !column.isArray;
  const written = (each: unknown): unknown => (isJson ? JSON.stringify(each) : each);
  const many = (): string => statement.parameter((value as readonly unknown[]).map(written), `${sqlType}[]`);
  if (operator === '_in') return `${sql} = any (${many()})`;
  if (operator === '_nin') return `${sql} <> all (${many()})`;
  if (operator === '_cast') return castTerms(statement, column, sql, value as CastFilter);
  const symbol = comparisons[operator];
  if (symbol === undefined) throw new Error(`unknown operator ${operator}`);
  if (operator === '_has_key') return `${sql} ? ${statement.parameter(value, 'text')}`;
  if (operator.startsWith('_has_keys')) return `${sql} ${symbol} ${statement.parameter(value, 'text[]')}`;
  if (isJson) return `${sql} ${symbol} ${statement.parameter(written(value), 'jsonb')}`;
  return `${sql} ${symbol} ${statement.parameter(value, sqlType)}`;
}

interface CastFilter {
  readonly String?: Where | null;
}

/** Compares a JSON value as text in PostgreSQL's notation. */
function castTerms(
  statement: Statement,
  { name }: Compared,
  sql: string,
  { String: where }: CastFilter,
): string {
  if (where === null) throw nullFor('String', name);
  const text = { name, type: 'String', sqlType: 'text', isArray: false } as const;
  return all(comparisonTerms(statement, text, `(${sql})::text`, where ?? {}));
}
