import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { isRemark } from '../../timeline/kinds.ts';
import { change, insertAfter, remark, takeBack } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, isCancelled, type Occasion, type Timeline } from '../../timeline/timeline.ts';
import { withReversalTask } from '../invoice/reversal.ts';

/** What left in a run that is withdrawn, and whether the same invoice left in others that stand. */
export interface LeftInRun {
  /** It took back what had left before (EXP-24). */
  readonly isReversal: boolean;
  readonly leftBefore: boolean;
  readonly leftLater: boolean;
  /** Anything that left of it and still stands is to be taken back. */
  readonly awaitsReversal: boolean;
}

/** Why which run is withdrawn. */
export interface Withdrawal {
  /** `EX-000012` */
  readonly run: string;
  readonly reason: string;
}

/**
 * The timeline of an invoice whose run is withdrawn: it waits for its export again, and a remark says why (EXP-23). It
 * stays where it is, with the remark alone, where it has gone on or was discarded meanwhile, and where another export
 * of it stands that this one has only repeated, or that has repeated this one. Of a discarded one, what the run had taken back
 * is a task again, and what it has never told is none any more (EXP-24).
 */
export function withdrawnTimeline(
  timeline: Timeline,
  occasion: Occasion,
  left: LeftInRun,
  { run, reason }: Withdrawal,
): Timeline {
  const told = remark({ ...systemRemark({ code: 'export_withdrawn', values: { run } }), comment: reason });
  const stands = left.leftBefore || left.leftLater;
  const isUndone = !left.isReversal && !stands && !isCancelled(timeline);
  const changed = change(
    timeline,
    occasion,
    ...(isUndone ? [takeBack('invoice-export')] : []),
    told,
    ...(waitsAgain(timeline, left, run) ? [insertAfter({ type: 'invoice-export', lbUserId: null })] : []),
  );
  const who = timeline.entries.findLast(({ type }) => type === 'invoice-export')?.lbUserId ?? null;
  return fitting(withReversalTask(fitting(changed), occasion, left.awaitsReversal, who, 'canceled'));
}

function waitsAgain(timeline: Timeline, left: LeftInRun, run: string): boolean {
  const isCompleted = currentEntry(timeline) === null && !isCancelled(timeline);
  if (left.isReversal || left.leftLater || !isCompleted) return false;
  return !left.leftBefore || endedStep(timeline, run);
}

/** Whether the run ended a step, rather than export once more what was completed: then its remark stands before the step. */
function endedStep({ entries }: Timeline, run: string): boolean {
  const told = entries.findIndex(({ note }) => note?.code === 'exported' && note.values.run === run);
  const next = told < 0 ? undefined : entries.slice(told + 1).find(({ type }) => !isRemark(type));
  return next?.type === 'invoice-export';
}

/** Throws where the operations do not fit a timeline, which they always do: a bug. */
function fitting(changed: Timeline | Refusal): Timeline {
  if (isRefusal(changed)) throw new Error(`a withdrawal does not fit its invoice: ${changed.code}`);
  return changed;
}
