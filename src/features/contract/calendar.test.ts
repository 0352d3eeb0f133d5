import { describe, expect, it } from 'vitest';
import { type ContractStatus, statusesOf } from '../../timeline/kinds.ts';
import { type CalendarEventKind, revisionOf, stateOfEvent, uidOfEvent } from './calendar.ts';

const kinds: readonly CalendarEventKind[] = ['deadline', 'end', 'reminder'];

describe('CON-30 state of calendar events', () => {
  const states = (status: ContractStatus, terminated_on: string | null = null) =>
    kinds.map((kind) => stateOfEvent({ kind, status, terminated_on }));

  it('is tentative until the contract is signed, then confirmed', () => {
    const byState = Object.groupBy(statusesOf.contract, (status) => [...new Set(states(status))].join(' '));
    expect(byState).toEqual({
      TENTATIVE: ['pending', 'check', 'signature', 'contract-approval'],
      CONFIRMED: ['active', 'inactive', 'completed', 'clearing'],
      CANCELLED: ['cancelled', 'incorporated'],
      'CANCELLED CONFIRMED': ['expired'],
    });
  });

  it('keeps only the end event of a terminated or expired contract', () => {
    expect(states('cancelled', '2026-11-24')).toEqual(['CANCELLED', 'CONFIRMED', 'CANCELLED']);
    expect(states('expired')).toEqual(['CANCELLED', 'CONFIRMED', 'CANCELLED']);
  });

  it('cancels all events of a contract discarded before signing', () => {
    expect(states('cancelled')).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  });
});

describe('CON-30 identity of calendar events', () => {
  it('depends on contract and kind only, not on the day', () => {
    const uids = kinds.map((kind) => uidOfEvent({ id: 7, kind }, 'kontor.test'));
    expect(uids).toEqual([
      'contract-7-deadline@kontor.test',
      'contract-7-end@kontor.test',
      'contract-7-reminder@kontor.test',
    ]);
  });

  it('has a sequence number that grows with every change and fits into 31 bits', () => {
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
