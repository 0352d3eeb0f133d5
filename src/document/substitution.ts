import { isRefusal, type Refusal, type RefusalCode, refuse } from '../base/refusal.ts';
import { isAvailable, occasionOf } from '../timeline/flow.ts';
import type { EntryType } from '../timeline/kinds.ts';
import { change, reassign, reassignAhead, remark } from '../timeline/operations.ts';
import { dueHandOver, longestChain, ownerOf, substituteOf } from '../timeline/substitutes.ts';
import {
  groupToReturnTo,
  handoverRemark,
  moveToClearing,
  reassignTask,
  systemRemark,
} from '../timeline/task-actions.ts';
import { currentEntry, type Entry, incomingTaskOf, isDone, type Timeline } from '../timeline/timeline.ts';
import { isMaker } from './approval/approvers.ts';
import { isApprover, makersOf, mayBePassedTo, mayTakeOverApproval, roundOf } from './approval/entitled.ts';
import { type DocumentFacts, type DocumentSituation, personsFor } from './facts.ts';
import { type Outcome, outcome } from './outcome.ts';

/**
 * Hands an incoming task directly to the substitute of an absent person (APPR-15), or to the heir of a person
 * deactivated or blocked since it was planned (ADM-23). `moveDueTask` handles tasks that the person already had and
 * records that in the timeline (TL-21): a comment moves nothing.
 */
export function withSubstitute<Result extends Outcome>(situation: DocumentSituation, result: Result): Result {
  const { document } = situation;
  if (incomingTaskOf(document.timeline, result.timeline) === null) return result;
  const arrived = { ...situation, document: { ...document, timeline: result.timeline } };
  const left = handOverGone(arrived);
  if (left !== null && !isRefusal(left)) return { ...result, timeline: left.timeline, status: left.status };
  const timeline = heldByDue(arrived);
  return isRefusal(timeline) ? result : { ...result, timeline };
}

/** The timeline whose current task is with the substitute of today, or back with its owner, without a remark (APPR-15). */
export function heldByDue(situation: DocumentSituation): Timeline | Refusal {
  const { timeline } = situation.document;
  const due = dueHandOver(timeline, situation.facts, maySuit(situation));
  return due === null ? timeline : change(timeline, occasionOf(situation), reassign(due.to, due.forUserId));
}

/**
 * Moves an open task to the substitute or back to its owner after an absence began or ended; null if it is already
 * there, so that calls can be repeated (APPR-15).
 */
export function moveDueTask(situation: DocumentSituation): Outcome | Refusal | null {
  const { timeline } = situation.document;
  const due = dueHandOver(timeline, situation.facts, maySuit(situation));
  if (due === null) return null;
  const code = due.forUserId === null ? 'task_from_substitute' : 'task_to_substitute';
  const noted = remark(handoverRemark(code, due.from, due.to, null));
  return outcome(situation, change(timeline, occasionOf(situation), reassign(due.to, due.forUserId), noted));
}

/**
 * Moves the current task away from an assignee who cannot act, with a warning in the timeline: a group without active
 * members (TASK-24), or a deactivated or blocked person (ADM-23). The task returns to the group that it came from, or
 * goes to the substitute or the role default. Approvals have no role default and go to clearing instead. Null where
 * the assignee can act.
 *
 * @param others the last candidates, where none of these is available
 */
function handOverGone(
  situation: DocumentSituation,
  others: readonly number[] = [],
): Outcome | Refusal | null {
  const { document, facts } = situation;
  const task = currentEntry(document.timeline);
  const role = task && document.kind.fallbacks[task.type];
  if (!task || !role || task.lbUserId === null || mayAct(facts, task.lbUserId)) return null;
  const code = facts.people.get(task.lbUserId)?.is_group ? 'group_without_member' : 'person_gone';
  const warning = (to: number) => remark(systemRemark({ code, values: { from: task.lbUserId, to } }));
  const occasion = occasionOf(situation);
  const first = [task.forUserId, groupToReturnTo(situation), task.lbUserId];
  const heir = heirs(facts, first).find((one) => mayTakeOver(situation, task, one) === true);
  if (heir !== undefined)
    return outcome(situation, change(document.timeline, occasion, reassign(heir), warning(heir)));
  const person = [...personsFor(situation, role), ...others].find((one) => isPersonThere(facts, one));
  if (person === undefined) return null;
  if (task.type !== document.kind.entries.approval)
    return outcome(situation, change(document.timeline, occasion, reassign(person), warning(person)));
  const end = { status: 'canceled', comment: null, personId: person } as const;
  const cleared = moveToClearing(situation, document.kind.entries.clearing, end);
  return outcome(situation, isRefusal(cleared) ? cleared : change(cleared, occasion, warning(person)));
}

