import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { isRemark } from '../../timeline/kinds.ts';
import { change, insertAfter, remark, takeBack } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, isCancelled, type Occasion, type Timeline } from '../../timeline/timeline.ts';
import { withReversalTask } from '../invoice/reversal.ts';

/** The export in a withdrawn run, and whether the invoice was exported in other valid runs. */
export interface ExportInRun {
  /** It reversed an earlier export (EXP-24). */
  readonly isReversal: boolean;
  readonly exportedBefore: boolean;
  readonly exportedLater: boolean;
  /** Another valid export of the invoice is to be reversed. */
  readonly awaitsReversal: boolean;
}

/** The withdrawn run with the reason. */
export interface Withdrawal {
  /** `EX-000012` */
  readonly run: string;
  readonly reason: string;
}

/**
 * The timeline of an invoice whose run is withdrawn: it waits for export again, with a remark about the reason
 * (EXP-23). It only gets the remark where it has moved on, was discarded, or where another valid export has the same
 * data. A discarded invoice gets its reversal task back if the run contained the reversal, and loses it if the run
 * contained the export (EXP-24).
 */
export function withdrawnTimeline(
  timeline: Timeline,
  occasion: Occasion,
  exported: ExportInRun,
  { run, reason }: Withdrawal,
): Timeline {
  const payload = remark({ ...systemRemark({ code: 'export_withdrawn', values: { run } }), comment: reason });
  const stands = exported.exportedBefore || exported.exportedLater;
  const isUndone = !exported.isReversal && !stands && !isCancelled(timeline);
  const changed = change(
    timeline,
    occasion,
    ...(isUndone ? [takeBack('invoice-export')] : []),
    payload,
    ...(waitsAgain(timeline, exported, run) ? [insertAfter({ type: 'invoice-export', lbUserId: null })] : []),
  );
  const who = timeline.entries.findLast(({ type }) => type === 'invoice-export')?.lbUserId ?? null;
  return fitting(withReversalTask(fitting(changed), occasion, exported.awaitsReversal, who, 'canceled'));
}

function waitsAgain(timeline: Timeline, exported: ExportInRun, run: string): boolean {
  const isCompleted = currentEntry(timeline) === null && !isCancelled(timeline);
  if (exported.isReversal || exported.exportedLater || !isCompleted) return false;
  return !exported.exportedBefore || endedStep(timeline, run);
}

/** Whether the run ended a step instead of exporting a completed invoice again: then its remark precedes the step. */
function endedStep({ entries }: Timeline, run: string): boolean {
  const payload = entries.findIndex(({ note }) => note?.code === 'exported' && note.values.run === run);
  const next = payload < 0 ? undefined : entries.slice(payload + 1).find(({ type }) => !isRemark(type));
  return next?.type === 'invoice-export';
}

/** Throws where the operations do not fit the timeline, which would be a bug. */
function fitting(changed: Timeline | Refusal): Timeline {
  if (isRefusal(changed)) throw new Error(`withdrawal of an invoice refused: ${changed.code}`);
  return changed;
}
