import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contract,
  contractLine,
  yearlyFrom2026 as terms,
} from '../../../tests/support/contract-situation.ts';
import { addDays, type Day } from '../../base/day.ts';
import { contractDates } from './contract-dates.ts';
import type { ContractHead } from './model.ts';
import { passedDays } from './passed.ts';

/** A contract with its days as they were stored on a day. */
function storedOn(day: Day, details: Partial<ContractHead> = {}) {
  const made = contract({ ...terms, ...details }, [
    contractLine({ total: '11934.00', usage_type: 'yearly' }),
  ]);
  return { ...made, head: { ...made.head, ...contractDates(made.head, day, null) } };
}

describe('CON-33 missed deadlines and renewals since the days of a contract were stored', () => {
  it('CON-33 there are none until the deadline', () =>
    expect(passedDays(storedOn('2026-11-30'), '2026-11-30', null)).toEqual([]));

  it('CON-33 a day later the deadline is missed, with the new end and its price', () =>
    expect(passedDays(storedOn('2026-11-30'), '2026-12-01', null)).toEqual([
      { type: 'deadline_missed', day: '2026-11-30', until: '2027-12-31', net: '11934.00' },
    ]));

  it('CON-33 after its end the contract is renewed', () =>
    expect(passedDays(storedOn('2026-12-01'), '2027-01-01', null)).toEqual([
      { type: 'contract_renewed', day: '2026-12-31', until: '2027-12-31', net: null },
    ]));

  it('JOB-04 a job after a gap finds the same as daily ones', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('fixed', 'indefinite' as const),
        fc.constantFrom('auto', 'once', 'none' as const),
        fc.constantFrom('month', 'day', 'week' as const),
        fc.constantFrom('month_end', 'none' as const),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 120 }),
        (term_type, renewal_type, unit, termination_to, count, gap) => {
          const details = {
            ...{ term_type, renewal_type, termination_to, renewal_duration: '3' },
            ...{ notice_period: String(unit === 'month' ? (count % 3) + 1 : count) },
            notice_period_unit_type: unit,
          };
          const [first, last] = ['2026-10-01', addDays('2026-10-01', gap)];
          const daily = Array.from({ length: gap }, (_, place) => addDays(first, place)).flatMap((day) =>
            passedDays(storedOn(day, details), addDays(day, 1), null),
          );
          expect(passedDays(storedOn(first, details), last, null)).toEqual(daily);
        },
      ),
      { seed: 33, numRuns: 300 },
    ));

  it.each<[string, Partial<ContractHead>]>([
    ['notice was given', { terminated_on: '2026-06-01' }],
    ['it has no term', { term_type: 'none', termination_deadline: '2026-11-30' }],
    ['it can end on any day', { term_type: 'indefinite', termination_to: 'day' }],
    ['it ends without notice', { renewal_type: 'none' }],
  ])('CON-33 no deadline is missed if %s', (_, details) =>
    expect(passedDays(storedOn('2026-11-30', details), '2027-01-01', null)).toEqual([]),
  );
});