/**
 * Moves the current task and all planned steps away from assignees who cannot act (ADM-23). Planned steps go to the
 * substitute or the role default; an approval that neither may have stays until it is due, when others are chosen.
 * Null where nothing moves.
 */
export function handOverAllGone(
  situation: DocumentSituation,
  others: readonly number[] = [],
): Outcome | Refusal | null {
  const left = handOverGone(situation, others);
  if (isRefusal(left)) return left;
  const { document } = situation;
  const before =
    left === null ? situation : { ...situation, document: { ...document, timeline: left.timeline } };
  const timeline = withoutGoneAhead(before, others);
  if (isRefusal(timeline)) return timeline;
  if (timeline === before.document.timeline) return left;
  return left === null ? outcome(situation, timeline) : { ...left, timeline };
}

function withoutGoneAhead(situation: DocumentSituation, others: readonly number[]): Timeline | Refusal {
  let { timeline } = situation.document;
  for (const { entryNo, lbUserId: from } of goneAhead(situation)) {
    const now = { ...situation, document: { ...situation.document, timeline } };
    const entry = timeline.entries.find((one) => one.entryNo === entryNo);
    const to = entry && heirAhead(now, entry, others);
    if (to === undefined || from === null) continue;
    const noted = remark(systemRemark({ code: 'person_gone', values: { from, to } }));
    const changed = change(
      timeline,
      occasionOf(situation),
      reassignAhead(from, to, (one) => one.entryNo === entryNo),
      noted,
    );
    if (isRefusal(changed)) return changed;
    timeline = changed;
  }
  return timeline;
}

/** The planned steps whose assignee cannot act. */
function goneAhead({ document: { timeline, kind }, facts }: DocumentSituation): readonly Entry[] {
  return timeline.entries.filter(
    (entry) =>
      entry.entryNo > timeline.currentEntryNo &&
      !isDone(entry) &&
      kind.fallbacks[entry.type] !== undefined &&
      entry.lbUserId !== null &&
      !mayAct(facts, entry.lbUserId),
  );
}

/** The replacement for the assignee of a planned step; nobody approves twice. */
function heirAhead(
  situation: DocumentSituation,
  entry: Entry,
  others: readonly number[],
): number | undefined {
  const { document, facts } = situation;
  const role = document.kind.fallbacks[entry.type];
  if (entry.type !== document.kind.entries.approval) {
    const all = [...heirs(facts, [entry.lbUserId]), ...(role ? personsFor(situation, role) : []), ...others];
    return all.find((one) => isPersonThere(facts, one));
  }
  const { done, ahead } = roundOf(situation);
  const current = currentEntry(document.timeline);
  const taken = new Set([...done, ...ahead, ...(current ? [current] : [])].map(({ lbUserId }) => lbUserId));
  return heirs(facts, [entry.lbUserId]).find(
    (one) => !taken.has(one) && mayTakeOver(situation, entry, one) === true,
  );
}

/** Whether the person, or any member of the group, is available. */
function mayAct(facts: DocumentFacts, id: number): boolean {
  if (!isAvailable(facts, id)) return false;
  const { is_group, members } = facts.people.get(id) ?? { is_group: false, members: [] };
  return !is_group || members.length > 0;
}

function isPersonThere(facts: DocumentFacts, id: number): boolean {
  return facts.people.get(id)?.is_group === false && isAvailable(facts, id);
}

/**
 * The candidates for a task without its holder: first those given, such as the person represented or the group it
 * came from, then the chain of substitutes, regardless of their absence days.
 *
 * @param first ends with the holder
 */
function heirs(facts: DocumentFacts, first: readonly (number | null)[]): readonly number[] {
  const all = [...first];
  while (all.length < first.length + longestChain)
    all.push(facts.people.get(all.at(-1) ?? 0)?.substitute_id ?? null);
  return all.filter((id) => id !== null).filter((id) => mayAct(facts, id));
}

/**
 * Hands all tasks of a person on this document to another one who may have them (ADM-10); null where none can move.
 */
