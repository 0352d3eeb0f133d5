import { type Amount, compareAmounts } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, insertNext, remark } from '../../timeline/operations.ts';
import { groupOfAcceptedTask } from '../../timeline/task-actions.ts';
import { currentEntry, type Entry } from '../../timeline/timeline.ts';
import { approvalValue, type DocumentSituation, type TaskInput } from '../facts.ts';
import { budgetDoubts, confirmedRemarks, type Doubt, type Outcome, outcome } from '../outcome.ts';
import { entitledBy, exceedsLimit, isMaker, lowerLimit, mayApprove } from './approvers.ts';
import { additionalBudgetApprovers } from './choice.ts';
import { approvalsAhead, approvedInRound } from './round.ts';

/**
 * Approves; what goes beyond a limit or a budget is asked about and written down (APPR-11, BUD-06), and so are doubts of the kind.
 */
export function approve(
  situation: DocumentSituation,
  input: TaskInput,
  ofKind: readonly Doubt[] = [],
): Outcome | Refusal {
  const { document } = situation;
  const limit = limitDoubts(situation);
  if (isRefusal(limit)) return limit;
  const doubts = [...ofKind, ...limit, ...budgetDoubts(situation)];
  const remarks = confirmedRemarks(situation, 'approve', doubts, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const additional = missingBudgetApprovers(situation);
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    insertNext(...additional.map((lbUserId) => ({ type: document.kind.entries.approval, lbUserId }))),
    forwardToNext({ status: 'approved', comment: input.comment }),
  );
  return outcome(situation, timeline);
}

/**
 * Whether this person may have the current approval, for himself or in the place of its owner: the creator, and whoever had a hand in it as
 * somebody else, only as far as the company allows it (APPR-09, APPR-17), and nobody twice while that would leave too few different persons (APPR-08).
 * Anybody may have a step that is no approval.
 */
export function mayHaveApproval(
  situation: DocumentSituation,
  personId: number,
  ownerId = personId,
): true | Refusal {
  const { facts } = situation;
  if (currentApproval(situation) === null) return true;
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const approval_limit = actingLimit(situation, personId, ownerId);
  const approver = { lb_user_id: personId, approval_limit };
  const creation = {
    ...makersOf(situation),
    selfApproval: facts.company?.self_approval ?? 'never',
    value,
  };
  if (!mayApprove(approver, creation)) return refuse('self_approval');
  const { done, ahead } = roundOf(situation);
  const approved = done.map((entry) => entry.lbUserId);
  const persons = new Set([...approved, personId, ...ahead.map((entry) => entry.lbUserId)]);
  const isTooFew = persons.size < (facts.company?.min_approval ?? 0);
  return approved.includes(personId) && isTooFew ? refuse('already_approved') : true;
}

/**
 * Whether this person may take the current approval over, for himself or in the place of its owner: as `mayHaveApproval`, and not where he
 * has an approval of his own ahead that would then count twice (APPR-08, APPR-15).
 */
export function mayTakeOverApproval(
  situation: DocumentSituation,
  personId: number,
  ownerId = personId,
): true | Refusal {
  if (currentApproval(situation) === null) return true;
  const { done, ahead } = roundOf(situation);
  const persons = new Set([...done, ...ahead].map((entry) => entry.lbUserId));
  const isTooFew = persons.size < (situation.facts.company?.min_approval ?? 0);
  const isTwice = ahead.some((entry) => entry.lbUserId === personId);
  return isTwice && isTooFew ? refuse('already_approved') : mayHaveApproval(situation, personId, ownerId);
}

/** Whether the actor may decide the current approval, which is his own or that of a person he stands in for. */
export function mayDecideApproval(situation: DocumentSituation): true | Refusal {
  const { actor, document } = situation;
  const task = currentEntry(document.timeline);
  const isActing = task?.lbUserId === actor.id && task.forUserId !== null;
  return mayHaveApproval(situation, actor.id, isActing ? task.forUserId : actor.id);
}

/** Why the person may not approve as much as this with the means by which he is there; null where he may (AUTH-36). */
export function meansProblem(situation: DocumentSituation): Refusal | null {
  const limit = situation.facts.approval.meansLimit;
  if (limit === null) return null;
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  return compareAmounts(value, limit) > 0 ? refuse('approval_needs_passkey') : null;
}

