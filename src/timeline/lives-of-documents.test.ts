import { describe, expect, it } from 'vitest';
import { idOf, noGroups, occasion, timelineOf, written } from '../../tests/support/timeline-notation.ts';
import { violations } from '../../tests/support/timeline-violations.ts';
import { isRefusal } from '../base/refusal.ts';
import { documentStatus } from './document-status.ts';
import type { DocumentKind, EntryType } from './kinds.ts';
import {
  cancel,
  change,
  followCancellation,
  forward,
  forwardToNext,
  insertAfter,
  type Operation,
  startTimeline,
} from './operations.ts';
import { currentEntry, type Timeline } from './timeline.ts';

const done = { status: 'approved' } as const;

function changed(timeline: Timeline, ...operations: Operation[]): Timeline {
  const result = change(timeline, occasion('K'), ...operations);
  if (isRefusal(result)) throw new Error(result.code);
  expect(violations(result, noGroups)).toEqual([]);
  return result;
}

/** Does the steps one by one; returns each current step with the document's status. */
function life(kind: DocumentKind, begun: Timeline, steps: readonly EntryType[]): string[] {
  let timeline = changed(begun, insertAfter(...steps.map((type) => ({ type }))));
  // An entry inserted as done, such as an upload, is already past.
  if (currentEntry(timeline)?.type === begun.entries[0]?.type) timeline = changed(timeline, forward(done));
  const stations: string[] = [];
  for (let step = currentEntry(timeline); step !== null; step = currentEntry(timeline)) {
    stations.push(`${step.type}: ${documentStatus(kind, timeline)}`);
    timeline = changed(timeline, forward(done));
  }
  return [...stations, documentStatus(kind, timeline)];
}

const uploaded = startTimeline({ type: 'invoice-upload', status: 'upload' }, occasion('U'));

describe('TL-06 the steps of an invoice', () => {
  const before: EntryType[] = ['invoice-recognition', 'invoice-manual-check'];
  const after: EntryType[] = ['invoice-accounting', 'invoice-export'];
  const tail = ['invoice-accounting: accounting', 'invoice-export: export', 'completed'];

  it('are upload, recognition, manual check, financial approval in stages, accounting, export', () => {
    const approvals: EntryType[] = ['invoice-financial-approval', 'invoice-financial-approval'];
    expect(life('invoice', uploaded, [...before, ...approvals, ...after])).toEqual([
      'invoice-recognition: open',
      'invoice-manual-check: approval',
      'invoice-financial-approval: financial-approval',
      'invoice-financial-approval: financial-approval',
      ...tail,
    ]);
  });

  it('omit financial approval by setting, and include clearing on demand', () => {
    expect(life('invoice', uploaded, [...before, 'invoice-clearing', ...after])).toEqual([
      'invoice-recognition: open',
      'invoice-manual-check: approval',
      'invoice-clearing: clearing',
      ...tail,
    ]);
  });
});

describe('TL-07 the steps of a contract', () => {
  const draft = startTimeline({ type: 'contract-start' }, occasion('U'));

  it('are start, check, approval only with chosen approvers, signing, completed', () => {
    expect(documentStatus('contract', draft)).toBe('pending');
    expect(life('contract', draft, ['contract-check', 'contract-signing'])).toEqual([
      'contract-check: check',
      'contract-signing: signature',
      'completed',
    ]);
    expect(life('contract', draft, ['contract-check', 'contract-approval', 'contract-signing'])).toEqual([
      'contract-check: check',
      'contract-approval: contract-approval',
      'contract-signing: signature',
      'completed',
    ]);
  });

  it('clearing and cancellation on demand', () => {
    const clearing = timelineOf('0 contract-start U approved\n1* contract-clearing K');
    expect(documentStatus('contract', clearing)).toBe('clearing');
    expect(documentStatus('contract', changed(clearing, cancel('nicht mehr nötig')))).toBe('cancelled');
  });
});

describe('TASK-09 a discarded invoice', () => {
  const inClearing = timelineOf(`
    0  invoice-upload       U upload
    1  invoice-manual-check M canceled
    2* invoice-clearing     K`);
  const exportedBefore = timelineOf(`
    0  invoice-upload      U upload
    1  invoice-accounting  K approved
    2  invoice-export      - approved
    3* invoice-clearing    K`);

  it('is declined, or declined after export', () => {
    expect(documentStatus('invoice', changed(inClearing, cancel('doppelt')))).toBe('declined');
    expect(documentStatus('invoice', changed(exportedBefore, cancel('doppelt')))).toBe('declined-exported');
  });

  it('is not declined after export if the export was only planned', () => {
    const planned = timelineOf(`
      0  invoice-upload   U upload
      1* invoice-clearing K
      2  invoice-export   -`);
    expect(documentStatus('invoice', changed(planned, cancel(null)))).toBe('declined');
  });

  it('EXP-24 leaves a task behind if it was exported, and is finished once that is done', () => {
    const follow = followCancellation({ type: 'invoice-export', lbUserId: idOf('K') });
    const waiting = changed(changed(exportedBefore, cancel('doppelt')), follow);
    expect(written(waiting).slice(3)).toEqual([
      '3 invoice-clearing K canceled/past-unsuccessful "doppelt"',
      '4 cancellation K canceled/past-unsuccessful',
      '5* invoice-export K -/present',
    ]);
    expect(violations(waiting, noGroups)).toEqual([]);
    expect(documentStatus('invoice', waiting)).toBe('declined-exported');
    expect(change(waiting, occasion('K'), follow)).toMatchObject({ code: 'step_not_possible' });
    const over = changed(waiting, forwardToNext(done));
    expect(over.currentEntryNo).toBe(6);
    expect(violations(over, noGroups)).toEqual([]);
    expect(documentStatus('invoice', over)).toBe('declined-exported');
    expect(change(exportedBefore, occasion('K'), follow)).toMatchObject({ code: 'step_not_possible' });
  });

  it('stays discarded', () => {
    const discarded = changed(inClearing, cancel('doppelt'));
    expect(written(discarded).slice(2)).toEqual([
      '2 invoice-clearing K canceled/past-unsuccessful "doppelt"',
      '3 cancellation K canceled/past-unsuccessful',
    ]);
    for (const operation of [forward(done), cancel(null)]) {
      expect(change(discarded, occasion('K'), operation)).toMatchObject({ code: 'step_not_possible' });
    }
  });
});
