import { isRefusal, type Refusal, refuse } from '../base/refusal.ts';
import {
  type EntryStatus,
  type EntryType,
  isRemark,
  isStep,
  isUnassigned,
  mayFollowCancellation,
} from './kinds.ts';
import {
  currentEntry,
  type Entry,
  isCancelled,
  isDone,
  isEnding,
  type Occasion,
  type SystemNote,
  stepsAhead,
  type Timeline,
  withDerived,
} from './timeline.ts';

/**
 * A change of a timeline, applied by `change`.
 *
 * @see docs/topics/tasks-and-timelines.md
 */
export type Operation = (timeline: Timeline, occasion: Occasion) => Timeline | Refusal;

/** An entry to insert. Without `lbUserId` the actor is the assignee (TL-16); with a `status` it is already done. */
export interface NewEntry {
  readonly type: EntryType;
  readonly lbUserId?: number | null;
  readonly status?: EntryStatus;
  readonly comment?: string | null;
  readonly note?: SystemNote;
}

/** Status and comment with which an entry ends. */
export interface Ending {
  readonly status: EntryStatus;
  readonly comment?: string | null | undefined;
}

/** Applies operations in order, all or none, and updates texts and sizes; refuses those that do not fit the timeline. */
export function change(
  timeline: Timeline,
  occasion: Occasion,
  ...operations: readonly Operation[]
): Timeline | Refusal {
  let changed = timeline;
  for (const operation of operations) {
    const next = operation(changed, occasion);
    if (isRefusal(next)) return next;
    changed = next;
  }
  if (occasion.isFixed && !hasOnlyNewRemarks(timeline, changed)) return refuse('step_not_possible');
  return withDerived(changed, occasion.isGroup);
}

/** A new timeline with only its first entry, which is in progress, or done if it has a `status`. */
export function startTimeline(start: NewEntry, occasion: Occasion): Timeline {
  const entry = madeEntry(start, 'before', occasion);
  return withDerived({ currentEntryNo: isDone(entry) ? 1 : 0, entries: [entry] }, occasion.isGroup);
}

/**
 * Ends the current entry and advances by `by` entries (TL-11). Done entries in between keep their state; jumping over
 * an undone entry, or ending on a done one, is refused.
 */
export function forward(ending: Ending, by = 1): Operation {
  return (timeline, occasion) => {
    const current = currentEntry(timeline);
    const target = timeline.currentEntryNo + by;
    const jumped = timeline.entries.filter(
      (entry) => entry.entryNo > timeline.currentEntryNo && entry.entryNo < target,
    );
    const landing = timeline.entries[target];
    const isPossible =
      current !== null &&
      by >= 1 &&
      target <= timeline.entries.length &&
      jumped.every(isDone) &&
      !(landing && isDone(landing));
    if (!isPossible) return refuse('step_not_possible');
    return { ...withEntry(timeline, ended(current, ending, occasion)), currentEntryNo: target };
  };
}

/** `forward` to the next undone entry, or past the last one, as actions of persons do. */
export function forwardToNext(ending: Ending): Operation {
  return (timeline, occasion) => {
    const next = stepsAhead(timeline)[0]?.entryNo ?? timeline.entries.length;
    return forward(ending, next - timeline.currentEntryNo)(timeline, occasion);
  };
}

/**
 * Skips `count` unneeded steps after the current one (TL-12): they and the current entry become approved, the skipped
 * ones lose their assignee, and the entry after them becomes current.
 */
export function skip(ending: Partial<Ending> = {}, count = 1): Operation {
  return (timeline, occasion) => {
    const current = currentEntry(timeline);
    const ahead = stepsAhead(timeline);
    const skipped = ahead.slice(0, count);
    if (current === null || count < 1 || skipped.length < count) return refuse('step_not_possible');
    const changed = [
      ended(current, { status: 'approved', ...ending }, occasion),
      ...skipped.map((entry) => ended({ ...entry, lbUserId: null }, { status: 'approved' }, occasion)),
    ];
    const next = ahead[count]?.entryNo ?? timeline.entries.length;
    return { ...changed.reduce(withEntry, timeline), currentEntryNo: next };
  };
}

