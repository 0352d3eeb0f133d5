import { describe, expect, it } from 'vitest';
import {
  idOf,
  noGroups,
  noon,
  occasion,
  timelineOf,
  written,
} from '../../tests/support/timeline-notation.ts';
import { violations } from '../../tests/support/timeline-violations.ts';
import { isRefusal } from '../base/refusal.ts';
import {
  cancel,
  change,
  forward,
  forwardToNext,
  insertAfter,
  insertBefore,
  insertNext,
  type Operation,
  reassign,
  remark,
  removeAfter,
  removeApprovalAndSendOrder,
  removeByType,
  removeOne,
  restart,
  returnToGroup,
  skip,
  startTimeline,
  takeFromGroup,
} from './operations.ts';
import { type Occasion, type Timeline, textTypeOf } from './timeline.ts';

const start = `
  0  start      U1 approved
  1* approval   A
  2  approval   B
  3  send-order C
  4  delivery   D`;

function changed(timeline: Timeline, when: Occasion, ...operations: Operation[]): Timeline {
  const result = change(timeline, when, ...operations);
  if (isRefusal(result)) throw new Error(result.code);
  return result;
}

function refusalOf(timeline: Timeline, ...operations: Operation[]): string | null {
  const result = change(timeline, occasion('A'), ...operations);
  return isRefusal(result) ? result.code : null;
}

describe('worked examples on S', () => {
  const S = timelineOf(start);
  const started = '0 start U1 approved/past';

  it('TL-11 TL-17 forward by 1 with comment "ok"', () => {
    const result = changed(S, occasion('A'), forward({ status: 'approved', comment: 'ok' }));
    expect(written(result)).toEqual([
      started,
      '1 approval A approved/past "ok"',
      '2* approval B -/present',
      '3 send-order C -/future',
      '4 delivery D -/future',
    ]);
    expect(result.currentEntryNo).toBe(2);
    expect(result.entries[1]?.completedAt).toBe(noon);
  });

  it('TL-13 TL-17 insert a comment before, by B', () => {
    const result = changed(S, occasion('B'), insertBefore({ type: 'comment', status: 'comment' }));
    expect(written(result)).toEqual([
      started,
      '1 comment B comment/past',
      '2* approval A -/present',
      '3 approval B -/future',
      '4 send-order C -/future',
      '5 delivery D -/future',
    ]);
    expect(result.currentEntryNo).toBe(2);
  });

  it('TL-17 insert after one entry already done, then forward by 2', () => {
    const commented = changed(S, occasion('B'), insertAfter({ type: 'comment', status: 'comment' }));
    const result = changed(commented, occasion('A'), forward({ status: 'approved' }, 2));
    expect(written(result)).toEqual([
      started,
      '1 approval A approved/past',
      '2 comment B comment/past',
      '3* approval B -/present',
      '4 send-order C -/future',
      '5 delivery D -/future',
    ]);
  });

  it('TL-12 TL-17 skip one step', () => {
    const result = changed(S, occasion('A'), skip());
    expect(written(result)).toEqual([
      started,
      '1 approval A approved/past',
      '2 approval (none) approved/past',
      '3* send-order C -/present',
      '4 delivery D -/future',
    ]);
    expect(result.entries.slice(1, 3).map((entry) => entry.completedAt)).toEqual([noon, noon]);
  });

  it('TL-13 TL-17 insert after: clearing for K', () => {
    const clearing = insertAfter({ type: 'clearing', lbUserId: idOf('K') });
    expect(written(changed(S, occasion('A'), clearing))).toEqual([
      started,
      '1* approval A -/present',
      '2 clearing K -/future',
      '3 approval B -/future',
      '4 send-order C -/future',
      '5 delivery D -/future',
    ]);
  });

  it('TL-14 TL-17 remove all after current', () => {
    expect(written(changed(S, occasion('A'), removeAfter()))).toEqual([started, '1* approval A -/present']);
  });

  it('TL-14 TL-17 remove approval and send-order after current', () => {
    expect(written(changed(S, occasion('A'), removeApprovalAndSendOrder()))).toEqual([
      started,
      '1* approval A -/present',
      '2 delivery D -/future',
    ]);
  });

  const withoutSecondApproval = [
    started,
    '1* approval A -/present',
    '2 send-order C -/future',
    '3 delivery D -/future',
  ];

  it('TL-14 TL-17 remove one by number 2', () => {
    expect(written(changed(S, occasion('A'), removeOne(2)))).toEqual(withoutSecondApproval);
  });

  it('TL-14 TL-17 remove by type approval from number 2', () => {
    expect(written(changed(S, occasion('A'), removeByType('approval', 2)))).toEqual(withoutSecondApproval);
  });

  it('TL-15 TL-17 reassign to E changes the person and nothing else', () => {
    const result = changed(S, occasion('A'), reassign(idOf('E')));
    expect(written(result)).toEqual([
      started,
      '1* approval E -/present',
      '2 approval B -/future',
      '3 send-order C -/future',
      '4 delivery D -/future',
    ]);
    expect(result.entries[1]).toEqual({ ...S.entries[1], lbUserId: idOf('E') });
  });
});

