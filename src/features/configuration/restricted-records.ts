/** The tables whose rows permission groups hide from non-members (ROLE-13). */
const tables = ['client', 'department', 'cost_center', 'supplier', 'product_group'] as const;

/** Counts the rows of each table in any group; even an inactive group restricts them (ROLE-18). */
export const restrictedQuery = `query Restricted {
  ${tables
    .map(
      (table) =>
        `${table}: ${table}_aggregate(where: { permission_${table}s: { permission_id: { _gt: 0 } } }) { aggregate { count } }`,
    )
    .join('\n  ')}
}`;

export type RestrictedAnswer = Readonly<
  Record<(typeof tables)[number], { readonly aggregate: { readonly count: number } }>
>;

/** The number of records that stay restricted to groups that become invisible once their module is off. */
export function restrictedCount(answer: RestrictedAnswer): number {
  return tables.reduce((sum, table) => sum + answer[table].aggregate.count, 0);
}
