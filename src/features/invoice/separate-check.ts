import { type Refusal, refuse } from '../../base/refusal.ts';
import { approvalsAhead, approvedInRound } from '../../document/approval/round.ts';
import type { DocumentSituation } from '../../document/facts.ts';
import { isAvailable } from '../../timeline/flow.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

/**
 * A person who changed value, payee or account of an invoice is not its only approver (INV-32): a person without such
 * changes must approve it in the same round, before or after, as long as one is available or was until
 * lately.
 */
export function separateCheckProblem({
  actor,
  document: { head, kind, timeline },
  facts,
}: DocumentSituation<Invoice, InvoiceFacts>): Refusal | null {
  const isHand = (person: number) => head.money_by_ids.includes(person);
  if (!facts.isCheckSeparate || !isHand(actor.id)) return null;
  const { approval } = kind.entries;
  const others = [...approvedInRound(timeline, approval), ...approvalsAhead(timeline, approval)];
  if (others.some(({ lbUserId }) => lbUserId !== null && !isHand(lbUserId))) return null;
  const { pool, chosen, latelyAway = [] } = facts.approval;
  const isThere =
    latelyAway.some((id) => !isHand(id)) ||
    [...pool, ...chosen].some(({ lb_user_id: id }) => !isHand(id) && isAvailable(facts, id));
  return isThere ? refuse('separate_check_required') : null;
}
