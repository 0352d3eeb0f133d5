/** The tables whose rows permission groups hide from whoever is in none of them (ROLE-13). */
const tables = ['client', 'department', 'cost_center', 'supplier', 'product_group'] as const;

/** How many rows of each table are in a group, which guards them whether or not it is active (ROLE-18). */
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

/** How many records stay limited to members of groups that nobody can see or change once their module is off. */
export function restrictedCount(answer: RestrictedAnswer): number {
  return tables.reduce((sum, table) => sum + answer[table].aggregate.count, 0);
}
