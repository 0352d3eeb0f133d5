import { describe, expect, it } from 'vitest';
import { emptyTerm } from '../../../../tests/support/contract-term.ts';
import type { Day } from '../../../base/day.ts';
import { termDates } from './dates.ts';
import type { ContractTerm, TermUnit } from './model.ts';

type Terms = Partial<ContractTerm>;

const dates = (terms: Terms, today: Day) => termDates({ ...emptyTerm, ...terms }, today, null);
const columns = (terms: Terms, today: Day) => {
  const { end_date, next_possible_contract_end, termination_deadline } = dates(terms, today);
  return [end_date, next_possible_contract_end, termination_deadline];
};
const notice = (notice_period: number, notice_period_unit_type: TermUnit) => ({
  notice_period,
  notice_period_unit_type,
});
/** A year from 2025, renewed by a year. */
const yearly: Terms = {
  ...{ term_type: 'fixed', start_date: '2025-01-01', duration: 12, duration_unit_type: 'month' },
  ...{ renewal_type: 'auto', renewal_duration: 1, renewal_duration_unit_type: 'year' },
};

describe('CON-35 further rules of contracts', () => {
  const rent: Terms = { term_type: 'indefinite', start_date: '2025-01-01', ...notice(4, 'week') };

  it.each<[Day, Day, Day]>([
    ['2025-06-01', '2025-06-30', '2025-06-02'],
    ['2025-06-03', '2025-07-15', '2025-06-17'],
    ['2025-06-18', '2025-07-31', '2025-07-03'],
  ])('CON-35 notice to the 15th or the end of a month on %s', (today, next, deadline) =>
    expect(columns({ ...rent, termination_to: 'mid_or_month_end' }, today)).toEqual([null, next, deadline]),
  );

  it.each<[Day, Day, Day]>([
    ['2025-03-31', '2025-06-30', '2025-03-31'],
    ['2025-04-01', '2026-06-30', '2026-03-31'],
  ])('CON-35 notice to 30 June of each year on %s', (today, next, deadline) => {
    const everyYear: Terms = { ...rent, ...notice(3, 'month'), termination_to: 'yearly_day' };
    expect(columns({ ...everyYear, termination_day: '2020-06-30' }, today)).toEqual([null, next, deadline]);
    expect(dates(everyYear, today).missing).toEqual(['termination_day']);
  });

  it('CON-35 29 February is the 28th in other years', () => {
    const leap: Terms = { ...rent, termination_to: 'yearly_day', termination_day: '2024-02-29' };
    expect(columns(leap, '2025-06-01')).toEqual([null, '2026-02-28', '2026-01-31']);
    expect(columns(leap, '2027-06-01')).toEqual([null, '2028-02-29', '2028-02-01']);
  });

  it.each<[Day, Day, Day, Day]>([
    ['2025-09-30', '2025-12-31', '2025-12-31', '2025-09-30'],
    ['2025-10-01', '2025-12-31', '2026-01-31', '2025-12-31'],
    ['2026-01-01', '2026-01-31', '2026-02-28', '2026-01-31'],
  ])('CON-35 three months before the first term, then one month, on %s', (today, end, next, deadline) => {
    const terms: Terms = { ...yearly, renewal_duration_unit_type: 'month', ...notice(3, 'month') };
    const later: Terms = { ...terms, later_notice_period: 1, later_notice_period_unit_type: 'month' };
    expect(columns(later, today)).toEqual([end, next, deadline]);
    expect(dates({ ...later, later_notice_period_unit_type: null }, today).missing).toEqual([
      'later_notice_period',
    ]);
  });
});

describe('ENUM-15 terms that count days', () => {
  it('CON-22 an auto-renewing contract with 60 days of notice has its deadline 60 days before the end', () =>
    expect(columns({ ...yearly, ...notice(60, 'day') }, '2025-06-01')).toEqual([
      '2025-12-31',
      '2025-12-31',
      '2025-11-01',
    ]));

  it('CON-22 after that day notice leads to the end of the next period', () =>
    expect(columns({ ...yearly, ...notice(60, 'day') }, '2025-11-02')).toEqual([
      '2025-12-31',
      '2026-12-31',
      '2026-11-01',
    ]));

  it('CON-22 with a chosen notice period of zero the deadline is the end', () =>
    expect(columns({ ...yearly, notice_period: 0, notice_period_unit_type: null }, '2025-06-01')).toEqual([
      '2025-12-31',
      '2025-12-31',
      '2025-12-31',
    ]));

  it('CON-12 duration and renewal in days are chained without gaps', () => {
    const term: Terms = {
      ...yearly,
      ...{ duration: 30, duration_unit_type: 'day' },
      ...{ renewal_duration: 90, renewal_duration_unit_type: 'day' },
    };
    expect(columns({ ...term, ...notice(14, 'day') }, '2025-01-17')).toEqual([
      '2025-01-30',
      '2025-04-30',
      '2025-04-16',
    ]);
  });
});
