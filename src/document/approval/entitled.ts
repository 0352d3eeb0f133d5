import { type Amount, compareAmounts } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { isAvailable } from '../../timeline/flow.ts';
import { groupOfAcceptedTask } from '../../timeline/task-actions.ts';
import { currentEntry, type Entry } from '../../timeline/timeline.ts';
import { approvalValue, type DocumentSituation } from '../facts.ts';
import type { Doubt } from '../outcome.ts';
import { additionalBudgetApprovers, entitledBy, exceedsLimit, lowerLimit, mayApprove } from './approvers.ts';
import { approvalsAhead, approvedInRound } from './round.ts';

/**
 * Whether this person may approve the document now, for himself or in the place of the owner of the approval (APPR-19): he is an approver of
 * the company, was chosen by hand, or acts for a group that is; for another person he acts only as an approver who sees prices (APPR-20); the document is not his own (APPR-09, APPR-17); and nobody approves
 * twice while that would leave too few different persons (APPR-08). Whether his limit is enough is asked by `limitDoubts`, which lets it be
 * confirmed where the company allows that. Of a group: whether anybody in it may.
 *
 * @returns true, or the refusal `not_an_approver`, `substitute_not_entitled`, `self_approval`, `already_approved` or `group_without_approver`
 * @see docs/topics/approvals.md
 */
export function mayApproveNow(
  situation: DocumentSituation,
  personId: number,
  ownerId = personId,
): true | Refusal {
  const { facts } = situation;
  if (!isAvailable(facts, personId)) return refuse('not_an_approver');
  if (facts.people.get(personId)?.is_group === true) return groupMayApprove(situation, personId);
  if (personId === ownerId && !isInCircle(situation, personId)) return refuse('not_an_approver');
  if (personId !== ownerId && !mayStandIn(situation, personId)) return refuse('substitute_not_entitled');
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const approval_limit = actingLimit(situation, personId, ownerId);
  if (!mayApprove({ lb_user_id: personId, approval_limit }, ownership(situation, value)))
    return refuse('self_approval');
  const { done, ahead } = roundOf(situation);
  const approved = done.map((entry) => entry.lbUserId);
  const persons = new Set([...approved, personId, ...ahead.map((entry) => entry.lbUserId)]);
  const isTooFew = persons.size < (facts.company?.min_approval ?? 0);
  return approved.includes(personId) && isTooFew ? refuse('already_approved') : true;
}

/** As `mayApproveNow`, of the task that is due: anybody may have a step that is no approval. */
export function mayHaveApproval(
  situation: DocumentSituation,
  personId: number,
  ownerId = personId,
): true | Refusal {
  return currentApproval(situation) === null ? true : mayApproveNow(situation, personId, ownerId);
}

/**
 * Whether this person may take the current approval over, for himself or in the place of its owner: as `mayHaveApproval`, and not where he
 * has an approval of his own ahead that would then count twice (APPR-08, APPR-15), nor in the place of another where the company lets no
 * limit be exceeded and his is too low (APPR-16, APPR-20).
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
  if (isTwice && isTooFew) return refuse('already_approved');
  const permission = mayApproveNow(situation, personId, ownerId);
  if (permission !== true || personId === ownerId) return permission;
  const excess = limitExcess(situation, actingLimit(situation, personId, ownerId));
  if (isRefusal(excess)) return excess;
  return excess?.isBlocking ? refuse('limit_too_low') : true;
}

/**
 * Whether the current approval may be passed on to this person or group for good: only to approvers of the company, for whoever was chosen by
 * hand approves in addition, and not where the company lets no limit be exceeded and his is too low (APPR-16, APPR-19).
 */
