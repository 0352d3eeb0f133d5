import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../base/refusal.ts';
import { documentStatus } from '../../timeline/document-status.ts';
import {
  cancel,
  change,
  followCancellation,
  forwardToNext,
  insertAfter,
  type Operation,
  remark,
  startTimeline,
} from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, type Occasion, type Timeline } from '../../timeline/timeline.ts';
import { type ExportInRun, withdrawnTimeline } from './withdrawing.ts';

const occasion: Occasion = { now: '2026-11-25T10:00:00Z', actorId: 7, isGroup: () => false };

function grown(timeline: Timeline, ...operations: readonly Operation[]): Timeline {
  const changed = change(timeline, occasion, ...operations);
  if (isRefusal(changed)) throw new Error(changed.code);
  return changed;
}

const exportedBy = (run: string) => remark(systemRemark({ code: 'exported', values: { run } }));
const step = (type: 'invoice-export' | 'invoice-clearing') => insertAfter({ type, lbUserId: null });
const done = forwardToNext({ status: 'approved' });

/** An invoice exported in run 1. */
const exported = grown(
  startTimeline({ type: 'invoice-upload', status: 'upload' }, occasion),
  step('invoice-export'),
  exportedBy('EX-000001'),
  done,
);
const alone: ExportInRun = {
  isReversal: false,
  exportedBefore: false,
  exportedLater: false,
  awaitsReversal: false,
};

function statusAfter(timeline: Timeline, how: Partial<ExportInRun> = {}, run = 'EX-000001') {
  const changed = withdrawnTimeline(timeline, occasion, { ...alone, ...how }, { run, reason: 'falsch' });
  return documentStatus('invoice', changed);
}

describe('EXP-23 an invoice whose run is withdrawn', () => {
  it('waits for export again', () => {
    expect(documentStatus('invoice', exported)).toBe('completed');
    expect(statusAfter(exported)).toBe('export');
  });

  it('stays exported while another run with the same data is valid', () => {
    expect(statusAfter(exported, { exportedLater: true })).toBe('completed');
    const repeated = grown(exported, exportedBy('EX-000002'));
    expect(statusAfter(repeated, { exportedBefore: true }, 'EX-000002')).toBe('completed');
    expect(statusAfter(repeated, {}, 'EX-000002')).toBe('export');
  });

  it('EXP-16 waits again after a correction in between', () => {
    const corrected = grown(
      exported,
      step('invoice-clearing'),
      step('invoice-export'),
      done,
      exportedBy('EX-000002'),
      done,
    );
    expect(statusAfter(corrected, { exportedBefore: true }, 'EX-000002')).toBe('export');
  });

  it('EXP-24 stays discarded, and a withdrawn reversal only gets a remark', () => {
    const discarded = grown(exported, step('invoice-clearing'), cancel('doppelt'));
    expect(statusAfter(discarded)).toBe('declined-exported');
    expect(statusAfter(discarded, { isReversal: true })).toBe('declined-exported');
    expect(statusAfter(exported, { isReversal: true })).toBe('completed');
  });

  it('EXP-24 is a task again when its reversal is withdrawn, and none when its export is withdrawn', () => {
    const task = followCancellation({ type: 'invoice-export', lbUserId: 7 });
    const waiting = grown(exported, step('invoice-clearing'), cancel('doppelt'), task);
    const taskAfter = (timeline: Timeline, how: Partial<ExportInRun>) => {
      const changed = withdrawnTimeline(
        timeline,
        occasion,
        { ...alone, ...how },
        { run: 'EX-000001', reason: 'falsch' },
      );
      const last = changed.entries.findLast(({ type }) => type === 'invoice-export');
      return [currentEntry(changed)?.lbUserId, last?.status, last?.textType];
    };
    expect(taskAfter(waiting, {})).toEqual([undefined, 'canceled', 'past-unsuccessful']);
    expect(taskAfter(waiting, { awaitsReversal: true })).toEqual([7, null, 'present']);
    const over = grown(waiting, done);
    expect(taskAfter(over, { isReversal: true, awaitsReversal: true })).toEqual([7, null, 'present']);
  });

  it('counts as never exported when it is discarded later', () => {
    const inClearing = grown(exported, step('invoice-clearing'));
    const changed = withdrawnTimeline(inClearing, occasion, alone, { run: 'EX-000001', reason: 'falsch' });
    expect(documentStatus('invoice', changed)).toBe('clearing');
    expect(documentStatus('invoice', grown(changed, cancel('doppelt')))).toBe('declined');
  });
});
