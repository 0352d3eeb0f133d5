import { type Day, isDay } from '../../base/day.ts';

/** Month-end lists (DASH-07), each as of a day. */
export const monthEndLists = [
  'received_not_invoiced',
  'services_not_invoiced',
  'invoiced_not_received',
  'commitments',
  'renewals',
  'forecast',
  'forecast_documents',
  'not_exported',
  'discounts',
  'throughput',
  'changed_after_closing',
  'accruals_left_out',
  'budget_use',
  'supplier_spend',
  'supplier_invoices',
  'product_lines',
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
  /** The first day and the product of a list of lines. */
  readonly from?: Day;
  readonly product?: string;
  /** The row of another list whose documents are listed. */
  readonly row?: string;
}

const idOf = (value: unknown): number | null =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : null;

/** The valid part of an address. */
export function monthEndSearchOf(search: Readonly<Record<string, unknown>>): MonthEndSearch {
  // The router parses an array in the address.
  const product =
    typeof search.product === 'string' ? search.product : JSON.stringify(search.product ?? null);
  const [client, department, costCenter] = [search.client, search.department, search.cost_center].map(idOf);
  return {
    ...(isMonthEndList(search.list) ? { list: search.list } : {}),
    ...(typeof search.day === 'string' && isDay(search.day) ? { day: search.day } : {}),
    ...(client ? { client } : {}),
    ...(department ? { department } : {}),
    ...(costCenter ? { cost_center: costCenter } : {}),
    ...(typeof search.from === 'string' && isDay(search.from) ? { from: search.from } : {}),
    ...(isProductKey(product) ? { product } : {}),
    ...(isRowKey(String(search.row)) ? { row: String(search.row) } : {}),
  };
}

/** Whether a text names a row: its supplier, or its month and cost center (`2026-12/17`), with `none` for no record. */
export function isRowKey(text: string): boolean {
  return /^(\d{4}-\d{2}\/)?([1-9]\d{0,14}|none)$/.test(text);
}

/** Whether a text names a product: an array of its id, else of supplier and item number, and of the unit. */
export function isProductKey(text: string): boolean {
  const parts = partsOfKey(text);
  const [product, supplier, item, unit] = parts;
  const isId = (id: unknown): boolean => id === null || Number.isSafeInteger(id);
  return (
    isId(product) && isId(supplier) && (item === null || typeof item === 'string') && typeof unit === 'string'
  );
}

function partsOfKey(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
