import type { EntryType } from '../../timeline/kinds.ts';
import { isRemark } from '../../timeline/kinds.ts';
import { type Entry, isDone, stepsAhead, type Timeline } from '../../timeline/timeline.ts';

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
