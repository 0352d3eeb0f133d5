/** The dashboard in the address, without what is the default. */
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
 * Reads the address of the dashboard for the router, which comes with the first page: what the words mean, and which of them
 * mean nothing, is known to the dashboard alone (`dashboardViewOf`).
 */
export function validDashboardSearch(search: Readonly<Record<string, unknown>>): DashboardSearch {
  return Object.fromEntries(words.filter((word) => word in search).map((word) => [word, search[word]]));
}
