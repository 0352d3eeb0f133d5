import { isMonth } from '../../base/month.ts';

/** Address of the operator area: tenant, tab of its form, month of a list. */
export interface OperatorSearch {
  readonly id?: number;
  readonly tab?: string;
  /** `YYYY-MM`, by default the current month. */
  readonly month?: string;
  /** Tenants in a list, by default the active ones. */
  readonly status?: 'archived' | 'all';
}

/** Drops invalid values. */
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