/** Inserts done entries before the current one, which stays current (TL-13). */
export function insertBefore(...additions: readonly NewEntry[]): Operation {
  return (timeline, occasion) => {
    const isPossible =
      timeline.currentEntryNo > 0 &&
      additions.every((addition) => isDone({ status: addition.status ?? null }));
    if (!isPossible) return refuse('step_not_possible');
    const entries = additions.map((addition) => madeEntry(addition, 'before', occasion));
    return {
      currentEntryNo: timeline.currentEntryNo + entries.length,
      entries: spliced(timeline.entries, timeline.currentEntryNo, entries),
    };
  };
}

/**
 * Inserts entries after the current one (TL-13). If nothing is in progress they follow the last entry, so that the
 * first of them becomes current; a cancelled document is not reopened.
 */
export function insertAfter(...additions: readonly NewEntry[]): Operation {
  return insertAhead((timeline) => timeline.currentEntryNo + 1, additions);
}

/**
 * `insertAfter`, but after the remarks that directly follow the current entry: a withdrawn request has its comments
 * there.
 */
export function insertNext(...additions: readonly NewEntry[]): Operation {
  return insertAhead(endOfDoneAfterCurrent, additions);
}

/**
 * Adds a remark in chronological order: before the current entry (TL-20). On a draft it follows the start, which is
 * always entry 0.
 */
export function remark(addition: NewEntry & { readonly status: EntryStatus }): Operation {
  return (timeline, occasion) =>
    (timeline.currentEntryNo === 0 ? insertNext(addition) : insertBefore(addition))(timeline, occasion);
}

/** Removes the undone entries ahead (TL-14 a). Done ones stay: comments are never deleted (TL-20). */
export function removeAfter(): Operation {
  return (timeline) => without(timeline, (entry) => entry.entryNo > timeline.currentEntryNo);
}

/** Removes the approvals and the order placement ahead (TL-14 b). */
export function removeApprovalAndSendOrder(): Operation {
  return (timeline) =>
    without(
      timeline,
      (entry) =>
        entry.entryNo > timeline.currentEntryNo && (entry.type === 'approval' || entry.type === 'send-order'),
    );
}

/** Removes one undone entry; later numbers are decremented (TL-14 c). Refuses past or done entries, and the start. */
export function removeOne(entryNo: number): Operation {
  return (timeline) => {
    const entry = timeline.entries[entryNo];
    const follower = timeline.entries[entryNo + 1];
    const isPast = entryNo === 0 || entryNo < timeline.currentEntryNo;
    const leavesDoneCurrent =
      entryNo === timeline.currentEntryNo && follower !== undefined && isDone(follower);
    if (!entry || isPast || isDone(entry) || leavesDoneCurrent) return refuse('step_not_possible');
    return without(timeline, (candidate) => candidate === entry);
  };
}

/** Removes the undone entries of a type from a number on, never the current one (TL-14 d). */
export function removeByType(type: EntryType, fromEntryNo: number): Operation {
  return (timeline) =>
    without(
      timeline,
      (entry) =>
        entry.type === type && entry.entryNo >= fromEntryNo && entry.entryNo > timeline.currentEntryNo,
    );
}

/**
 * Assigns the current entry to a person or task group, acting for themselves or as a substitute; nothing else changes
 * (TL-15, APPR-15).
 */
export function reassign(lbUserId: number, forUserId: number | null = null): Operation {
  return (timeline) => {
    const current = currentEntry(timeline);
    if (current === null) return refuse('step_not_possible');
    return withEntry(timeline, { ...current, lbUserId, forUserId });
  };
}

