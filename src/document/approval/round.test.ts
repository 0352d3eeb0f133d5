import { describe, expect, it } from 'vitest';
import { nameOf, timelineOf } from '../../../tests/support/timeline-notation.ts';
import { isDone } from '../../timeline/timeline.ts';
import { approvalRound, approvedInRound, isDeclined } from './round.ts';

/** `A+ B`: A has approved, B has not. */
function round(text: string): string {
  return approvalRound(timelineOf(text), 'approval', 'clearing')
    .map((entry) => `${nameOf(entry.lbUserId ?? 0)}${isDone(entry) ? '+' : ''}`)
    .join(' ');
}

const raised = `
  0  start U approved
  1  approval A approved
  2  approval B approved
  3  comment C system
  4  send-order C canceled
  5* approval A
  6  approval B
  7  send-order C
  8  delivery D`;

describe('PROC-14 the approvals of a document', () => {
  it('are those of the current round, done and due', () => {
    expect(round('0 start U approved\n1 approval A approved\n2* approval B\n3 send-order C')).toBe('A+ B');
    expect(round('0 start U approved\n1* select-product S\n2 approval A\n3 send-order C')).toBe('A');
  });

  it('TASK-07 exclude those before a raised quantity', () => {
    expect(round(raised)).toBe('A B');
    expect(approvedInRound(timelineOf(raised), 'approval')).toEqual([]);
    const again = raised.replace('5* approval A', '5 approval A approved').replace('6 ', '6*');
    expect(round(again)).toBe('A+ B');
  });

  it('remain visible once all are given', () => {
    const given = '0 start U approved\n1 approval A approved\n2 approval B approved\n';
    expect(round(`${given}3* send-order C`)).toBe('A+ B+');
    expect(round(`${given}3 send-order C approved\n4* delivery D`)).toBe('A+ B+');
  });

  it('TASK-07 are chosen again by clearing', () => {
    const declined = '0 start U approved\n1 approval A approved\n2 approval B declined\n';
    expect(round(`${declined}3* clearing K`)).toBe('');
    expect(round(`${declined}3 clearing K approved\n4* approval B\n5 approval A`)).toBe('B A');
    expect(round(`${declined}3 clearing K approved\n4* send-order C`)).toBe('');
  });
});

describe('TASK-06 TASK-07 a refusal', () => {
  const refused = '0 start U approved\n1 approval A approved\n2 approval B declined\n3 clearing K approved\n';
  const stands = (later: string) => isDeclined(timelineOf(`${refused}${later}`), 'approval');

  it('stands until a later round is given in full', () => {
    expect(stands('4* approval A')).toBe(true);
    expect(stands('4 approval A approved\n5* approval B')).toBe(true);
    expect(stands('4 approval A approved\n5 approval B approved\n6* send-order C')).toBe(false);
  });

  it('is not undone by the first approval of a round that ends in clearing', () => {
    expect(stands('4 approval A approved\n5 approval B canceled\n6* clearing K')).toBe(true);
    expect(stands('4 approval A approved\n5 approval B canceled\n6 comment U system\n7* approval A')).toBe(
      true,
    );
  });

  it('is not undone by an approval that was skipped', () => {
    expect(stands('4 select-product P approved\n5 approval - approved\n6* send-order C')).toBe(true);
  });

  it('does not follow from an approval that was interrupted', () => {
    expect(
      isDeclined(timelineOf('0 start U approved\n1 approval A canceled\n2* clearing K'), 'approval'),
    ).toBe(false);
  });
});
