import type { Day } from '../../base/day.ts';
import type { ContractStatus } from '../../timeline/kinds.ts';

/** A contract's text is fixed once it is cancelled and its end has passed (TL-10). */
export function isContractFixed(
  contract: { readonly status: ContractStatus; readonly end_date: Day | null },
  today: Day,
): boolean {
  return contract.status === 'cancelled' && contract.end_date !== null && contract.end_date < today;
}
