import { Refused, refuse } from '../../../base/refusal.ts';
import { type Attributes, withoutSchema } from '../attributes.ts';
import type { Comparison, Filter, FilterValue } from '../filter.ts';

/** How an attribute is read in SQL. Exact texts are compared with case (RFC 7643, 2.2). */
export interface Column {
  readonly sql: string;
  readonly type: 'text' | 'exact' | 'boolean' | 'instant';
  /** The condition around the comparison, where the attribute has several values; `*` is its place. */
  readonly within?: string;
}

/** The columns of a kind of resource, by the paths of their attributes in lower case. */
export type Columns = Readonly<Record<string, Column>>;

export interface FilterSql {
  readonly attributes: Attributes;
  readonly columns: Columns;
  /** The values of the statement; the condition adds its own. */
  readonly values: unknown[];
}

/**
 * The condition of a filter, never null.
 *
 * @throws Refused `scim_filter` for an attribute that is not kept, or a comparison that it does not have
 */
export function conditionOf(filter: Filter, into: FilterSql, prefix = ''): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.of.map((one) => conditionOf(one, into, prefix)).join(` ${filter.kind} `)})`;
    case 'not':
      return `not ${conditionOf(filter.of, into, prefix)}`;
    case 'among':
      return conditionOf(filter.of, into, `${withoutSchema(into.attributes, filter.path).toLowerCase()}.`);
    case 'present':
      return placed(columnOf(into, prefix + filter.path), (sql) => `${sql} is not null`);
    case 'compare':
      return comparisonOf(columnOf(into, prefix + filter.path), filter, into.values);
  }
}

function columnOf({ attributes, columns }: FilterSql, path: string): Column {
  const column = columns[withoutSchema(attributes, path).toLowerCase()];
  if (column === undefined) throw wrong(path);
  return column;
}

function wrong(part: string): Refused {
  return new Refused(refuse('scim_filter', { values: { part } }));
}

function placed({ sql, within }: Column, condition: (sql: string) => string): string {
  const inner = `coalesce(${condition(sql)}, false)`;
  return within === undefined ? inner : within.replace('*', () => inner);
}

const signs: Partial<Record<Comparison, string>> = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' };

function comparisonOf(
  column: Column,
  { comparison, value }: { readonly comparison: Comparison; readonly value: FilterValue },
  values: unknown[],
): string {
  if (comparison === 'ne') return `not ${comparisonOf(column, { comparison: 'eq', value }, values)}`;
  if (value === null) {
    if (comparison !== 'eq') throw wrong('null');
    return `not ${placed(column, (sql) => `${sql} is not null`)}`;
  }
  const { type } = column;
  const given = valueFor(type, value);
  values.push(given);
  const place = `$${values.length}`;
  const sign = signs[comparison];
  if (type === 'boolean') {
    if (comparison !== 'eq') throw wrong(comparison);
    return placed(column, (sql) => `${sql} = ${place}::boolean`);
  }
  if (type === 'instant') {
    if (sign === undefined) throw wrong(comparison);
    return placed(column, (sql) => `${sql} ${sign} ${place}::timestamptz`);
  }
  const fold = (sql: string): string => (type === 'exact' ? sql : `lower(${sql})`);
  const wanted = fold(`${place}::text`);
  return placed(column, (sql) => {
    if (sign !== undefined) return `${fold(sql)} collate "C" ${sign} ${wanted}`;
    if (comparison === 'co') return `strpos(${fold(sql)}, ${wanted}) > 0`;
    if (comparison === 'sw') return `starts_with(${fold(sql)}, ${wanted})`;
    return `right(${fold(sql)}, length(${place}::text)) = ${wanted}`;
  });
}

function valueFor(type: Column['type'], value: Exclude<FilterValue, null>): string | boolean {
  if (type === 'boolean') {
    const text = String(value).toLowerCase();
    if (text !== 'true' && text !== 'false') throw wrong(String(value));
    return text === 'true';
  }
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) throw wrong(String(value));
  if (type === 'instant' && Number.isNaN(Date.parse(value))) throw wrong(value);
  return value;
}