/** Reassigns the steps ahead from one person to another, if that person may have them. */
export function reassignAhead(from: number, to: number, mayHave: (entry: Entry) => boolean): Operation {
  return (timeline) => ({
    ...timeline,
    entries: timeline.entries.map((entry) =>
      entry.entryNo > timeline.currentEntryNo && !isDone(entry) && entry.lbUserId === from && mayHave(entry)
        ? { ...entry, lbUserId: to }
        : entry,
    ),
  });
}

/** A member takes the current entry from its task group, which marks it `reassigned` (TASK-03, TL-21). */
export function takeFromGroup(personId: number): Operation {
  return (timeline) => {
    const current = currentEntry(timeline);
    if (current === null) return refuse('step_not_possible');
    return withEntry(timeline, { ...current, lbUserId: personId, forUserId: null, status: 'reassigned' });
  };
}

/** Returns an accepted entry to its task group (TASK-03). */
export function returnToGroup(groupId: number): Operation {
  return (timeline) => {
    const current = currentEntry(timeline);
    if (current?.status !== 'reassigned') return refuse('step_not_possible');
    return withEntry(timeline, { ...current, lbUserId: groupId, forUserId: null, status: null });
  };
}

/**
 * Ends the whole document prematurely (TASK-08, TL-25): the current entry is canceled, a done cancellation entry
 * follows it, later entries stay undone, and nothing is in progress any more.
 */
export function cancel(comment: string | null): Operation {
  return (timeline, occasion) => {
    const current = currentEntry(timeline);
    if (current === null) return refuse('step_not_possible');
    const canceled = withEntry(timeline, ended(current, { status: 'canceled', comment }, occasion));
    const cancellation = madeEntry({ type: 'cancellation', status: 'canceled' }, 'after', occasion);
    const entries = spliced(canceled.entries, endOfDoneAfterCurrent(timeline), [cancellation]);
    return { currentEntryNo: entries.length, entries };
  };
}

/** Ends a document without open work, as a notice ends a contract (CON-10): its last entry is a done cancellation. */
export function endAtRest(reported: Pick<NewEntry, 'comment' | 'note'>): Operation {
  return (timeline, occasion) => {
    if (currentEntry(timeline) !== null || isCancelled(timeline)) return refuse('step_not_possible');
    const cancellation = madeEntry(
      { ...reported, type: 'cancellation', status: 'canceled' },
      'after',
      occasion,
    );
    const entries = spliced(timeline.entries, timeline.entries.length, [cancellation]);
    return { currentEntryNo: entries.length, entries };
  };
}

/** Reverses `endAtRest`: its entry becomes declined, followed by a remark and a clearing (CON-10). */
export function undoEnd(
  reported: NewEntry & { readonly status: EntryStatus },
  clearing: NewEntry,
): Operation {
  return (timeline, occasion) => {
    const ending = timeline.entries.find(isEnding);
    if (ending === undefined || currentEntry(timeline) !== null) return refuse('step_not_possible');
    const declined = withEntry(timeline, { ...ending, status: 'declined' });
    const added = [reported, clearing].map((one) => madeEntry(one, 'after', occasion));
    const entries = numbered([...declined.entries, ...added]);
    return { currentEntryNo: entries.length - 1, entries };
  };
}

/** Adds work after a cancellation, such as taking back an export (EXP-24); it is then in progress. */
export function followCancellation(addition: NewEntry): Operation {
  return (timeline, occasion) => {
    const mayFollow = isCancelled(timeline) && mayFollowCancellation(addition.type);
    if (!mayFollow || currentEntry(timeline) !== null) return refuse('step_not_possible');
    const entry = madeEntry(addition, 'after', occasion);
    return { ...timeline, entries: spliced(timeline.entries, timeline.entries.length, [entry]) };
  };
}

/**
 * Marks the approved steps of a type as canceled: their effect was reversed externally and must not be shown as done
 * (EXP-23).
 */
