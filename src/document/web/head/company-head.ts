import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { CompanyReference, Reference } from '../draft/reference.ts';

/** The part of a head that depends on the company (PROC-04, PROC-05). */
export interface CompanyHead<Company extends CompanyReference = CompanyReference> {
  readonly client: Company | null;
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
}

/** Changes the department; cost centers belong to both company and department. */
export function withDepartment<Head extends Pick<CompanyHead, 'department' | 'cost_center'>>(
  head: Head,
  department: Reference | null,
): Head {
  return department?.id === head.department?.id ? head : { ...head, department, cost_center: null };
}

type Dependents = Pick<CompanyHead, 'department' | 'cost_center' | 'ledger_account'>;

/**
 * Takes over what still fits another company (PROC-04), but for what somebody has chosen since that was asked for.
 *
 * @param asked what stood there when it was asked for
 */
export function withDependents<Head extends Dependents>(
  present: Head,
  asked: Dependents,
  fitting: Dependents,
): Head {
  const isChosenSince = (name: keyof Dependents) =>
    present[name] !== null && present[name].id !== asked[name]?.id;
  const hasOwnDepartment = isChosenSince('department');
  return {
    ...present,
    ...(hasOwnDepartment ? {} : { department: fitting.department }),
    // It belongs to the department as well.
    ...(hasOwnDepartment || isChosenSince('cost_center') ? {} : { cost_center: fitting.cost_center }),
    ...(isChosenSince('ledger_account') ? {} : { ledger_account: fitting.ledger_account }),
  };
}

/** The currency that a document is typed in. */
export interface CurrencyHead {
  readonly currency: string;
  /** Company currency per unit of `currency`; null while both are the same (PRICE-04). */
  readonly exchange_rate: Amount | null;
  readonly rate_date: Day | null;
}

/** In another currency; the rate belongs to it and goes with it (PRICE-04). */
export function inCurrency(head: Pick<CurrencyHead, 'currency'>, currency: string): Partial<CurrencyHead> {
  return currency === head.currency ? {} : { currency, exchange_rate: null, rate_date: null };
}
