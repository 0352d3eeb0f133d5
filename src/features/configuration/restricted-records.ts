/** The tables whose rows permission groups hide from whoever is in none of them (ROLE-13). */
const tables = ['client', 'department', 'cost_center', 'supplier', 'product_group'] as const;

/** How many rows of each table are in an active group. */
export const restrictedQuery = `query Restricted {
  ${tables
    .map(
      (table) =>
        `${table}: ${table}_aggregate(where: { permission_${table}s: { permission: { active: { _eq: true } } } }) { aggregate { count } }`,
    )
    .join('\n  ')}
}`;

export type RestrictedAnswer = Readonly<
  Record<(typeof tables)[number], { readonly aggregate: { readonly count: number } }>
>;

/** How many records become visible to everybody once groups no longer restrict. */
export function restrictedCount(answer: RestrictedAnswer): number {
  return tables.reduce((sum, table) => sum + answer[table].aggregate.count, 0);
}
