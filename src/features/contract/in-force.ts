import { isSigned } from './agreement.ts';
import { openStatuses, restingStatuses } from './kind.ts';
import type { Contract } from './model.ts';

/** Whether a contract is signed and has not ended, also while in clearing (CON-33). */
export function isInForce({
  head: { status },
  timeline,
}: Pick<Contract, 'timeline'> & { readonly head: Pick<Contract['head'], 'status'> }): boolean {
  return restingStatuses.includes(status) || (openStatuses.includes(status) && isSigned(timeline));
}
