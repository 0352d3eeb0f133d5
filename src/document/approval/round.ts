import type { EntryType } from '../../timeline/kinds.ts';
import { isRemark } from '../../timeline/kinds.ts';
import { currentEntry, type Entry, isDone, stepsAhead, type Timeline } from '../../timeline/timeline.ts';

/** The part of a timeline that makes up one round of approval. */
type Round = readonly Entry[];

/**
 * The approvals done since the approvers were last chosen; earlier ones no longer count once another step came
 * between (TASK-07).
 */
export function approvedInRound(timeline: Timeline, approval: EntryType): Round {
  const past = timeline.entries.filter(
    (entry) => entry.entryNo < timeline.currentEntryNo && !isRemark(entry.type) && isDone(entry),
  );
  const start = past.findLastIndex((entry) => entry.type !== approval || entry.status !== 'approved');
  return past.slice(start + 1);
}

/** The approvals that are still to come after the current entry. */
export function approvalsAhead(timeline: Timeline, approval: EntryType): Round {
  return stepsAhead(timeline).filter((entry) => entry.type === approval);
}

/** Why what a document says is kept as approved: a round is asked about it, has approved it, or nobody had to (APPR-18). */
export type RecordState = 'asked' | 'approved' | 'unneeded';

/** Whether with a change a round begins that is asked about the document as it is, or ends with its last approval. */
export function recordDue(
  before: Timeline,
  after: Timeline,
  approval: EntryType,
): Exclude<RecordState, 'unneeded'> | null {
  const [was, is] = [currentEntry(before), currentEntry(after)];
  if (is?.type === approval) {
    const isBegun =
      was?.type === approval && (was.id === is.id || approvedInRound(after, approval).length > 0);
    return isBegun ? null : 'asked';
  }
  if (was?.type !== approval) return null;
  const ended = after.entries.find(({ id }) => id !== null && id === was.id);
  return ended?.status === 'approved' ? 'approved' : null;
}

/**
 * The approvals that count now, done or still due; once all are done, those that were given last. Nobody is named
 * while clearing will choose the approvers anew, nor what was dropped undone.
 */
export function approvalRound(timeline: Timeline, approval: EntryType, clearing: EntryType): Round {
  const approvals = timeline.entries.filter(
    ({ type, textType }) => type === approval && textType !== 'finished-unsuccessful',
  );
  const last = approvals.at(-1);
  if (last === undefined) return [];
  const isChosenAnew = timeline.entries.some(
    ({ type, entryNo }) => type === clearing && entryNo > last.entryNo && entryNo <= timeline.currentEntryNo,
  );
  if (isChosenAnew) return [];
  const from = Math.min(timeline.currentEntryNo, last.entryNo);
  const given = approvedInRound({ ...timeline, currentEntryNo: from }, approval);
  return [...given, ...approvals.filter(({ entryNo }) => entryNo >= from)];
}
