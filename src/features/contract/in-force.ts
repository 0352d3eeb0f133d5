import type { ContractStatus } from '../../timeline/kinds.ts';
import { isSigned } from './agreement.ts';
import type { Contract } from './model.ts';

/** Statuses of signed contracts without an open step that have not ended. */
export const restingStatuses: readonly ContractStatus[] = ['active', 'completed', 'inactive'];

/** Statuses with an open step, in which a contract is in force only if it was signed before. */
export const openStatuses: readonly ContractStatus[] = [
  'check',
  'contract-approval',
  'clearing',
  'signature',
];

/** Whether a contract is signed and has not ended, also while in clearing (CON-33). */
export function isInForce({
  head: { status },
  timeline,
}: Pick<Contract, 'timeline'> & { readonly head: Pick<Contract['head'], 'status'> }): boolean {
  return restingStatuses.includes(status) || (openStatuses.includes(status) && isSigned(timeline));
}
