/** Address of the page as given; the page itself validates it (`monthEndSearchOf`). */
export interface MonthEndAddress {
  readonly list?: string;
  readonly day?: string;
  readonly client?: number | string;
  readonly department?: number | string;
  readonly cost_center?: number | string;
  readonly from?: string;
  readonly product?: string;
  readonly row?: string | number;
}

const words = ['list', 'day', 'client', 'department', 'cost_center', 'from', 'product', 'row'] as const;

/** Passes the address through the router. */
export function validMonthEndAddress(search: Readonly<Record<string, unknown>>): MonthEndAddress {
  return Object.fromEntries(words.filter((word) => word in search).map((word) => [word, search[word]]));
}
