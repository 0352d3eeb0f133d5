/** The SQL of a `document_bool_exp` as written by the compiler; only for the overview's filters. */
export function sqlOf(where: Readonly<Record<string, unknown>>, alias: string): string {
  const parts = Object.entries(where).map(([key, value]) => {
    if (key === '_and')
      return (value as readonly Record<string, unknown>[]).map((one) => sqlOf(one, alias)).join(' and ');
    if (key === '_or')
      return `(${(value as readonly Record<string, unknown>[]).map((one) => sqlOf(one, alias)).join(' or ')})`;
    const related = relations[key];
    if (related !== undefined) {
      const is = `r.tenant_id = ${alias}.tenant_id and r.id = ${alias}.${key}_id`;
      return `exists (select from ${related} r where ${is} and ${sqlOf(value as Record<string, unknown>, 'r')})`;
    }
    return Object.entries(value as Record<string, unknown>)
      .map(([operator, operand]) => `${alias}.${key} ${comparison(operator, operand)}`)
      .join(' and ');
  });
  return `(${parts.join(' and ') || 'true'})`;
}

/** The tables of a document's references. */
const relations: Readonly<Record<string, string>> = { under_contract: 'contract', invoice: 'invoice' };

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
