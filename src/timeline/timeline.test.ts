import { describe, expect, it } from 'vitest';
import { idOf, noGroups, occasion, timelineOf } from '../../tests/support/timeline-notation.ts';
import { violations } from '../../tests/support/timeline-violations.ts';
import { isRefusal } from '../base/refusal.ts';
import type { EntryStatus, EntryType } from './kinds.ts';
import { change, forward, insertAfter, type Operation, reassign, remark, skip } from './operations.ts';
import { type Entry, incomingTaskOf, isContentChange, type Timeline, waitedSince } from './timeline.ts';

const S = timelineOf('0 start U approved\n1* approval A\n2 approval B\n3 delivery D');

function changed(...operations: Operation[]): Timeline {
  const result = change(S, occasion('A'), ...operations);
  if (isRefusal(result)) throw new Error(result.code);
  return result;
}

describe('TL-26 changes of the content version', () => {
  it.each<[string, Operation, boolean]>([
    ['a step', forward({ status: 'approved' }), true],
    ['a skipped step', skip(), true],
    ['an assignee', reassign(idOf('E')), true],
    ['a planned step', insertAfter({ type: 'clearing' }), true],
    ['a comment', remark({ type: 'comment', status: 'comment', comment: 'hm' }), false],
    ['a system remark', remark({ type: 'product-received', status: 'system' }), false],
    ['an audit entry', remark({ type: 'comment', status: 'auditLog' }), false],
  ])('%s', (_, operation, moves) => {
    expect(isContentChange(S, changed(operation))).toBe(moves);
  });
});

describe('TASK-20 notification of a new task', () => {
  it.each<[string, Operation, string | null]>([
    ['the next assignee', forward({ status: 'approved' }), 'B'],
    ['the person who receives it', reassign(idOf('E')), 'E'],
    ['no person for a comment', remark({ type: 'comment', status: 'comment' }), null],
    ['no person for future steps', insertAfter({ type: 'clearing', lbUserId: idOf('K') }), null],
  ])('%s', (_, operation, name) => {
    expect(incomingTaskOf(S, changed(operation))).toBe(name === null ? null : idOf(name));
  });

  it('goes to nobody if the document is done or back with its creator', () => {
    const last = timelineOf(
      '0 start U approved\n1 approval A approved\n2 approval B approved\n3 delivery D approved',
    );
    expect(incomingTaskOf(S, last)).toBeNull();
    expect(incomingTaskOf(S, timelineOf('0* start U'))).toBeNull();
  });
});

describe('DASH-04 start of the wait of a done step', () => {
  const at = (hour: string | null) => hour && `2026-11-27T${hour}:00.000Z`;
  const entry = (type: EntryType, status: EntryStatus | null, created: string, completed: string | null) => ({
    ...(S.entries[0] as Entry),
    type,
    status,
    createdAt: at(created) as string,
    completedAt: at(completed),
  });
  const entries = [
    entry('start', 'approved', '08:00', '08:00'),
    entry('approval', 'declined', '08:00', '10:00'),
    entry('comment', 'comment', '11:00', '11:00'),
    entry('clearing', 'approved', '10:00', '12:30'),
    entry('approval', 'approved', '12:00', '13:00'),
    entry('delivery', null, '13:00', null),
  ];

  it.each<[string, number, string | null]>([
    ['the end of the previous step', 1, '08:00'],
    ['independent of comments in between', 3, '10:00'],
    ['the latest end of several previous steps', 4, '12:30'],
    ['nothing while the previous step is not done', 5, null],
  ])('%s', (_, position, since) => {
    expect(waitedSince({ currentEntryNo: 5, entries }, entries[position] as Entry)).toBe(at(since));
  });
});

describe('violations', () => {
  const broken = (position: number, entry: Partial<Entry>): readonly string[] => {
    const entries = S.entries.map((one, index) => (index === position ? { ...one, ...entry } : one));
    return violations({ ...S, entries }, noGroups);
  };

  it('are empty for a valid timeline', () => {
    expect(violations(S, noGroups)).toEqual([]);
  });

  it.each<[string, number, Partial<Entry>, string]>([
    ['a gap', 2, { entryNo: 5 }, 'numbers run from 0 without gaps (TL-02)'],
    ['an undone past entry', 0, { status: null, completedAt: null }, 'entry 0 start is past but not done'],
    [
      'a completed current entry',
      1,
      { status: 'approved', completedAt: 'now' },
      'entry 1 approval is current but done already',
    ],
    [
      'a completed future entry',
      2,
      { status: 'approved', completedAt: 'now' },
      'entry 2 approval lies ahead but is done',
    ],
    ['a current remark', 1, { type: 'comment' }, 'entry 1 comment is current but nobody has to do it'],
    ['a wrong text', 2, { textType: 'past' }, 'entry 2 approval has the text past (TL-09)'],
    ['a wrong size', 1, { size: 'size-s' }, 'entry 1 approval has the size size-s (ENUM-08)'],
    ['a missing time', 0, { completedAt: null }, 'entry 0 start has a completion time unlike its status'],
  ])('include %s', (_, position, entry, sentence) => {
    expect(broken(position, entry)).toContain(sentence);
  });

  it('TL-19 TL-25 include a current number beyond the end and an open cancelled timeline', () => {
    expect(violations({ ...S, currentEntryNo: 6 }, noGroups)).toContain(
      'the current number is beyond the end (TL-19)',
    );
    const open = timelineOf('0 start U approved\n1 cancellation A canceled\n2* delivery D');
    expect(violations(open, noGroups)).toContain('a cancelled timeline is still open (TL-25)');
  });
});
