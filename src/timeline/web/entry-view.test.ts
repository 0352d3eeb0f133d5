import { describe, expect, it } from 'vitest';
import { lookOf, stageOf, type TimelineEntryRow, waitingSince } from './entry-view.ts';

function entry(entryNo: number, details: Partial<TimelineEntryRow>): TimelineEntryRow {
  return {
    id: 100 + entryNo,
    entry_no: entryNo,
    type: 'approval',
    status: null,
    text_type: 'future',
    comment: null,
    message_code: null,
    message_values: null,
    completed_at: null,
    created_at: '2025-05-19T06:00:00Z',
    lb_user: { id: 1, name: 'Stefan Ahlers' },
    for_user: null,
    actor: null,
    way: null,
    document_questions: [],
    created_by: null,
    ...details,
  };
}

const done = { status: 'approved', text_type: 'past' } as const;
const running = [
  entry(0, { type: 'start', ...done, completed_at: '2025-05-19T06:12:00Z' }),
  entry(1, { ...done, completed_at: '2025-05-19T14:31:00Z' }),
  entry(2, { type: 'comment', status: 'comment', text_type: 'past', completed_at: '2025-05-20T07:05:00Z' }),
  entry(3, { text_type: 'present' }),
  entry(4, { type: 'send-order' }),
];

describe('TL-01 the look of an entry', () => {
  it.each([
    [{ text_type: 'present' }, 'current'],
    [{ text_type: 'assignment' }, 'current'],
    [{ text_type: 'future' }, 'future'],
    [{ text_type: 'finished-unsuccessful' }, 'future'],
    [{ status: 'approved', text_type: 'past' }, 'done'],
    [{ status: 'declined', text_type: 'past-unsuccessful' }, 'unsuccessful'],
    [{ type: 'comment', status: 'comment', text_type: 'past' }, 'comment'],
    [{ type: 'comment', status: 'system', text_type: 'past' }, 'system'],
    [{ type: 'comment', status: 'upload', text_type: 'past' }, 'system'],
    [{ type: 'invoice-upload', status: 'upload', text_type: 'past' }, 'done'],
    [{ type: 'cancellation', status: 'canceled', text_type: 'past-unsuccessful' }, 'unsuccessful'],
    [
      {
        type: 'cancellation',
        status: 'canceled',
        text_type: 'past-unsuccessful',
        message_code: 'notice_given',
      },
      'done',
    ],
  ] as const)('%j is %s', (details, look) => {
    expect(lookOf(entry(1, details))).toBe(look);
  });
});

describe('OVW-01 waiting time and stages in list and preview', () => {
  it('waits since the previous step was done; comments do not count', () => {
    expect(waitingSince(running, 3)).toBe('2025-05-19T14:31:00Z');
  });

  it('counts the stages of a round', () => {
    expect(stageOf(running, running[3] ?? entry(3, {}))).toEqual({ number: 2, count: 2 });
    expect(stageOf(running, running[4] ?? entry(4, {}))).toBeNull();
  });

  it('restarts counting after an unsuccessful step', () => {
    const again = [
      entry(0, { type: 'start', ...done }),
      entry(1, done),
      entry(2, { status: 'declined', text_type: 'past-unsuccessful' }),
      entry(3, { type: 'clearing', ...done }),
      entry(4, { text_type: 'present' }),
      entry(5, {}),
    ];
    expect(stageOf(again, again[4] ?? entry(4, {}))).toEqual({ number: 1, count: 2 });
  });
});
