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
 * Whether this person may approve the document now, personally or as a substitute of the approval's owner (APPR-19).
 * Conditions: the person is an approver of the company, was chosen by hand, or acts for such a group; a substitute
 * must be an approver who sees prices (APPR-20); makers do not approve their own document (APPR-09, APPR-17); nobody
 * approves twice if that leaves too few different persons (APPR-08). `limitDoubts` checks the limit, since companies
 * may let people confirm an excess. For a group: whether any member may.
 *
 * @returns true, or the refusal `not_an_approver`, `substitute_not_entitled`, `self_approval`, `already_approved` or
 * `group_without_approver`
 * @see docs/topics/approvals.md
 */
function mayApproveNow(situation: DocumentSituation, personId: number, ownerId = personId): true | Refusal {
  const { facts } = situation;
  if (!isAvailable(facts, personId)) return refuse('not_an_approver');
  if (facts.people.get(personId)?.is_group === true) return groupMayApprove(situation, personId);
  if (personId === ownerId && !isInCircle(situation, personId)) return refuse('not_an_approver');
  if (personId !== ownerId && !maySubstitute(situation, personId)) return refuse('substitute_not_entitled');
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const approval_limit = actingLimit(situation, personId, ownerId);
  if (!mayApprove({ lb_user_id: personId, approval_limit }, ownership(situation, value)))
    return refuse('self_approval');
  const isTwice = roundOf(situation).done.some((entry) => entry.lbUserId === personId);
  return isTwice && areTooFew(situation, othersInRound(situation)) ? refuse('already_approved') : true;
}

/** Whether fewer different approvers than the company requires are among these persons (APPR-08, APPR-10). */
export function areTooFew(situation: DocumentSituation, persons: readonly number[]): boolean {
  const counting = new Set(persons.filter((id) => countsAsApprover(situation, id)));
  return counting.size < (situation.facts.company?.min_approval ?? 0);
}

/** The persons of the approvals of this round besides the current one. */
function othersInRound(situation: DocumentSituation): readonly number[] {
  const { done, ahead } = roundOf(situation);
  return [...done, ...ahead].flatMap(({ lbUserId }) => lbUserId ?? []);
}

/** As `mayApproveNow` for the current task; everybody may have a task that is no approval. */
export function mayHaveApproval(
  situation: DocumentSituation,
  personId: number,
  ownerId = personId,
): true | Refusal {
  return currentApproval(situation) === null ? true : mayApproveNow(situation, personId, ownerId);
}

/**
 * Whether this person may take over the current approval, personally or as a substitute of its owner: as
 * `mayHaveApproval`, but not if the person's own later approval would then count twice (APPR-08, APPR-15), nor as a
 * substitute with a limit below the value where the company blocks exceeded limits (APPR-16, APPR-20).
 */
export function mayTakeOverApproval(
  situation: DocumentSituation,
  personId: number,
  ownerId = personId,
): true | Refusal {
  if (currentApproval(situation) === null) return true;
  const isTwice = roundOf(situation).ahead.some((entry) => entry.lbUserId === personId);
  if (isTwice && areTooFew(situation, othersInRound(situation))) return refuse('already_approved');
  const permission = mayApproveNow(situation, personId, ownerId);
  if (permission !== true || personId === ownerId) return permission;
  const excess = limitExcess(situation, actingLimit(situation, personId, ownerId));
  if (isRefusal(excess)) return excess;
  return excess?.isBlocking ? refuse('limit_too_low') : true;
}

/**
 * Whether the current approval may be permanently reassigned to this person or group. Only approvers of the company
 * qualify, since manually chosen ones only approve in addition, and not with a limit below the value where the
 * company blocks exceeded limits (APPR-16, APPR-19).
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

/** Whether the actor may decide the current approval, personally or as a substitute. */
export function mayDecideApproval(situation: DocumentSituation): true | Refusal {
  const { actor, document } = situation;
  const task = currentEntry(document.timeline);
  const isActing = task?.lbUserId === actor.id && task.forUserId !== null;
  return mayHaveApproval(situation, actor.id, isActing ? task.forUserId : actor.id);
}

/**
 * The refusal where the means of sign-in does not suffice for an approval of this value; null where it does
 * (AUTH-36).
 */
export function meansProblem(situation: DocumentSituation): Refusal | null {
  const limit = situation.facts.approval.meansLimit;
  if (limit === null) return null;
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  return compareAmounts(value, limit) > 0 ? refuse('approval_needs_passkey') : null;
}

/** Whether any member of the group may approve the document; an empty group may not (APPR-08, APPR-19). */
export function groupMayApprove(situation: DocumentSituation, groupId: number): true | Refusal {
  const value = approvalValue(situation);
  const members = situation.facts.people.get(groupId)?.members ?? [];
  // Without a known rate, nobody is excluded by limit.
  const isAnyone = isRefusal(value)
    ? members.length > 0
    : members.some(({ id, approval_limit }) =>
        mayApprove({ lb_user_id: id, approval_limit }, ownership(situation, value)),
      );
  return isAnyone ? true : refuse('group_without_approver');
}

/**
 * The limit of an approval: the person's own, or for a substitute the one the company's setting selects (APPR-15),
 * never above the own limit (APPR-20).
 */
