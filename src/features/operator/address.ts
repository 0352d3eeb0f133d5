import { isMonth } from '../../base/month.ts';

/** What the addresses of the operator area say: the tenant, the tab of its form, the month of a list. */
export interface OperatorSearch {
  readonly id?: number;
  readonly tab?: string;
  /** `YYYY-MM`; without it the month of today. */
  readonly month?: string;
  /** Which tenants a list shows; without it those that are active. */
  readonly status?: 'archived' | 'all';
}

/** What has no meaning is left out. */
export function validOperatorSearch(search: Readonly<Record<string, unknown>>): OperatorSearch {
  const { tab, month, status } = search;
  const id = Number(search.id);
  return {
    ...(Number.isSafeInteger(id) && id > 0 ? { id } : {}),
    ...(typeof tab === 'string' ? { tab } : {}),
    ...(typeof month === 'string' && isMonth(month) ? { month } : {}),
    ...(status === 'archived' || status === 'all' ? { status } : {}),
  };
}
