import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { CompanyReference, Reference } from '../draft/reference.ts';

/** The fields of a head that depend on the company (PROC-04, PROC-05). */
export interface CompanyHead<Company extends CompanyReference = CompanyReference> {
  readonly client: Company | null;
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
}

/** Changes the department; cost centers depend on company and department. */
export function withDepartment<Head extends Pick<CompanyHead, 'department' | 'cost_center'>>(
  head: Head,
  department: Reference | null,
): Head {
  return department?.id === head.department?.id ? head : { ...head, department, cost_center: null };
}

type Dependents = Pick<CompanyHead, 'department' | 'cost_center' | 'ledger_account'>;

/**
 * Applies what still fits the new company (PROC-04), except fields chosen since the request.
 *
 * @param asked the fields at the time of the request
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
    // The cost center depends on the department.
    ...(hasOwnDepartment || isChosenSince('cost_center') ? {} : { cost_center: fitting.cost_center }),
    ...(isChosenSince('ledger_account') ? {} : { ledger_account: fitting.ledger_account }),
  };
}

/** The currency fields of a head. */
export interface CurrencyHead {
  readonly currency: string;
  /** Company currency per unit of `currency`; null for the same currency (PRICE-04). */
  readonly exchange_rate: Amount | null;
  readonly rate_date: Day | null;
}

/** Changes the currency and clears its rate (PRICE-04). */
export function inCurrency(head: Pick<CurrencyHead, 'currency'>, currency: string): Partial<CurrencyHead> {
  return currency === head.currency ? {} : { currency, exchange_rate: null, rate_date: null };
}
