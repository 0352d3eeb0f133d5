import { type Day, isDay } from '../../base/day.ts';

/** Month-end lists (DASH-07), each as of a day. */
export const monthEndLists = [
  'received_not_invoiced',
  'invoiced_not_received',
  'commitments',
  'not_exported',
  'discounts',
  'throughput',
] as const;
export type MonthEndList = (typeof monthEndLists)[number];

export function isMonthEndList(value: unknown): value is MonthEndList {
  return monthEndLists.some((list) => list === value);
}

/** Address parameters of the page. */
export interface MonthEndSearch {
  readonly list?: MonthEndList;
  readonly day?: Day;
  readonly client?: number;
  readonly department?: number;
  readonly cost_center?: number;
}

const idOf = (value: unknown): number | null =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : null;

/** The valid part of an address. */
export function monthEndSearchOf(search: Readonly<Record<string, unknown>>): MonthEndSearch {
  const [client, department, costCenter] = [search.client, search.department, search.cost_center].map(idOf);
  return {
    ...(isMonthEndList(search.list) ? { list: search.list } : {}),
    ...(typeof search.day === 'string' && isDay(search.day) ? { day: search.day } : {}),
    ...(client ? { client } : {}),
    ...(department ? { department } : {}),
    ...(costCenter ? { cost_center: costCenter } : {}),
  };
}