export function takeBack(type: EntryType): Operation {
  return (timeline) => ({
    ...timeline,
    entries: timeline.entries.map((entry) =>
      entry.type === type && entry.status === 'approved' ? { ...entry, status: 'canceled' } : entry,
    ),
  });
}

/** Returns the document to its start: all steps are removed, remarks stay (TASK-22). Refused once a step is done. */
export function restart(): Operation {
  return (timeline) => {
    const start = timeline.entries[0];
    const isPossible =
      start !== undefined &&
      currentEntry(timeline) !== null &&
      timeline.currentEntryNo > 0 &&
      !timeline.entries.some((entry) => isStep(entry.type) && isDone(entry));
    if (!isPossible) return refuse('step_not_possible');
    const reopened: Entry = { ...start, status: null, completedAt: null, comment: null };
    const remarks = timeline.entries.slice(1).filter((entry) => isRemark(entry.type));
    return { currentEntryNo: 0, entries: numbered([reopened, ...remarks]) };
  };
}

function madeEntry(addition: NewEntry, place: 'before' | 'after', occasion: Occasion): Entry {
  const defaultAssignee = isUnassigned(addition.type) && place === 'after' ? null : occasion.actorId;
  return {
    id: null,
    entryNo: 0,
    type: addition.type,
    status: addition.status ?? null,
    size: 'size-m',
    textType: 'future',
    lbUserId: addition.lbUserId === undefined ? defaultAssignee : addition.lbUserId,
    forUserId: null,
    comment: addition.comment ?? null,
    note: addition.note ?? null,
    completedAt: isDone({ status: addition.status ?? null }) ? occasion.now : null,
    createdAt: occasion.now,
    createdBy: occasion.actorId,
  };
}

function insertAhead(position: (timeline: Timeline) => number, additions: readonly NewEntry[]): Operation {
  return (timeline, occasion) => {
    const entries = additions.map((addition) => madeEntry(addition, 'after', occasion));
    const [first] = entries;
    const isEnded = currentEntry(timeline) === null;
    if (isEnded && first && (isDone(first) || isCancelled(timeline))) return refuse('step_not_possible');
    const place = Math.min(position(timeline), timeline.entries.length);
    return { ...timeline, entries: spliced(timeline.entries, place, entries) };
  };
}

function ended(entry: Entry, ending: Ending, occasion: Occasion): Entry {
  return {
    ...entry,
    status: ending.status,
    comment: ending.comment ?? entry.comment,
    completedAt: occasion.now,
  };
}

function endOfDoneAfterCurrent(timeline: Timeline): number {
  let position = timeline.currentEntryNo + 1;
  for (let next = timeline.entries[position]; next && isDone(next); next = timeline.entries[position]) {
    position += 1;
  }
  return position;
}

function withEntry(timeline: Timeline, changed: Entry): Timeline {
  return {
    ...timeline,
    entries: timeline.entries.map((entry) => (entry.entryNo === changed.entryNo ? changed : entry)),
  };
}

function spliced(entries: readonly Entry[], position: number, additions: readonly Entry[]): readonly Entry[] {
  return numbered(entries.toSpliced(position, 0, ...additions));
}

function without(timeline: Timeline, isRemoved: (entry: Entry) => boolean): Timeline {
  return {
    ...timeline,
    entries: numbered(timeline.entries.filter((entry) => isDone(entry) || !isRemoved(entry))),
  };
}

function numbered(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry, entryNo) => ({ ...entry, entryNo }));
}

function hasOnlyNewRemarks(before: Timeline, after: Timeline): boolean {
  return fixedPart(before) === fixedPart(after);
}

function fixedPart(timeline: Timeline): string {
  const isNewRemark = (entry: Entry) =>
    entry.id === null && (entry.status === 'comment' || entry.status === 'system');
  const fixed = timeline.entries.filter((entry) => !isNewRemark(entry));
  return JSON.stringify(fixed.map((entry) => ({ ...entry, entryNo: 0, size: '', textType: '' })));
}
