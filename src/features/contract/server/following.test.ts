import { describe, expect, it } from 'vitest';
import { contract } from '../../../../tests/support/contract-situation.ts';
import { contractDates } from '../contract-dates.ts';
import { following } from './following.ts';

const { head, lines } = contract({
  ...{ term_type: 'fixed', start_date: '2026-01-01', duration: '12', duration_unit_type: 'month' },
  ...{ renewal_type: 'auto', renewal_duration: '12', renewal_duration_unit_type: 'month' },
  ...{ notice_period: '1', notice_period_unit_type: 'month' },
});
const stored = { ...head, ...contractDates(head, '2026-11-30', null) };
const save = (changes: object, status: 'active' | 'pending' = 'active') =>
  following(
    { ...stored, status },
    { head: { ...stored, ...changes }, lines },
    { today: '2026-12-01', ofCompany: null },
    false,
  ).head.termination_deadline;

describe('CON-33 a save before the daily job', () => {
  it('CON-33 keeps a missed deadline, so that the job can record it', () =>
    expect(save({ notes: 'Angerufen' })).toBe('2026-11-30'));

  it('CON-13 moves the deadline where the terms change, or the contract is not signed', () => {
    expect(save({ notice_period: '2' })).toBe('2027-10-31');
    expect(save({ notes: 'Angerufen' }, 'pending')).toBe('2027-11-30');
  });
});