export function handOverTasks(
  situation: DocumentSituation,
  from: number,
  to: number,
): Outcome | Refusal | null {
  const { document } = situation;
  const task = currentEntry(document.timeline);
  const mayHave = (entry: Entry) => mayTakeOver(situation, entry, to) === true;
  const isCurrent = task !== null && ownerOf(task) === from && mayHave(task);
  const current = isCurrent ? handedOver(situation, from, to) : document.timeline;
  if (isRefusal(current)) return current;
  const timeline = change(current, occasionOf(situation), reassignAhead(from, to, mayHave));
  if (isRefusal(timeline)) return timeline;
  return isSame(document.timeline, timeline) ? null : outcome(situation, timeline);
}

/** A current or future task of a person on a document, and its next assignee (ADM-10). */
export interface LeftTask {
  readonly type: EntryType;
  readonly isCurrent: boolean;
  /** The heir or the heir's substitute; without an heir the assignee once the person is gone. Null where it stays. */
  readonly to: number | null;
  /** Why the heir cannot have it. */
  readonly refusal: RefusalCode | null;
}

/** The assignee of a task once this person is gone. */
function holderWithout(situation: DocumentSituation, personId: number, entry: Entry): number | null {
  const { facts } = situation;
  const person = facts.people.get(personId);
  if (person === undefined) return null;
  const people = new Map(facts.people).set(personId, { ...person, active: false });
  const without = { ...situation, facts: { ...facts, people } };
  if (entry.entryNo !== situation.document.timeline.currentEntryNo)
    return heirAhead(without, entry, []) ?? null;
  const left = handOverGone(without);
  return left === null || isRefusal(left) ? null : (currentEntry(left.timeline)?.lbUserId ?? null);
}

/** A preview of `handOverTasks`; without an heir, of `handOverGone`. */
export function leftTasks(
  situation: DocumentSituation,
  from: number,
  to: number | null,
): readonly LeftTask[] {
  const { timeline } = situation.document;
  const left = timeline.entries.filter(
    (entry) => entry.entryNo >= timeline.currentEntryNo && !isDone(entry) && ownerOf(entry) === from,
  );
  return left.map((entry) => {
    const isCurrent = entry.entryNo === timeline.currentEntryNo;
    const shown = { type: entry.type, isCurrent };
    if (to === null) return { ...shown, to: holderWithout(situation, from, entry), refusal: null };
    const answer = mayTakeOver(situation, entry, to);
    if (isRefusal(answer)) return { ...shown, to: null, refusal: answer.code };
    return { ...shown, to: isCurrent ? substituteOf(situation.facts, to) : to, refusal: null };
  });
}

/**
 * Whether a person may take over a step. An approval must not go to a maker of the document, nor to somebody without
 * a limit who is no approver (ADM-10, APPR-10).
 */
function mayTakeOver(situation: DocumentSituation, entry: Entry, to: number): true | Refusal {
  const { document } = situation;
  if (entry.type !== document.kind.entries.approval) return true;
  if (entry.entryNo === document.timeline.currentEntryNo) return mayBePassedTo(situation, to);
  if (!isApprover(situation, to)) return refuse('not_an_approver');
  return isMaker(to, makersOf(situation)) ? refuse('self_approval') : true;
}

/** The current task becomes the heir's own, even if the heir already has it as a substitute. */
function handedOver(situation: DocumentSituation, from: number, to: number): Timeline | Refusal {
  const { timeline } = situation.document;
  if (currentEntry(timeline)?.lbUserId !== to) return reassignTask(situation, to, null);
  const noted = remark(handoverRemark('task_reassigned', from, to, null));
  return change(timeline, occasionOf(situation), reassign(to), noted);
}

/** Whether a substitute of the current task's owner may have it. */
function maySuit(situation: DocumentSituation): (candidate: number) => boolean {
  const task = currentEntry(situation.document.timeline);
  const owner = (task && ownerOf(task)) ?? undefined;
  return (candidate) => mayTakeOverApproval(situation, candidate, owner) === true;
}

function isSame(before: Timeline, after: Timeline): boolean {
  return before.entries.length === after.entries.length
    ? before.entries.every((entry, place) => {
        const other = after.entries[place];
        return entry.lbUserId === other?.lbUserId && entry.forUserId === other?.forUserId;
      })
    : false;
}
