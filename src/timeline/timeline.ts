import type { RefusalValue } from '../base/refusal.ts';
import {
  type EntrySize,
  type EntryStatus,
  type EntryType,
  isRemark,
  isStep,
  isWork,
  type TextType,
} from './kinds.ts';

/** A remark of the product itself, stored as code and values and put into words per reader (ROLE-07). */
export interface SystemNote {
  readonly code: string;
  readonly values: Readonly<Record<string, RefusalValue>>;
  /** Amounts, apart from the other values because only readers with `user-price` may see them. */
  readonly amounts: Readonly<Record<string, string>>;
}

/** One entry of a timeline (DATA-44). `size` and `textType` follow from the rest, see `settled`. */
export interface Entry {
  /** The stored row, or null while the entry is new; lets a store write exactly what changed. */
  readonly id: number | null;
  readonly entryNo: number;
  readonly type: EntryType;
  /** Null while nobody has done it. */
  readonly status: EntryStatus | null;
  readonly size: EntrySize;
  readonly textType: TextType;
  /** The assignee, a person or a task group; null where everybody with the right may act. */
  readonly lbUserId: number | null;
  /** Whose task it is while the assignee stands in for him; null where the assignee acts for himself (APPR-15). */
  readonly forUserId: number | null;
  readonly comment: string | null;
  readonly note: SystemNote | null;
  /** Instants as ISO 8601 text. */
  readonly completedAt: string | null;
  readonly createdAt: string;
  readonly createdBy: number | null;
}

/**
 * The ordered steps of one document. Entry 0 is the start; lower numbers than `currentEntryNo` are
 * past, it is in progress, higher ones are future (TL-02). `currentEntryNo` = last number + 1 means
 * that nothing is in progress any more (TL-19).
 */
export interface Timeline {
  readonly currentEntryNo: number;
  /** Ascending by `entryNo`, without gaps. */
  readonly entries: readonly Entry[];
}

/** Who acts and when: all that the pure engine cannot know by itself. */
export interface Occasion {
  readonly now: string;
  /** Null where the product itself acts, in jobs that nobody asked for. */
  readonly actorId: number | null;
  readonly isGroup: IsGroup;
  /** The document's text is fixed, so that only comments and system remarks are accepted (TL-10). */
  readonly isFixed?: boolean;
}

export type IsGroup = (lbUserId: number) => boolean;

/** The entry in progress, or null when the document is done or cancelled. */
export function currentEntry(timeline: Timeline): Entry | null {
  return timeline.entries[timeline.currentEntryNo] ?? null;
}

/** The steps still to come, in their order. */
export function stepsAhead(timeline: Timeline): readonly Entry[] {
  return timeline.entries.filter((entry) => entry.entryNo > timeline.currentEntryNo && !isDone(entry));
}

export function isCancelled(timeline: Timeline): boolean {
  return timeline.entries.some(isEnding);
}

/** The entry has ended its document, and nobody has taken that back (CON-10). */
export function isEnding({ type, status }: Pick<Entry, 'type' | 'status'>): boolean {
  return type === 'cancellation' && status !== 'declined';
}

/** Done, in whatever way; a task that a person accepted from a group is still to be done. */
export function isDone(entry: Pick<Entry, 'status'>): boolean {
  return entry.status !== null && entry.status !== 'reassigned';
}

/** The stored text variant of an entry; the only place that knows TL-09. */
export function textTypeOf(entry: Entry, currentEntryNo: number, isGroup: IsGroup): TextType {
  // What is done is no future, also where it follows the start of a document that is a draft again.
  if (entry.entryNo > currentEntryNo && !isDone(entry)) return 'future';
  if (entry.entryNo === currentEntryNo) {
    return entry.lbUserId !== null && isGroup(entry.lbUserId) ? 'assignment' : 'present';
  }
  if (!isDone(entry)) return 'finished-unsuccessful';
  return entry.status === 'declined' || entry.status === 'canceled' ? 'past-unsuccessful' : 'past';
}

/** Current step large, other steps medium, comments, system and audit entries small (ENUM-08). */
export function sizeOf(entry: Entry, currentEntryNo: number): EntrySize {
  if (isRemark(entry.type)) return 'size-s';
  return entry.entryNo === currentEntryNo && isWork(entry.type) ? 'size-l' : 'size-m';
}

/** Whether step, assignee or outcome changed; comments and other remarks do not count (TL-26). */
export function isContentChange(before: Timeline, after: Timeline): boolean {
  return contentOf(before) !== contentOf(after);
}

/** To whom a new task has come by this change, to be notified (TASK-20); null when nobody got one. */
export function incomingTaskOf(before: Timeline, after: Timeline): number | null {
  const task = currentEntry(after);
  if (task === null || !isStep(task.type)) return null;
  const previous = currentEntry(before);
  const isSameTask = task.id !== null && task.id === previous?.id && task.lbUserId === previous.lbUserId;
  return isSameTask ? null : task.lbUserId;
}

const endsOfSteps: readonly (EntryStatus | null)[] = ['approved', 'declined', 'canceled'];

/** Since when a step that is done had waited: from when it was added, or from the end of the last step done before it. */
export function waitedSince({ entries }: Timeline, { createdAt, completedAt }: Entry): string | null {
  if (completedAt === null) return null;
  const end = Date.parse(completedAt);
  const before = entries.flatMap((entry) =>
    endsOfSteps.includes(entry.status) && entry.completedAt !== null && Date.parse(entry.completedAt) < end
      ? [entry.completedAt]
      : [],
  );
  return [createdAt, ...before].reduce((latest, time) =>
    Date.parse(time) > Date.parse(latest) ? time : latest,
  );
}

/** The timeline with texts and sizes as they follow from its entries. */
export function settled(timeline: Timeline, isGroup: IsGroup): Timeline {
  return {
    currentEntryNo: timeline.currentEntryNo,
    entries: timeline.entries.map((entry) => ({
      ...entry,
      size: sizeOf(entry, timeline.currentEntryNo),
      textType: textTypeOf(entry, timeline.currentEntryNo, isGroup),
    })),
  };
}

function contentOf(timeline: Timeline): string {
  const current = currentEntry(timeline);
  return JSON.stringify(
    timeline.entries
      .filter((entry) => !isRemark(entry.type))
      .map((entry) => [
        entry.id,
        entry.type,
        entry.status,
        entry.lbUserId,
        entry.forUserId,
        entry === current,
      ]),
  );
}
