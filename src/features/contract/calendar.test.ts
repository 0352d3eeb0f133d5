import { describe, expect, it } from 'vitest';
import { type ContractStatus, statusesOf } from '../../timeline/kinds.ts';
import { type CalendarEventKind, revisionOf, stateOfEvent, uidOfEvent } from './calendar.ts';

const kinds: readonly CalendarEventKind[] = ['deadline', 'end', 'reminder'];

describe('CON-30 how the days of a contract stand in a calendar', () => {
  const states = (status: ContractStatus, terminated_on: string | null = null) =>
    kinds.map((kind) => stateOfEvent({ kind, status, terminated_on }));

  it('is tentative until somebody has signed it, and certain from then on', () => {
    const byState = Object.groupBy(statusesOf.contract, (status) => [...new Set(states(status))].join(' '));
    expect(byState).toEqual({
      TENTATIVE: ['pending', 'check', 'signature', 'contract-approval'],
      CONFIRMED: ['active', 'inactive', 'completed', 'clearing'],
      CANCELLED: ['cancelled', 'incorporated'],
      'CANCELLED CONFIRMED': ['expired'],
    });
  });

  it('leaves a contract that was given notice of, or has ended, nothing but its end', () => {
    expect(states('cancelled', '2026-11-24')).toEqual(['CANCELLED', 'CONFIRMED', 'CANCELLED']);
    expect(states('expired')).toEqual(['CANCELLED', 'CONFIRMED', 'CANCELLED']);
  });

  it('leaves a contract that was discarded before anybody signed it nothing at all', () => {
    expect(states('cancelled')).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  });
});

describe('CON-30 by what calendars know an event again', () => {
  it('is its contract and its kind, wherever its day moves', () => {
    const uids = kinds.map((kind) => uidOfEvent({ id: 7, kind }, 'kontor.test'));
    expect(uids).toEqual([
      'contract-7-deadline@kontor.test',
      'contract-7-end@kontor.test',
      'contract-7-reminder@kontor.test',
    ]);
  });

  it('has a number that grows with every change and fits into 31 bits', () => {
    const moments = [
      '2026-11-26T01:02:03.456789+00:00',
      '2026-11-26T01:02:04.000001+00:00',
      '2080-01-01T00:00:00Z',
    ];
    const numbers = moments.map((updated_at) => revisionOf({ updated_at }));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(3);
    expect(numbers.at(-1)).toBeLessThan(2 ** 31);
    expect(numbers.every(Number.isInteger)).toBe(true);
  });
});