describe('limits of the operations', () => {
  const S = timelineOf(start);

  it('TL-11 refuses to jump over an undone entry or beyond the end, and to end on a done entry', () => {
    expect(refusalOf(S, forward({ status: 'approved' }, 2))).toBe('step_not_possible');
    expect(refusalOf(S, forward({ status: 'approved' }, 9))).toBe('step_not_possible');
    expect(refusalOf(S, forward({ status: 'approved' }, 0))).toBe('step_not_possible');
    const commented = insertAfter({ type: 'comment', status: 'comment' });
    expect(refusalOf(S, commented, forward({ status: 'approved' }, 1))).toBe('step_not_possible');
  });

  it('TL-11 TL-19 forward from the last entry leaves nothing in progress', () => {
    const last = timelineOf('0 start U1 approved\n1* delivery D');
    const result = changed(last, occasion('D'), forward({ status: 'approved' }));
    expect(result.currentEntryNo).toBe(2);
    expect(refusalOf(result, forward({ status: 'approved' }))).toBe('step_not_possible');
    expect(refusalOf(result, reassign(idOf('E')))).toBe('step_not_possible');
  });

  it('TL-12 skips several steps at once, and refuses if there are fewer', () => {
    const result = changed(S, occasion('A'), skip({ comment: 'value too small' }, 2));
    expect(written(result).slice(1)).toEqual([
      '1 approval A approved/past "value too small"',
      '2 approval (none) approved/past',
      '3 send-order (none) approved/past',
      '4* delivery D -/present',
    ]);
    expect(refusalOf(S, skip({}, 4))).toBe('step_not_possible');
  });

  it('TL-13 refuses to insert an undone entry before the current one, or any entry before the start', () => {
    expect(refusalOf(S, insertBefore({ type: 'approval' }))).toBe('step_not_possible');
    const draft = timelineOf('0* start U1');
    expect(refusalOf(draft, insertBefore({ type: 'comment', status: 'comment' }))).toBe('step_not_possible');
  });

  it('TL-14 removes no done entry, neither by number nor together with later ones', () => {
    expect(refusalOf(S, removeOne(0))).toBe('step_not_possible');
    expect(refusalOf(S, removeOne(7))).toBe('step_not_possible');
    const commented = changed(S, occasion('B'), insertAfter({ type: 'comment', status: 'comment' }));
    expect(refusalOf(commented, removeOne(2))).toBe('step_not_possible');
    expect(refusalOf(commented, removeOne(1))).toBe('step_not_possible');
    expect(written(changed(commented, occasion('A'), removeAfter())).at(-1)).toBe('2 comment B comment/past');
  });

  it('TL-14 removing the current entry makes the next one current', () => {
    expect(written(changed(S, occasion('A'), removeOne(1)))[1]).toBe('1* approval B -/present');
  });

  it('TL-14 removal by type spares the current entry and those before the number', () => {
    expect(written(changed(S, occasion('A'), removeByType('approval', 0)))[1]).toBe(
      '1* approval A -/present',
    );
    expect(changed(S, occasion('A'), removeByType('approval', 3)).entries).toHaveLength(5);
  });

  it('applies all operations or none', () => {
    expect(
      refusalOf(S, removeAfter(), forward({ status: 'approved' }), forward({ status: 'approved' })),
    ).toBe('step_not_possible');
    expect(written(S)[1]).toBe('1* approval A -/present');
  });
});

describe('assignees of new entries', () => {
  const S = timelineOf('0 invoice-upload U1 upload\n1* invoice-accounting A');

  it('TL-16 are the creator, an explicit person, or none for a planned export', () => {
    const result = changed(
      S,
      occasion('B'),
      insertAfter(
        { type: 'invoice-clearing' },
        { type: 'invoice-accounting', lbUserId: idOf('K') },
        { type: 'invoice-export' },
        { type: 'invoice-export', lbUserId: idOf('X') },
      ),
    );
    expect(written(result).slice(2)).toEqual([
      '2 invoice-clearing B -/future',
      '3 invoice-accounting K -/future',
      '4 invoice-export (none) -/future',
      '5 invoice-export X -/future',
    ]);
  });
});

