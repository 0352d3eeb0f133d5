import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { isRemark } from '../../timeline/entry-types.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, insertNext, remark } from '../../timeline/operations.ts';
import { currentEntry, type Entry, isDone, stepsAhead, type Timeline } from '../../timeline/timeline.ts';
import { exceedsLimit, mayApprove } from '../approval/approvers.ts';
import { approvalValue, type ProcurementSituation, type TaskInput } from './facts.ts';
import {
  approvalMemory,
  budgetDoubts,
  confirmedRemarks,
  type Doubt,
  type Outcome,
  outcome,
} from './outcome.ts';
import { additionalBudgetApprovers } from './planned-steps.ts';

/** Approves; the last approval remembers what was approved (APPR-11, TASK-07). */
export function approve(situation: ProcurementSituation, input: TaskInput): Outcome | Refusal {
  const { document } = situation;
  const limit = limitDoubts(situation);
  if (isRefusal(limit)) return limit;
  const doubts = [...limit, ...budgetDoubts(situation)];
  const remarks = confirmedRemarks(situation, 'approve', doubts, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const additional = missingBudgetApprovers(situation);
  const isLast = additional.length === 0 && stepsAhead(document.timeline)[0]?.type !== 'approval';
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    insertNext(...additional.map((lbUserId) => ({ type: 'approval' as const, lbUserId }))),
    forwardToNext({ status: 'approved', comment: input.comment }),
  );
  return outcome(timeline, { head: isLast ? approvalMemory(document) : {} });
}

/**
 * Whether this person may have the current approval: the creator only as far as the company allows it
 * (APPR-09), and nobody twice while that would leave too few different persons (APPR-08).
 * Anybody may have a step that is no approval.
 */
export function mayHaveApproval(situation: ProcurementSituation, personId: number): true | Refusal {
  const { document, facts } = situation;
  if (currentEntry(document.timeline)?.type !== 'approval') return true;
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const approver = {
    lb_user_id: personId,
    approval_limit: facts.people.get(personId)?.approval_limit ?? null,
  };
  const creation = {
    creatorId: document.head.creator_id,
    selfApproval: facts.company?.self_approval ?? 'never',
    value,
  };
  if (!mayApprove(approver, creation)) return refuse('self_approval');
  const approved = approvedInRound(document.timeline).map((entry) => entry.lbUserId);
  const ahead = stepsAhead(document.timeline).filter((entry) => entry.type === 'approval');
  const persons = new Set([...approved, personId, ...ahead.map((entry) => entry.lbUserId)]);
  const isTooFew = persons.size < (facts.company?.min_approval ?? 0);
  return approved.includes(personId) && isTooFew ? refuse('already_approved') : true;
}

/** The approvals done since the approvers were last chosen; earlier ones no longer count after a clearing (TASK-07). */
export function approvedInRound(timeline: Timeline): readonly Entry[] {
  const past = timeline.entries.filter(
    (entry) => entry.entryNo < timeline.currentEntryNo && !isRemark(entry.type) && isDone(entry),
  );
  const start = past.findLastIndex((entry) => entry.type !== 'approval' || entry.status !== 'approved');
  return past.slice(start + 1);
}

/** The actor's limit does not cover the value, nor does that of anybody after him (APPR-11). */
function limitDoubts(situation: ProcurementSituation): readonly Doubt[] | Refusal {
  const { actor, document, facts } = situation;
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const limitOf = (lbUserId: number | null) => ({
    approval_limit: lbUserId === null ? '0' : (facts.people.get(lbUserId)?.approval_limit ?? null),
  });
  const own = limitOf(actor.id);
  const later = stepsAhead(document.timeline).filter((entry) => entry.type === 'approval');
  const isExceeded = exceedsLimit(
    own,
    later.map((entry) => limitOf(entry.lbUserId)),
    value,
  );
  if (!isExceeded || own.approval_limit === null) return [];
  const isBlocking = facts.company?.when_limit_exceeded === 'block';
  return [{ code: 'approval_limit_exceeded', amounts: { limit: own.approval_limit, value }, isBlocking }];
}

/** Approvers that a budget calls for and that are not among this round's approvers yet (APPR-16). */
function missingBudgetApprovers(situation: ProcurementSituation): readonly number[] {
  const { document } = situation;
  const ahead = stepsAhead(document.timeline).filter((entry) => entry.type === 'approval');
  const known = [...approvedInRound(document.timeline), currentEntry(document.timeline), ...ahead];
  return additionalBudgetApprovers(situation)
    .map((approver) => approver.lb_user_id)
    .filter((person) => person !== document.head.creator_id)
    .filter((person) => !known.some((entry) => entry?.lbUserId === person));
}
