import { type Refusal, refuse } from '../../base/refusal.ts';
import { isAvailable } from '../../timeline/flow.ts';
import type { DocumentSituation } from '../facts.ts';
import { approvalsAhead, approvedInRound } from './round.ts';

/**
 * A person who changed value, payee or account of a document is not its only approver (INV-32, APPR-17): a person
 * without such changes must approve it in the same round, before or after, as long as one is available or was until
 * lately.
 *
 * @param hands the people who changed it
 */
export function separateCheckProblem(
  { actor, document: { kind, timeline }, facts }: DocumentSituation,
  hands: readonly number[],
): Refusal | null {
  const isHand = (person: number) => hands.includes(person);
  if (!isHand(actor.id)) return null;
  const { approval } = kind.entries;
  const others = [...approvedInRound(timeline, approval), ...approvalsAhead(timeline, approval)];
  if (others.some(({ lbUserId }) => lbUserId !== null && !isHand(lbUserId))) return null;
  const { pool, chosen, latelyAway = [] } = facts.approval;
  const isThere =
    latelyAway.some((id) => !isHand(id)) ||
    [...pool, ...chosen].some(({ lb_user_id: id }) => !isHand(id) && isAvailable(facts, id));
  return isThere ? refuse('separate_check_required') : null;
}