function actingLimit({ facts }: DocumentSituation, personId: number, ownerId: number): Amount | null {
  const limitOf = (id: number) => facts.people.get(id)?.approval_limit ?? null;
  const [own, represented] = [limitOf(personId), limitOf(ownerId)];
  const isHisAlone = personId === ownerId || facts.company?.substitute_limit === 'substitute';
  return isHisAlone ? own : lowerLimit(own, represented);
}

/** The makers of a document: its creator and everybody who had a hand in it as somebody else (APPR-09, APPR-17). */
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

/**
 * Whether an approval by the person counts: as an approver of the company, or as a member of a task group that is one.
 * People who were only chosen by hand approve in addition (APPR-10).
 */
export function countsAsApprover(situation: DocumentSituation, personId: number): boolean {
  const { approval, people } = situation.facts;
  return (
    isApprover(situation, personId) ||
    [...approval.pool, ...approval.chosen].some(
      ({ lb_user_id: group }) =>
        isApprover(situation, group) && people.get(group)?.members.some(({ id }) => id === personId),
    )
  );
}

/** A doubt if neither the actor's limit nor that of a later approver covers the value (APPR-11). */
export function limitDoubts(situation: DocumentSituation): readonly Doubt[] | Refusal {
  const { actor, document, facts } = situation;
  const task = currentEntry(document.timeline);
  const excess = limitExcess(situation, taskLimit(situation, task));
  if (isRefusal(excess)) return excess;
  if (excess === null) return [];
  const { limit, value, isBlocking } = excess;
  // A person who is no approver exceeds no limit: nobody here may approve this value.
  if (facts.people.get(actor.id)?.approval_limit === null && task?.forUserId == null)
    return [{ code: 'none_has_limit', amounts: { value }, isBlocking }];
  return [{ code: 'approval_limit_exceeded', amounts: { limit, value }, isBlocking }];
}

interface Excess {
  readonly limit: Amount;
  readonly value: Amount;
  /** The company blocks exceeded limits (APPR-16). */
  readonly isBlocking: boolean;
}

/** The excess of an approval with this limit that no later approval covers; null without one. */
function limitExcess(situation: DocumentSituation, limit: Amount | null): Excess | null | Refusal {
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const later = roundOf(situation).ahead.map(({ lbUserId }) => ({
    approval_limit: lbUserId === null ? nothing : entitledLimit(situation, lbUserId),
  }));
  if (limit === null || !exceedsLimit({ approval_limit: limit }, later, value)) return null;
  return { limit, value, isBlocking: situation.facts.company?.when_limit_exceeded === 'block' };
}

/** The current entry if it is an approval, else null. */
function currentApproval({ document }: DocumentSituation): Entry | null {
  const task = currentEntry(document.timeline);
  return task?.type === document.kind.entries.approval ? task : null;
}

/** The facts that determine whether makers may approve their own document. */
function ownership(situation: DocumentSituation, value: Amount) {
  const selfApproval = situation.facts.company?.self_approval ?? 'never';
  return { ...makersOf(situation), selfApproval, value };
}

/** Whether a substitute is an approver of the company and sees prices (APPR-20). */
function maySubstitute(situation: DocumentSituation, personId: number): boolean {
  return isApprover(situation, personId) && situation.facts.people.get(personId)?.sees_prices === true;
}

/** Whether the person, or the group acted for, is an approver of the company or was chosen by hand (APPR-10). */
function isInCircle(situation: DocumentSituation, personId: number): boolean {
  const { chosen } = situation.facts.approval;
  return [personId, groupOfTask(situation, personId)].some(
    (id) => id !== null && (isApprover(situation, id) || chosen.some((one) => one.lb_user_id === id)),
  );
}

/** The group for which this member has the current task or could accept it; null if no group is involved. */
function groupOfTask({ document, facts }: DocumentSituation, personId: number): number | null {
  const holder = currentEntry(document.timeline)?.lbUserId ?? null;
  const isWaiting = holder !== null && facts.people.get(holder)?.is_group === true;
  const group = isWaiting ? holder : groupOfAcceptedTask(document.timeline);
  const members = group === null ? [] : (facts.people.get(group)?.members ?? []);
  return members.some(({ id }) => id === personId) ? group : null;
}

/** The limit of the actor on the task: personal, of the group, or as a substitute (APPR-08, APPR-15). */
function taskLimit(situation: DocumentSituation, task: Entry | null): Amount | null {
  const { actor } = situation;
  const ownerId = task?.forUserId ?? actor.id;
  if (ownerId !== actor.id) return actingLimit(situation, actor.id, ownerId);
  const group = groupOfTask(situation, actor.id);
  return entitledLimit(situation, group === null || isApprover(situation, actor.id) ? actor.id : group);
}

/** The limit of people who were never made approvers. */
const nothing = '0';

/** The person's limit; 0 for people who are no approvers of the company (APPR-10). */
function entitledLimit(situation: DocumentSituation, personId: number): Amount | null {
  const limit = situation.facts.people.get(personId)?.approval_limit ?? null;
  return isApprover(situation, personId) ? limit : nothing;
}
