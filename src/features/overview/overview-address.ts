import type { OverviewSearch } from './overview-search.ts';

/**
 * Passes the address of the overview through the router unchecked. Only the overview knows the valid values
 * (`validOverviewSearch`), and it loads later than the router.
 */
export function overviewAddress(search: Readonly<Record<string, unknown>>): OverviewSearch {
  return search;
}
