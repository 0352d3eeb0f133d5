/** The page in the address as it stands there; what of it means something is known to the page (`monthEndSearchOf`). */
export interface MonthEndAddress {
  readonly list?: string;
  readonly day?: string;
  readonly client?: number | string;
  readonly department?: number | string;
  readonly cost_center?: number | string;
}

const words = ['list', 'day', 'client', 'department', 'cost_center'] as const;

/** Reads the address for the router, which comes with the first page. */
export function validMonthEndAddress(search: Readonly<Record<string, unknown>>): MonthEndAddress {
  return Object.fromEntries(words.filter((word) => word in search).map((word) => [word, search[word]]));
}
