/** Address of the dashboard without default values. */
export interface DashboardSearch {
  readonly range?: string;
  readonly client?: number | string;
  readonly department?: number | string;
  readonly cost_center?: number | string;
  readonly show?: 'count';
  readonly currency?: string;
}

const words = ['range', 'client', 'department', 'cost_center', 'show', 'currency'] as const;

/**
 * Passes the address of the dashboard through the router. Values are checked only by the dashboard
 * (`dashboardViewOf`), which loads later than the router.
 */
export function validDashboardSearch(search: Readonly<Record<string, unknown>>): DashboardSearch {
  return Object.fromEntries(words.filter((word) => word in search).map((word) => [word, search[word]]));
}
