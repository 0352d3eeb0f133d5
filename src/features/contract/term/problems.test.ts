import { describe, expect, it } from 'vitest';
import { emptyTerm } from '../../../../tests/support/contract-term.ts';
import type { ContractTerm } from './model.ts';
import { termProblems } from './problems.ts';

const fine: ContractTerm = {
  ...emptyTerm,
  term_type: 'fixed',
  start_date: '2025-01-01',
  duration: 12,
  duration_unit_type: 'month',
  min_duration: 6,
  renewal_type: 'auto',
  renewal_duration: 1,
  renewal_duration_unit_type: 'year',
  notice_period: 3,
  notice_period_unit_type: 'month',
  notice_workdays: 3,
  termination_to: 'none',
};
const range = { min: 1, max: 999 };
const counts = ['duration', 'min_duration', 'renewal_duration', 'notice_period'] as const;

describe('CON-22 problems of a term', () => {
  it('CON-22 a complete and an empty term have no problems', () => {
    expect(termProblems({ ...fine, reminder_days_before: 30 })).toEqual([]);
    const empty = Object.fromEntries(Object.keys(fine).map((name) => [name, null]));
    expect(termProblems({ ...fine, ...empty })).toEqual([]);
  });

  it('CON-22 a notice period may be zero, which says that there is none', () =>
    expect(termProblems({ ...fine, notice_period: 0 })).toEqual([]));

  it.each(
    counts.flatMap((field) =>
      (field === 'notice_period' ? [-3, 1000] : [-3, 0, 1000]).map((count) => [field, count] as const),
    ),
  )('CON-22 refuses %s of %i', (field, count) =>
    expect(termProblems({ ...fine, [field]: count })).toEqual([
      {
        field,
        code: 'number_out_of_range',
        values: field === 'notice_period' ? { min: 0, max: 999 } : range,
      },
    ]),
  );

  it.each(counts.flatMap((field) => [1, 999].map((count) => [field, count] as const)))(
    'CON-22 %s may be %i',
    (field, count) => expect(termProblems({ ...fine, [field]: count })).toEqual([]),
  );

  it('CON-22 refuses counts that are not whole numbers', () =>
    expect(termProblems({ ...fine, duration: 1.5, notice_period: Number.NaN })).toEqual([
      { field: 'duration', code: 'invalid_type', values: { rule: 'whole' } },
      { field: 'notice_period', code: 'invalid_type', values: { rule: 'whole' } },
    ]));

  it('CON-29 allows 0 to 10 working days', () => {
    expect([0, 10].flatMap((notice_workdays) => termProblems({ ...fine, notice_workdays }))).toEqual([]);
    expect([-1, 11].flatMap((notice_workdays) => termProblems({ ...fine, notice_workdays }))).toEqual([
      { field: 'notice_workdays', code: 'number_out_of_range', values: { min: 0, max: 10 } },
      { field: 'notice_workdays', code: 'number_out_of_range', values: { min: 0, max: 10 } },
    ]);
  });

  it('CON-25 allows reminders 0 to 999 days before', () => {
    const of = (reminder_days_before: number) => termProblems({ ...fine, reminder_days_before });
    expect([0, 999].flatMap(of)).toEqual([]);
    expect([-1, 1000].flatMap(of).map(({ field }) => field)).toEqual([
      'reminder_days_before',
      'reminder_days_before',
    ]);
  });

  it('CON-15 CON-20 refuses a typed end before the start, also without a term', () => {
    const reversed = { ...fine, duration: null, end_date: '2024-12-31' };
    const problem = { field: 'end_date', code: 'end_before_start' };
    expect(termProblems(reversed)).toEqual([problem]);
    expect(termProblems({ ...reversed, term_type: 'none' })).toEqual([problem]);
    expect(termProblems({ ...reversed, end_date: '2025-01-01' })).toEqual([]);
    expect(termProblems({ ...reversed, start_date: null })).toEqual([]);
  });

  it('CON-15 ignores a computed end', () => {
    expect(termProblems({ ...fine, end_date: '2024-12-31' })).toEqual([]);
    expect(
      termProblems({ ...fine, term_type: 'indefinite', duration: null, end_date: '2024-12-31' }),
    ).toEqual([]);
  });
});
