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

/** A remark of the product itself, stored as code and values and worded per reader (ROLE-07). */
export interface SystemNote {
  readonly code: string;
  readonly values: Readonly<Record<string, RefusalValue>>;
  /** Amounts, separate because only readers with `user-price` may see them. */
  readonly amounts: Readonly<Record<string, string>>;
}

/** One entry of a timeline (DATA-44). `size` and `textType` are derived, see `withDerived`. */
export interface Entry {
  /** The id of the stored row, or null for a new entry; lets a store write exactly the changes. */
  readonly id: number | null;
  readonly entryNo: number;
  readonly type: EntryType;
  /** Null until done. */
  readonly status: EntryStatus | null;
  readonly size: EntrySize;
  readonly textType: TextType;
  /** The assignee, a person or a task group; null if everyone with the right may act. */
  readonly lbUserId: number | null;
  /** The owner of the task while the assignee is a substitute; null if the assignee is the owner (APPR-15). */
  readonly forUserId: number | null;
  readonly comment: string | null;
  readonly note: SystemNote | null;
  /** Instants in ISO 8601. */
  readonly completedAt: string | null;
  readonly createdAt: string;
  readonly createdBy: number | null;
}

/**
 * The ordered steps of one document. Entry 0 is the start; lower numbers than `currentEntryNo` are past, it is in
 * progress, higher ones are future (TL-02). `currentEntryNo` = last number + 1 means that nothing is in progress
 * (TL-19).
 */
export interface Timeline {
  readonly currentEntryNo: number;
  /** Ascending by `entryNo`, without gaps. */
  readonly entries: readonly Entry[];
}

/** Who acts and when: the facts outside the pure engine. */
export interface Occasion {
  readonly now: string;
  /** Null if the product itself acts, in jobs without a person. */
  readonly actorId: number | null;
  readonly isGroup: IsGroup;
  /** The document's text is fixed; only comments and system remarks are accepted (TL-10). */
  readonly isFixed?: boolean;
}

export type IsGroup = (lbUserId: number) => boolean;

/** The entry in progress, or null if the document is done or cancelled. */
export function currentEntry(timeline: Timeline): Entry | null {
  return timeline.entries[timeline.currentEntryNo] ?? null;
}

/** The undone steps ahead, in order. */
export function stepsAhead(timeline: Timeline): readonly Entry[] {
  return timeline.entries.filter((entry) => entry.entryNo > timeline.currentEntryNo && !isDone(entry));
}

export function isCancelled(timeline: Timeline): boolean {
  return timeline.entries.some(isEnding);
}

/** The entry has ended its document, and the end was not reversed (CON-10). */
export function isEnding({ type, status }: Pick<Entry, 'type' | 'status'>): boolean {
  return type === 'cancellation' && status !== 'declined';
}

/** Done with any outcome; a group task accepted by a person is not done. */
export function isDone(entry: Pick<Entry, 'status'>): boolean {
  return entry.status !== null && entry.status !== 'reassigned';
}

/** The stored text variant of an entry; the only implementation of TL-09. */
export function textTypeOf(entry: Entry, currentEntryNo: number, isGroup: IsGroup): TextType {
  // A done entry is never future, even after the start of a document that is a draft again.
  if (entry.entryNo > currentEntryNo && !isDone(entry)) return 'future';
  if (entry.entryNo === currentEntryNo) {
    return entry.lbUserId !== null && isGroup(entry.lbUserId) ? 'assignment' : 'present';
  }
  if (!isDone(entry)) return 'finished-unsuccessful';
  return entry.status === 'declined' || entry.status === 'canceled' ? 'past-unsuccessful' : 'past';
}

/** The current step is large, other steps medium, comments, system and audit entries small (ENUM-08). */
export function sizeOf(entry: Entry, currentEntryNo: number): EntrySize {
  if (isRemark(entry.type)) return 'size-s';
  return entry.entryNo === currentEntryNo && isWork(entry.type) ? 'size-l' : 'size-m';
}

/** Whether step, assignee or outcome changed; comments and other remarks do not count (TL-26). */
export function isContentChange(before: Timeline, after: Timeline): boolean {
  return contentOf(before) !== contentOf(after);
}

/** The person to notify of a new task by this change (TASK-20); null if there is none. */
export function incomingTaskOf(before: Timeline, after: Timeline): number | null {
  const task = currentEntry(after);
  if (task === null || !isStep(task.type)) return null;
  const previous = currentEntry(before);
  const isSameTask = task.id !== null && task.id === previous?.id && task.lbUserId === previous.lbUserId;
  return isSameTask ? null : task.lbUserId;
}

const endsOfSteps: readonly (EntryStatus | null)[] = ['approved', 'declined', 'canceled'];

/** When a done step began to wait: when it was added, or when the last step before it was done. */
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

/** The timeline with derived texts and sizes. */
export function withDerived(timeline: Timeline, isGroup: IsGroup): Timeline {
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
