import type { OverviewSearch } from './overview-search.ts';

/**
 * Takes the address of the overview for the router, which comes with the first page: what its words mean, and which of them
 * mean nothing, is known to the overview alone (`validOverviewSearch`).
 */
export function overviewAddress(search: Readonly<Record<string, unknown>>): OverviewSearch {
  return search;
}
