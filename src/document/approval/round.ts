import type { EntryType } from '../../timeline/kinds.ts';
import { isRemark } from '../../timeline/kinds.ts';
import { currentEntry, type Entry, isDone, stepsAhead, type Timeline } from '../../timeline/timeline.ts';

/** The entries of one approval round. */
type Round = readonly Entry[];

/** The approvals done since the approvers were last chosen. A different step in between ends the round (TASK-07). */
export function approvedInRound(timeline: Timeline, approval: EntryType): Round {
  const past = timeline.entries.filter(
    (entry) => entry.entryNo < timeline.currentEntryNo && !isRemark(entry.type) && isDone(entry),
  );
  const start = past.findLastIndex((entry) => entry.type !== approval || entry.status !== 'approved');
  return past.slice(start + 1);
}

/**
 * Whether a refusal stands: whoever refuses takes an earlier approval back (TASK-06, TASK-07), until a later round is
 * given in full. A single approval of an unfinished round does not undo it.
 *
 * @see docs/decisions/0703-only-an-approval-undoes-a-refusal.md
 */
export function isDeclined({ entries }: Timeline, approval: EntryType): boolean {
  const steps = entries.filter(({ type }) => !isRemark(type));
  const refused = steps.findLastIndex(({ type, status }) => type === approval && status === 'declined');
  if (refused < 0) return false;
  const later = steps.slice(refused + 1);
  // A step that was skipped as unneeded has no person.
  return !later.some(
    ({ type, status, lbUserId }, place) =>
      type === approval && status === 'approved' && lbUserId !== null && later[place + 1]?.type !== approval,
  );
}

/** The approvals after the current entry. */
export function approvalsAhead(timeline: Timeline, approval: EntryType): Round {
  return stepsAhead(timeline).filter((entry) => entry.type === approval);
}

/** Why a record is kept: a round is asked, a round has approved, or no approval was needed (APPR-18). */
export type RecordState = 'asked' | 'approved' | 'unneeded';

/**
 * The record that a change requires: `asked` if it begins a round, `approved` if it completes one; null otherwise.
 */
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
 * The approvals of the current round, done and due; once all are done, those of the last round. Empty while clearing
 * will choose new approvers. Excludes approvals dropped undone.
 */
export function approvalRound(timeline: Timeline, approval: EntryType, clearing: EntryType): Round {
  const approvals = timeline.entries.filter(
    ({ type, textType }) => type === approval && textType !== 'finished-unsuccessful',
  );
  const last = approvals.at(-1);
  if (last === undefined) return [];
  const isChosenAgain = timeline.entries.some(
    ({ type, entryNo }) => type === clearing && entryNo > last.entryNo && entryNo <= timeline.currentEntryNo,
  );
  if (isChosenAgain) return [];
  const from = Math.min(timeline.currentEntryNo, last.entryNo);
  const given = approvedInRound({ ...timeline, currentEntryNo: from }, approval);
  return [...given, ...approvals.filter(({ entryNo }) => entryNo >= from)];
}