export function mayBePassedTo(situation: DocumentSituation, personId: number): true | Refusal {
  if (currentApproval(situation) === null) return true;
  if (!isApprover(situation, personId)) return refuse('not_an_approver');
  const permission = mayTakeOverApproval(situation, personId);
  if (permission !== true) return permission;
  const excess = limitExcess(situation, entitledLimit(situation, personId));
  if (isRefusal(excess)) return excess;
  const isGroup = situation.facts.people.get(personId)?.is_group === true;
  return excess?.isBlocking && !isGroup ? refuse('limit_too_low') : true;
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

/** Whether anybody in the group may approve the document; nobody may where nobody is in it (APPR-08, APPR-19). */
export function groupMayApprove(situation: DocumentSituation, groupId: number): true | Refusal {
  const value = approvalValue(situation);
  const members = situation.facts.people.get(groupId)?.members ?? [];
  // While no rate is known nobody is left out for his limit.
  const isAnyone = isRefusal(value)
    ? members.length > 0
    : members.some(({ id, approval_limit }) =>
        mayApprove({ lb_user_id: id, approval_limit }, ownership(situation, value)),
      );
  return isAnyone ? true : refuse('group_without_approver');
}

/**
 * Up to what somebody approves: for himself, or for the person he stands in for, as the company sets it (APPR-15), and never above
 * his own limit (APPR-20).
 */
export function actingLimit({ facts }: DocumentSituation, personId: number, ownerId: number): Amount | null {
  const limitOf = (id: number) => facts.people.get(id)?.approval_limit ?? null;
  const [own, represented] = [limitOf(personId), limitOf(ownerId)];
  const isHisAlone = personId === ownerId || facts.company?.substitute_limit === 'substitute';
  return isHisAlone ? own : lowerLimit(own, represented);
}

/** Whose document it is: its creator, and whoever had a hand in it in the name of another (APPR-09, APPR-17). */
export function makersOf({ document, facts }: DocumentSituation): {
  readonly creatorId: number;
  readonly actorIds: readonly number[];
} {
  return { creatorId: document.head.creator_id, actorIds: facts.approval.actors };
}

/** The approvals of this round before and after the current entry. */
export function roundOf({ document }: DocumentSituation): {
  readonly done: readonly Entry[];
  readonly ahead: readonly Entry[];
} {
  const { approval } = document.kind.entries;
  return {
    done: approvedInRound(document.timeline, approval),
    ahead: approvalsAhead(document.timeline, approval),
  };
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
export function limitDoubts(situation: DocumentSituation): readonly Doubt[] | Refusal {
  const { actor, document, facts } = situation;
  const task = currentEntry(document.timeline);
  const excess = limitExcess(situation, taskLimit(situation, task));
  if (isRefusal(excess)) return excess;
  if (excess === null) return [];
  const { limit, value, isBlocking } = excess;
  // Whoever is no approver has not exceeded a limit: nobody here may approve so much.
  if (facts.people.get(actor.id)?.approval_limit === null && task?.forUserId == null)
    return [{ code: 'none_has_limit', amounts: { value }, isBlocking }];
  return [{ code: 'approval_limit_exceeded', amounts: { limit, value }, isBlocking }];
}

interface Excess {
  readonly limit: Amount;
  readonly value: Amount;
  /** The company lets no limit be exceeded (APPR-16). */
  readonly isBlocking: boolean;
}

/** By what an approval up to this limit would be exceeded, as no later one covers the value either; null where it is not. */
function limitExcess(situation: DocumentSituation, limit: Amount | null): Excess | null | Refusal {
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const later = roundOf(situation).ahead.map(({ lbUserId }) => ({
    approval_limit: lbUserId === null ? nothing : entitledLimit(situation, lbUserId),
  }));
  if (limit === null || !exceedsLimit({ approval_limit: limit }, later, value)) return null;
  return { limit, value, isBlocking: situation.facts.company?.when_limit_exceeded === 'block' };
}

/** The approval that is due; null while something else is. */
function currentApproval({ document }: DocumentSituation): Entry | null {
  const task = currentEntry(document.timeline);
  return task?.type === document.kind.entries.approval ? task : null;
}

/** What decides on whether a person may approve what is his own. */
function ownership(situation: DocumentSituation, value: Amount) {
  const selfApproval = situation.facts.company?.self_approval ?? 'never';
  return { ...makersOf(situation), selfApproval, value };
}

/** Whoever acts in the place of another is an approver of the company himself, and sees what he approves (APPR-20). */
function mayStandIn(situation: DocumentSituation, personId: number): boolean {
  return isApprover(situation, personId) && situation.facts.people.get(personId)?.sees_prices === true;
}

/** He, or the group for which he acts, is an approver of the company or was chosen for this document by hand (APPR-10). */
function isInCircle(situation: DocumentSituation, personId: number): boolean {
  const { chosen } = situation.facts.approval;
  return [personId, groupOfTask(situation, personId)].some(
    (id) => id !== null && (isApprover(situation, id) || chosen.some((one) => one.lb_user_id === id)),
  );
}

/** The group for which this member of it has the current task, or could take it; null where it is no group's. */
function groupOfTask({ document, facts }: DocumentSituation, personId: number): number | null {
  const holder = currentEntry(document.timeline)?.lbUserId ?? null;
  const isWaiting = holder !== null && facts.people.get(holder)?.is_group === true;
  const group = isWaiting ? holder : groupOfAcceptedTask(document.timeline);
  const members = group === null ? [] : (facts.people.get(group)?.members ?? []);
  return members.some(({ id }) => id === personId) ? group : null;
}

/** Up to what the actor approves the task: for himself, for his group, or for whom he stands in (APPR-08, APPR-15). */
function taskLimit(situation: DocumentSituation, task: Entry | null): Amount | null {
  const { actor } = situation;
  const ownerId = task?.forUserId ?? actor.id;
  if (ownerId !== actor.id) return actingLimit(situation, actor.id, ownerId);
  const group = groupOfTask(situation, actor.id);
  return entitledLimit(situation, group === null || isApprover(situation, actor.id) ? actor.id : group);
}

/** What somebody approves who was never made an approver. */
const nothing = '0';

/** The person's limit; nothing where he has none because he is no approver of the company (APPR-10). */
function entitledLimit(situation: DocumentSituation, personId: number): Amount | null {
  const limit = situation.facts.people.get(personId)?.approval_limit ?? null;
  return isApprover(situation, personId) ? limit : nothing;
}