describe('texts and sizes', () => {
  const isGroup = (id: number) => id === idOf('G');

  it('TL-09 a task of a group is an assignment until a person accepts it', () => {
    const S = timelineOf('0 start U1 approved\n1* approval G\n2 delivery D', isGroup);
    expect(S.entries[1]?.textType).toBe('assignment');
    const accepted = changed(S, occasion('A', isGroup), takeFromGroup(idOf('A')));
    expect(accepted.entries[1]).toMatchObject({
      textType: 'present',
      status: 'reassigned',
      completedAt: null,
    });
    const returned = changed(accepted, occasion('A', isGroup), returnToGroup(idOf('G')));
    expect(returned).toEqual(S);
  });

  it.each([
    ['approved', 'past'],
    ['skip', 'past'],
    ['upload', 'past'],
    ['system', 'past'],
    ['comment', 'past'],
    ['repeat', 'past'],
    ['reassignment', 'past'],
    ['auditLog', 'past'],
    ['declined', 'past-unsuccessful'],
    ['canceled', 'past-unsuccessful'],
  ] as const)('TL-09 done with %s gives %s', (status, text) => {
    const timeline = timelineOf(`0 start U1 approved\n1 comment A ${status}\n2* delivery D`);
    const entry = timeline.entries[1];
    expect(entry && textTypeOf(entry, 2, noGroups)).toBe(text);
  });

  it('ENUM-08 the current step is large, other steps medium, remarks small', () => {
    const S = timelineOf('0 start U1 approved\n1 comment B comment\n2* approval A\n3 delivery D');
    expect(S.entries.map((entry) => entry.size)).toEqual(['size-m', 'size-s', 'size-l', 'size-m']);
  });
});

describe('whole documents', () => {
  it('TL-24 a document begins with its start in progress', () => {
    const draft = startTimeline({ type: 'start' }, occasion('U1'));
    expect(written(draft)).toEqual(['0* start U1 -/present']);
    expect(draft.entries[0]?.size).toBe('size-l');
  });

  it('TL-23 an invoice begins with its upload done', () => {
    const uploaded = startTimeline({ type: 'invoice-upload', status: 'upload' }, occasion('U'));
    expect(written(uploaded)).toEqual(['0 invoice-upload U upload/past']);
    const recognition = changed(uploaded, occasion('U'), insertAfter({ type: 'invoice-recognition' }));
    expect(written(recognition)[1]).toBe('1* invoice-recognition U -/present');
  });

  it('TASK-08 TL-25 a cancellation ends the document and keeps later entries undone', () => {
    const S = timelineOf('0 start U1 approved\n1* clearing K\n2 approval A\n3 delivery D');
    const result = changed(S, occasion('K'), cancel('no longer needed'));
    expect(written(result)).toEqual([
      '0 start U1 approved/past',
      '1 clearing K canceled/past-unsuccessful "no longer needed"',
      '2 cancellation K canceled/past-unsuccessful',
      '3 approval A -/finished-unsuccessful',
      '4 delivery D -/finished-unsuccessful',
    ]);
    expect(result.currentEntryNo).toBe(5);
    expect(violations(result, noGroups)).toEqual([]);
    expect(refusalOf(result, cancel(null))).toBe('step_not_possible');
  });

  it('TL-20 a comment after completion is the last entry', () => {
    const done = timelineOf('0 start U1 approved\n1 delivery D approved');
    const result = changed(
      done,
      occasion('B'),
      remark({ type: 'comment', status: 'comment', comment: 'thanks' }),
    );
    expect(written(result).at(-1)).toBe('2 comment B comment/past "thanks"');
    expect(result.currentEntryNo).toBe(3);
  });

  it('TASK-22 TL-20 returning to draft keeps remarks in order, and a new submit follows them', () => {
    const S = timelineOf(start);
    const say = (comment: string) => remark({ type: 'comment', status: 'comment', comment });
    const draft = changed(S, occasion('U1'), say('first'), restart(), say('second'));
    expect(written(draft)).toEqual([
      '0* start U1 -/present',
      '1 comment U1 comment/past "first"',
      '2 comment U1 comment/past "second"',
    ]);
    expect(violations(draft, noGroups)).toEqual([]);
    const submitted = changed(
      draft,
      occasion('U1'),
      insertNext({ type: 'approval', lbUserId: idOf('A') }),
      forwardToNext({ status: 'approved' }),
    );
    expect(written(submitted)).toEqual([
      '0 start U1 approved/past',
      '1 comment U1 comment/past "first"',
      '2 comment U1 comment/past "second"',
      '3* approval A -/present',
    ]);
  });

  it('TASK-22 refuses to return to draft once a step is done', () => {
    const S = timelineOf('0 start U1 approved\n1 approval A approved\n2* approval B');
    expect(refusalOf(S, restart())).toBe('step_not_possible');
  });

  it('TL-10 a fixed timeline accepts comments and system remarks only', () => {
    const done = timelineOf('0 start U1 approved\n1 delivery D approved');
    const fixed = { ...occasion('B'), isFixed: true };
    expect(isRefusal(change(done, fixed, remark({ type: 'comment', status: 'comment' })))).toBe(false);
    expect(isRefusal(change(done, fixed, remark({ type: 'comment', status: 'system' })))).toBe(false);
    expect(isRefusal(change(done, fixed, remark({ type: 'comment', status: 'upload' })))).toBe(true);
    expect(isRefusal(change(done, fixed, insertAfter({ type: 'clearing' })))).toBe(true);
    expect(isRefusal(change(timelineOf(start), fixed, forward({ status: 'approved' })))).toBe(true);
  });
});
