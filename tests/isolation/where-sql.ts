/** The SQL of a `document_bool_exp` as written by the compiler; only for the overview's filters. */
export function sqlOf(where: Readonly<Record<string, unknown>>, alias: string): string {
  const parts = Object.entries(where).map(([key, value]) => {
    if (key === '_and')
      return (value as readonly Record<string, unknown>[]).map((one) => sqlOf(one, alias)).join(' and ');
    if (key === '_or')
      return `(${(value as readonly Record<string, unknown>[]).map((one) => sqlOf(one, alias)).join(' or ')})`;
    const related = relations[key];
    if (related !== undefined) {
      const { table, on } = related;
      const row = `${alias}_${table}`;
      const is = `${row}.tenant_id = ${alias}.tenant_id and ${on(row, alias)}`;
      return `exists (select from ${table} ${row} where ${is} and ${sqlOf(value as Record<string, unknown>, row)})`;
    }
    return Object.entries(value as Record<string, unknown>)
      .map(([operator, operand]) => `${alias}.${key} ${comparison(operator, operand)}`)
      .join(' and ');
  });
  return `(${parts.join(' and ') || 'true'})`;
}

interface Relation {
  readonly table: string;
  /** Joins its row to that of the document or timeline. */
  readonly on: (row: string, parent: string) => string;
}

/** The relations of documents, and the entries of their timelines. */
const relations: Readonly<Record<string, Relation>> = {
  under_contract: { table: 'contract', on: (row, parent) => `${row}.id = ${parent}.under_contract_id` },
  invoice: { table: 'invoice', on: (row, parent) => `${row}.id = ${parent}.invoice_id` },
  timeline: { table: 'timeline', on: (row, parent) => `${row}.id = ${parent}.timeline_id` },
  timeline_entries: { table: 'timeline_entry', on: (row, parent) => `${row}.timeline_id = ${parent}.id` },
};

const symbols: Readonly<Record<string, string>> = {
  _eq: '=',
  _neq: '<>',
  _gt: '>',
  _gte: '>=',
  _lte: '<=',
  _lt: '<',
  _like: 'like',
};

function comparison(operator: string, operand: unknown): string {
  if (operator === '_is_null') return operand === true ? 'is null' : 'is not null';
  if (operator === '_contains') return `@> '{${(operand as readonly unknown[]).join(',')}}'`;
  if (operator !== '_in' && operator !== '_nin') return `${symbols[operator]} '${operand}'`;
  return `${operator === '_in' ? 'in' : 'not in'} (${(operand as readonly unknown[]).map((each) => `'${each}'`).join(', ')})`;
}