/** Up to what somebody approves: for himself, or for the person he stands in for, as the company sets it (APPR-15). */
export function actingLimit({ facts }: DocumentSituation, personId: number, ownerId: number): Amount | null {
  const limitOf = (id: number) => facts.people.get(id)?.approval_limit ?? null;
  const [own, represented] = [limitOf(personId), limitOf(ownerId)];
  const setting = facts.company?.substitute_limit ?? 'lower';
  if (personId === ownerId || setting === 'substitute') return own;
  return setting === 'represented' ? represented : lowerLimit(own, represented);
}

/** Whose document it is: its creator, and whoever had a hand in it in the name of another (APPR-09, APPR-17). */
export function makersOf({ document, facts }: DocumentSituation): {
  readonly creatorId: number;
  readonly actorIds: readonly number[];
} {
  return { creatorId: document.head.creator_id, actorIds: facts.approval.actors };
}

/** The approvals of this round before and after the current entry. */
function roundOf({ document }: DocumentSituation): {
  readonly done: readonly Entry[];
  readonly ahead: readonly Entry[];
} {
  const { approval } = document.kind.entries;
  return {
    done: approvedInRound(document.timeline, approval),
    ahead: approvalsAhead(document.timeline, approval),
  };
}

/** The approval that is due; null while something else is. */
function currentApproval({ document }: DocumentSituation): Entry | null {
  const task = currentEntry(document.timeline);
  return task?.type === document.kind.entries.approval ? task : null;
}

/** Up to what the actor approves the task: for himself, for his group, or for whom he stands in (APPR-08, APPR-15). */
function taskLimit(situation: DocumentSituation, task: Entry | null): Amount | null {
  const { actor, document } = situation;
  const ownerId = task?.forUserId ?? actor.id;
  if (ownerId !== actor.id) return actingLimit(situation, actor.id, ownerId);
  const group = groupOfAcceptedTask(document.timeline);
  const isOfGroup = group !== null && entitledLimit(situation, group) !== nothing;
  return isOfGroup ? actingLimit(situation, actor.id, actor.id) : entitledLimit(situation, actor.id);
}

/** What somebody approves who was never made an approver. */
const nothing = '0';

/** The person's limit; nothing where he has none because he is no approver of the company (APPR-10). */
function entitledLimit(situation: DocumentSituation, personId: number): Amount | null {
  const limit = situation.facts.people.get(personId)?.approval_limit ?? null;
  return isApprover(situation, personId) ? limit : nothing;
}

/** Whether the company has made the person an approver of such documents (APPR-10). */
export function isApprover({ facts }: DocumentSituation, personId: number): boolean {
  const person = facts.people.get(personId);
  const isEntitled = entitledBy({
    pool: facts.approval.pool,
    additional: additionalBudgetApprovers(facts),
    approvesInCompany: () => person?.approves_in_company ?? false,
  });
  return isEntitled({ lb_user_id: personId, approval_limit: person?.approval_limit ?? null });
}

/** The actor's limit does not cover the value, nor does that of anybody after him (APPR-11). */
function limitDoubts(situation: DocumentSituation): readonly Doubt[] | Refusal {
  const { actor, document, facts } = situation;
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const task = currentEntry(document.timeline);
  const limitOf = (lbUserId: number | null) => ({
    approval_limit: lbUserId === null ? '0' : entitledLimit(situation, lbUserId),
  });
  const own = { approval_limit: taskLimit(situation, task) };
  const later = roundOf(situation).ahead;
  const isExceeded = exceedsLimit(
    own,
    later.map((entry) => limitOf(entry.lbUserId)),
    value,
  );
  if (!isExceeded || own.approval_limit === null) return [];
  const isBlocking = facts.company?.when_limit_exceeded === 'block';
  // Whoever is no approver has not exceeded a limit: nobody here may approve so much.
  if (facts.people.get(actor.id)?.approval_limit === null && task?.forUserId == null)
    return [{ code: 'none_has_limit', amounts: { value }, isBlocking }];
  return [{ code: 'approval_limit_exceeded', amounts: { limit: own.approval_limit, value }, isBlocking }];
}

/** Approvers that a budget calls for and that are not among this round's approvers yet (APPR-16). */
function missingBudgetApprovers(situation: DocumentSituation): readonly number[] {
  const { document, facts } = situation;
  const { done, ahead } = roundOf(situation);
  const known = [...done, currentEntry(document.timeline), ...ahead];
  return additionalBudgetApprovers(facts)
    .map((approver) => approver.lb_user_id)
    .filter((person) => !isMaker(person, makersOf(situation)))
    .filter((person) => !known.some((entry) => entry?.lbUserId === person));
}
