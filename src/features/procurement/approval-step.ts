import type { Amount } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { exceedsLimit, lowerLimit, mayApprove } from '../../document/approval/approvers.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { isRemark } from '../../timeline/kinds.ts';
import { change, forwardToNext, insertNext, remark } from '../../timeline/operations.ts';
import { currentEntry, type Entry, isDone, stepsAhead, type Timeline } from '../../timeline/timeline.ts';
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
 * Whether this person may have the current approval, for himself or in the place of its owner: the creator only as far as the company allows it
 * (APPR-09), and nobody twice while that would leave too few different persons (APPR-08).
 * Anybody may have a step that is no approval.
 */
export function mayHaveApproval(
  situation: ProcurementSituation,
  personId: number,
  ownerId = personId,
): true | Refusal {
  const { document, facts } = situation;
  const task = currentEntry(document.timeline);
  if (task?.type !== 'approval') return true;
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const approval_limit = actingLimit(situation, personId, ownerId);
  const approver = { lb_user_id: personId, approval_limit };
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

/**
 * Whether this person may take the current approval over, for himself or in the place of its owner: as `mayHaveApproval`, and not where he
 * has an approval of his own ahead that would then count twice (APPR-08, APPR-15).
 */
export function mayTakeOverApproval(
  situation: ProcurementSituation,
  personId: number,
  ownerId = personId,
): true | Refusal {
  const { document, facts } = situation;
  if (currentEntry(document.timeline)?.type !== 'approval') return true;
  const ahead = stepsAhead(document.timeline).filter((entry) => entry.type === 'approval');
  const persons = new Set([...approvedInRound(document.timeline), ...ahead].map((entry) => entry.lbUserId));
  const isTooFew = persons.size < (facts.company?.min_approval ?? 0);
  const isTwice = ahead.some((entry) => entry.lbUserId === personId);
  return isTwice && isTooFew ? refuse('already_approved') : mayHaveApproval(situation, personId, ownerId);
}

/** Whether the actor may decide the current approval, which is his own or that of a person he stands in for. */
export function mayDecideApproval(situation: ProcurementSituation): true | Refusal {
  const { actor, document } = situation;
  const task = currentEntry(document.timeline);
  const isActing = task?.lbUserId === actor.id && task.forUserId !== null;
  return mayHaveApproval(situation, actor.id, isActing ? task.forUserId : actor.id);
}

/** Up to what somebody approves: for himself, or for the person he stands in for, as the company sets it (APPR-15). */
export function actingLimit(
  { facts }: ProcurementSituation,
  personId: number,
  ownerId: number,
): Amount | null {
  const limitOf = (id: number) => facts.people.get(id)?.approval_limit ?? null;
  const [own, represented] = [limitOf(personId), limitOf(ownerId)];
  const setting = facts.company?.substitute_limit ?? 'lower';
  if (personId === ownerId || setting === 'substitute') return own;
  return setting === 'represented' ? represented : lowerLimit(own, represented);
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
  const task = currentEntry(document.timeline);
  const limitOf = (lbUserId: number | null) => ({
    approval_limit: lbUserId === null ? '0' : (facts.people.get(lbUserId)?.approval_limit ?? null),
  });
  const own = { approval_limit: actingLimit(situation, actor.id, task?.forUserId ?? actor.id) };
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
  const { document, facts } = situation;
  const ahead = stepsAhead(document.timeline).filter((entry) => entry.type === 'approval');
  const known = [...approvedInRound(document.timeline), currentEntry(document.timeline), ...ahead];
  return additionalBudgetApprovers(facts)
    .map((approver) => approver.lb_user_id)
    .filter((person) => person !== document.head.creator_id)
    .filter((person) => !known.some((entry) => entry?.lbUserId === person));
}
