import { isRefusal, type Refusal, type RefusalCode, refuse } from '../base/refusal.ts';
import { isAvailable, occasionOf } from '../timeline/flow.ts';
import type { EntryType } from '../timeline/kinds.ts';
import { change, reassign, reassignAhead, remark } from '../timeline/operations.ts';
import { dueHandOver, longestChain, ownerOf, standInOf } from '../timeline/substitutes.ts';
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
 * A task that comes to somebody who is away goes straight to whoever stands in for him (APPR-15), and one that comes to somebody who
 * was deactivated or blocked since it was planned goes where his others went (ADM-23). One that he had before
 * is left to `settleTask`, which says so in the timeline (TL-21): a comment moves nothing.
 */
export function withStandIn<Result extends Outcome>(situation: DocumentSituation, result: Result): Result {
  const { document, facts } = situation;
  if (incomingTaskOf(document.timeline, result.timeline) === null) return result;
  const arrived = { ...situation, document: { ...document, timeline: result.timeline } };
  const left = leaveGone(arrived);
  if (left !== null && !isRefusal(left)) return { ...result, timeline: left.timeline, status: left.status };
  const due = dueHandOver(result.timeline, facts, maySuit(arrived));
  if (due === null) return result;
  const timeline = change(result.timeline, occasionOf(situation), reassign(due.to, due.forUserId));
  return isRefusal(timeline) ? result : { ...result, timeline };
}

/**
 * Brings an open task into the right hands after somebody went away or came back; null when it is there already,
 * so that it may be asked for as often as one likes (APPR-15).
 */
export function settleTask(situation: DocumentSituation): Outcome | Refusal | null {
  const { timeline } = situation.document;
  const due = dueHandOver(timeline, situation.facts, maySuit(situation));
  if (due === null) return null;
  const code = due.forUserId === null ? 'task_from_substitute' : 'task_to_substitute';
  const told = remark(handoverRemark(code, due.from, due.to, null));
  return outcome(situation, change(timeline, occasionOf(situation), reassign(due.to, due.forUserId), told));
}

/**
 * Takes the current task from whom it waits for in vain, with a warning in the timeline: a group in which nobody is active (TASK-24), or
 * somebody who was deactivated or blocked (ADM-23). It goes back to the group from which he took it, to his substitute, or to the role
 * default; there is no default approver, so that an approval goes to clearing instead. Null where it waits for nobody in vain.
 *
 * @param others who has it where none of these is there
 */
export function leaveGone(
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
 * Takes everything on the document from whom it waits for in vain: the current task, and what is planned (ADM-23). What is planned goes to
 * his substitute or the role default; an approval that neither may have stays until it is due, when others are chosen. Null where
 * nothing moves.
 */
export function leaveAllGone(
  situation: DocumentSituation,
  others: readonly number[] = [],
): Outcome | Refusal | null {
  const left = leaveGone(situation, others);
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
    const told = remark(systemRemark({ code: 'person_gone', values: { from, to } }));
    const changed = change(
      timeline,
      occasionOf(situation),
      reassignAhead(from, to, (one) => one.entryNo === entryNo),
      told,
    );
    if (isRefusal(changed)) return changed;
    timeline = changed;
  }
  return timeline;
}

/** The steps ahead that wait for somebody in vain. */
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

/** Who has a planned step in the place of its holder; nobody approves twice. */
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

/** Whether he himself, or anybody in the group, is there to do a task. */
function mayAct(facts: DocumentFacts, id: number): boolean {
  if (!isAvailable(facts, id)) return false;
  const { is_group, members } = facts.people.get(id) ?? { is_group: false, members: [] };
  return !is_group || members.length > 0;
}

function isPersonThere(facts: DocumentFacts, id: number): boolean {
  return facts.people.get(id)?.is_group === false && isAvailable(facts, id);
}

/**
 * Who would have a task without its holder: whoever is named first, such as whom he stands in for or the group that it came from, then his
 * substitute and theirs, whatever days they have named.
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
 * Hands everything that is a person's on this document over to another one, who must be allowed to have it
 * (ADM-10); null where nothing can be.
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

/** One thing that a person has to do on a document, now or later, and who will have it (ADM-10). */
export interface LeftTask {
  readonly type: EntryType;
  readonly isCurrent: boolean;
  /** The heir, or who stands in for him; where nobody was named, who has it once the person is gone. Null where it stays. */
  readonly to: number | null;
  /** Why the heir cannot have it. */
  readonly refusal: RefusalCode | null;
}

/** Who has a task once this person is gone. */
function holderWithout(situation: DocumentSituation, personId: number, entry: Entry): number | null {
  const { facts } = situation;
  const person = facts.people.get(personId);
  if (person === undefined) return null;
  const people = new Map(facts.people).set(personId, { ...person, active: false });
  const without = { ...situation, facts: { ...facts, people } };
  if (entry.entryNo !== situation.document.timeline.currentEntryNo)
    return heirAhead(without, entry, []) ?? null;
  const left = leaveGone(without);
  return left === null || isRefusal(left) ? null : (currentEntry(left.timeline)?.lbUserId ?? null);
}

/** What `handOverTasks` would do with everything that is a person's on this document; without an heir what `leaveGone` would do. */
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
    return { ...shown, to: isCurrent ? standInOf(situation.facts, to) : to, refusal: null };
  });
}

/**
 * Whether a step may become this person's: an approval neither that of a human whose document it is nor that of somebody who would approve
 * without a limit only because nobody gave him one (ADM-10, APPR-10).
 */
function mayTakeOver(situation: DocumentSituation, entry: Entry, to: number): true | Refusal {
  const { document } = situation;
  if (entry.type !== document.kind.entries.approval) return true;
  if (entry.entryNo === document.timeline.currentEntryNo) return mayBePassedTo(situation, to);
  if (!isApprover(situation, to)) return refuse('not_an_approver');
  return isMaker(to, makersOf(situation)) ? refuse('self_approval') : true;
}

/** The current task becomes his own, even where he has it in the place of its owner already. */
function handedOver(situation: DocumentSituation, from: number, to: number): Timeline | Refusal {
  const { timeline } = situation.document;
  if (currentEntry(timeline)?.lbUserId !== to) return reassignTask(situation, to, null);
  const told = remark(handoverRemark('task_reassigned', from, to, null));
  return change(timeline, occasionOf(situation), reassign(to), told);
}

/** Whoever stands in for the owner of the current task must be allowed to have it. */
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
