import { describe, expect, it } from 'vitest';
import { emptyTerm } from '../../../../tests/support/contract-term.ts';
import { addDays, type Day } from '../../../base/day.ts';
import { type MissingInput, type TermDates, termDates } from './dates.ts';
import type { ContractTerm, TermUnit } from './model.ts';

type Terms = Partial<ContractTerm>;

const lasting = (duration: number, duration_unit_type: TermUnit) => ({ duration, duration_unit_type });
const notice = (notice_period: number, notice_period_unit_type: TermUnit) => ({
  notice_period,
  notice_period_unit_type,
});
const renewed = (
  renewal_type: 'auto' | 'once',
  renewal_duration: number,
  renewal_duration_unit_type: TermUnit,
) => ({ renewal_type, renewal_duration, renewal_duration_unit_type });
const fixed = (start_date: Day): Terms => ({ term_type: 'fixed', start_date });
const indefinite = (start_date: Day): Terms => ({ term_type: 'indefinite', start_date });

const dates = (terms: Terms, today: Day, state: string | null = null): TermDates =>
  termDates({ ...emptyTerm, ...terms }, today, state);

/** End, next possible end, deadline: the columns of CON-23. */
function columns(terms: Terms, today: Day): readonly (Day | null)[] {
  const { end_date, next_possible_contract_end, termination_deadline } = dates(terms, today);
  return [end_date, next_possible_contract_end, termination_deadline];
}

const F1 = { ...fixed('2025-01-01'), ...lasting(24, 'month'), ...notice(3, 'month') };
const F2 = {
  ...fixed('2025-01-01'),
  ...lasting(12, 'month'),
  ...renewed('auto', 1, 'year'),
  ...notice(3, 'month'),
};
const F3 = {
  ...fixed('2024-07-01'),
  ...lasting(1, 'year'),
  ...renewed('once', 6, 'month'),
  ...notice(6, 'week'),
};
const F4: Terms = {
  ...fixed('2023-03-15'),
  ...lasting(2, 'year'),
  ...renewed('auto', 1, 'month'),
  ...notice(1, 'month'),
  termination_to: 'quarter_end',
};
const F5: Terms = {
  ...fixed('2025-03-15'),
  ...lasting(1, 'year'),
  ...renewed('auto', 1, 'year'),
  ...notice(3, 'month'),
  termination_to: 'quarter_end',
};
const I1: Terms = { ...indefinite('2024-04-01'), ...notice(3, 'month'), termination_to: 'month_end' };
const I2: Terms = {
  ...indefinite('2024-04-01'),
  min_duration: 24,
  duration_unit_type: 'month',
  ...notice(6, 'week'),
  termination_to: 'quarter_end',
};
const I3: Terms = { ...indefinite('2024-04-01'), ...notice(2, 'week'), termination_to: 'day' };
const I4: Terms = { ...indefinite('2020-01-01'), ...notice(3, 'month'), termination_to: 'year_end' };
const I5: Terms = { ...indefinite('2024-04-01'), ...notice(1, 'week'), termination_to: 'week_end' };
const I6: Terms = { ...indefinite('2020-01-01'), ...notice(1, 'quarter'), termination_to: 'half_year_end' };

describe('CON-23 worked examples', () => {
  it.each<[string, Terms, Day, Day | null, Day | null, Day | null]>([
    ['F1', F1, '2025-06-01', '2026-12-31', '2026-12-31', null],
    ['F2a', F2, '2025-06-01', '2025-12-31', '2025-12-31', '2025-09-30'],
    ['F2b', F2, '2025-10-01', '2025-12-31', '2026-12-31', '2026-09-30'],
    ['F2c', F2, '2026-02-10', '2026-12-31', '2026-12-31', '2026-09-30'],
    ['F3a', F3, '2025-03-01', '2025-06-30', '2025-06-30', '2025-05-19'],
    ['F3b', F3, '2025-06-01', '2025-06-30', '2025-12-31', null],
    ['F3c', F3, '2025-08-01', '2025-12-31', '2025-12-31', null],
    ['F4a', F4, '2025-06-10', '2025-06-14', '2025-09-30', '2025-08-31'],
    ['F4b', F4, '2025-09-01', '2025-09-14', '2025-12-31', '2025-11-30'],
    ['I1', I1, '2025-05-20', null, '2025-08-31', '2025-05-31'],
    ['I2', I2, '2025-05-20', null, '2026-03-31', '2026-02-17'],
    ['I3', I3, '2025-05-20', null, '2025-06-03', '2025-05-20'],
    ['I4', I4, '2025-10-02', null, '2026-12-31', '2026-09-30'],
    ['I5', I5, '2025-05-21', null, '2025-06-01', '2025-05-25'],
    ['I6 on its last day', I6, '2025-03-31', null, '2025-06-30', '2025-03-31'],
    ['I6 a day later', I6, '2025-04-01', null, '2025-12-31', '2025-09-30'],
  ])('CON-23 %s', (_, terms, today, end, next, deadline) =>
    expect(columns(terms, today)).toEqual([end, next, deadline]),
  );

  it.each<[Day, Day, Day]>([
    ['2025-09-30', '2025-12-31', '2025-09-30'],
    ['2025-10-01', '2026-12-31', '2026-09-30'],
  ])('CON-23 T1 terminated on %s', (terminated_on, end, deadline) => {
    for (const today of ['2025-01-01', '2025-10-01', '2026-12-31', '2040-01-01'])
      expect(columns({ ...F2, terminated_on }, today)).toEqual([end, end, deadline]);
  });
});

describe('CON-18 fixed with renewals until notice is given', () => {
  it.each<[Day, Day, Day]>([
    ['2025-10-01', '2026-03-14', '2025-12-14'],
    ['2025-12-14', '2026-03-14', '2025-12-14'],
    ['2025-12-15', '2026-03-31', '2025-12-31'],
  ])(
    'CON-18 F5 on %s: the first end may be within a quarter, later ones are quarter ends',
    (today, end, deadline) => expect(columns(F5, today).slice(1)).toEqual([end, deadline]),
  );

  it('CON-18 ends before the minimum term are skipped', () => {
    const long = { ...F2, min_duration: 18 };
    expect(columns(long, '2025-06-01')).toEqual(['2025-12-31', '2026-12-31', '2026-09-30']);
    expect(columns({ ...F5, min_duration: 2 }, '2025-10-01').slice(1)).toEqual(['2027-03-31', '2026-12-31']);
  });

  it('CON-18 a notice period longer than a renewal spans several renewals', () => {
    const short = { ...fixed('2025-01-01'), ...lasting(1, 'month'), ...renewed('auto', 1, 'month') };
    expect(columns({ ...short, ...notice(3, 'month') }, '2025-05-10')).toEqual([
      '2025-05-31',
      '2025-08-31',
      '2025-05-31',
    ]);
  });

  it('CON-18 with no notice period chosen the deadline is the last day of each term', () =>
    expect(columns({ ...F2, notice_period: 0 }, '2025-12-31')).toEqual([
      '2025-12-31',
      '2025-12-31',
      '2025-12-31',
    ]));

  it('CON-18 after a term that ends with its month the next one starts on the first', () => {
    const leap = { ...F2, start_date: '2024-02-29', ...lasting(1, 'year'), ...notice(1, 'month') };
    const ends = ['2025-01-01', '2025-03-01', '2026-03-01', '2027-03-01'].map(
      (today) => dates(leap, today).end_date,
    );
    expect(ends).toEqual(['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
  });

  it('CON-18 counts past renewals and returns the end that follows without timely notice', () => {
    const of = (terms: Terms, today: Day) => {
      const { renewals_done, extended_to } = dates(terms, today);
      return [renewals_done, extended_to];
    };
    expect(of(F2, '2025-06-01')).toEqual([0, '2026-12-31']);
    expect(of(F2, '2025-10-01')).toEqual([0, '2027-12-31']);
    expect(of(F2, '2026-02-10')).toEqual([1, '2027-12-31']);
    expect(of(F4, '2025-06-10')).toEqual([3, '2025-10-14']);
    expect(of(F5, '2025-12-15')).toEqual([0, '2027-03-14']);
  });
});

describe('CON-14 to CON-17, CON-19 the other terms', () => {
  it('CON-15 a typed end counts only without a duration', () => {
    const typed = { ...fixed('2025-01-10'), end_date: '2025-07-07' };
    expect(columns(typed, '2025-02-01')).toEqual(['2025-07-07', '2025-07-07', null]);
    expect(columns({ ...F1, end_date: '2030-01-01' }, '2025-06-01')[0]).toBe('2026-12-31');
    const renewing = { ...typed, ...renewed('auto', 1, 'month'), ...notice(2, 'week') };
    expect(columns(renewing, '2025-08-01')).toEqual(['2025-08-07', '2025-09-07', '2025-08-24']);
  });

  it('CON-16 a contract without renewal has no deadline, before and after its end', () => {
    expect(dates(F1, '2025-06-01').extended_to).toBeNull();
    expect(columns(F1, '2027-06-01')).toEqual(['2026-12-31', '2026-12-31', null]);
    expect(columns({ ...F1, termination_to: 'none' }, '2025-06-01')).toEqual([
      '2026-12-31',
      '2026-12-31',
      null,
    ]);
  });

  it('CON-16 a minimum term or a termination target allows an earlier end while one can be reached', () => {
    const shortest = { ...F1, min_duration: 12 };
    expect(columns(shortest, '2025-06-01')).toEqual(['2026-12-31', '2025-12-31', '2025-09-30']);
    expect(columns(shortest, '2025-10-01')).toEqual(['2026-12-31', '2026-01-01', '2025-10-01']);
    const quarters: Terms = { ...F1, termination_to: 'quarter_end' };
    expect(columns(quarters, '2024-11-01')).toEqual(['2026-12-31', '2025-03-31', '2024-12-31']);
    expect(columns(quarters, '2026-06-30')).toEqual(['2026-12-31', '2026-09-30', '2026-06-30']);
    expect(columns(quarters, '2026-07-01')).toEqual(['2026-12-31', '2026-12-31', null]);
    expect(columns({ ...quarters, min_duration: 30 }, '2025-06-01').slice(1)).toEqual(['2026-12-31', null]);
  });

  it('CON-17 a contract renewed once is extended only after its first end', () => {
    const of = (today: Day) => {
      const { renewals_done, extended_to } = dates({ ...F3, termination_to: 'year_end' }, today);
      return [renewals_done, extended_to];
    };
    expect(of('2025-05-19')).toEqual([0, '2025-12-31']);
    expect(of('2025-06-30')).toEqual([0, '2025-12-31']);
    expect(of('2025-07-01')).toEqual([1, null]);
    expect(of('2035-07-01')).toEqual([1, null]);
  });

  it('CON-17 notice cannot lead to a first end before the minimum term', () =>
    expect(columns({ ...F3, min_duration: 2 }, '2025-03-01')).toEqual(['2025-06-30', '2025-12-31', null]));

  it('CON-19 a contract that has not started yet ends on or after its start', () => {
    expect(columns({ ...I1, start_date: '2026-04-15' }, '2025-05-20').slice(1)).toEqual([
      '2026-04-30',
      '2026-01-31',
    ]);
    expect(columns({ ...indefinite('2026-04-15') }, '2025-05-20').slice(1)).toEqual([
      '2026-04-15',
      '2026-04-15',
    ]);
  });

  it('CON-19 an indefinite contract is never renewed, also with a typed renewal', () => {
    const { renewals_done, extended_to, missing } = dates({ ...I1, renewal_type: 'auto' }, '2025-05-20');
    expect([renewals_done, extended_to, missing]).toEqual([0, null, []]);
  });
});

describe('CON-20 to CON-22 contracts without computed dates', () => {
  const nothing = {
    end_date: null,
    next_possible_contract_end: null,
    termination_deadline: null,
    extended_to: null,
    renewals_done: 0,
  };

  it('CON-20 without a term no dates are computed', () =>
    expect(dates({ ...F2, term_type: 'none', agreed_end: '2025-03-31' }, '2025-06-01')).toEqual({
      ...nothing,
      missing: [],
    }));

  it.each<[string, Terms, readonly MissingInput[]]>([
    ['nothing, for an empty term', {}, []],
    ['the term type, if another field is filled', { start_date: '2025-01-01' }, ['term_type']],
    ['the start', { ...I1, start_date: null }, ['start_date']],
    ['the duration', { ...fixed('2025-01-01') }, ['duration']],
    ['the start with a typed end', { term_type: 'fixed', end_date: '2025-12-31' }, ['start_date']],
    ['the duration of a renewal', { ...F2, renewal_duration: null }, ['renewal_duration']],
    ['the notice period of a contract that renews itself', { ...F2, notice_period: null }, ['notice_period']],
    ['the duration of a single renewal', { ...F3, renewal_duration: 0 }, ['renewal_duration']],
    [
      'all of them',
      { term_type: 'fixed', renewal_type: 'once' },
      ['start_date', 'duration', 'renewal_duration'],
    ],
    ['the unit of the duration', { ...F2, duration_unit_type: null }, ['duration']],
    ['the unit of the minimum term', { ...I2, duration_unit_type: null }, ['min_duration']],
    ['the unit of a renewal', { ...F2, renewal_duration_unit_type: null }, ['renewal_duration']],
    ['the unit of the notice period', { ...I1, notice_period_unit_type: null }, ['notice_period']],
  ])('CON-22 missing: %s', (_, terms, missing) =>
    expect(dates(terms, '2025-06-01')).toEqual({ ...nothing, missing }),
  );

  it.each<[string, Terms]>([
    ['negative', { duration: -1 }],
    ['fractional', { notice_period: 1.5 }],
    ['too large', { renewal_duration: 1e9 }],
    ['not a number', { min_duration: Number.NaN }],
    ['more working days than allowed', { notice_workdays: 11 }],
  ])('CON-22 counts that are %s lead to no dates', (_, wrong) =>
    expect(dates({ ...F2, ...wrong }, '2025-06-01')).toEqual({ ...nothing, missing: [] }),
  );
});

describe('CON-21 termination', () => {
  it('CON-21 a terminated contract ends at the end its notice leads to, without further renewal', () => {
    const { end_date, extended_to } = dates({ ...F2, terminated_on: '2025-10-01' }, '2025-12-01');
    expect([end_date, extended_to]).toEqual(['2026-12-31', null]);
    expect(columns({ ...I3, terminated_on: '2025-05-20' }, '2026-01-01')).toEqual([
      '2025-06-03',
      '2025-06-03',
      '2025-05-20',
    ]);
    expect(dates({ ...F3, terminated_on: '2025-06-01' }, '2025-06-02').end_date).toBe('2025-12-31');
  });

  it('CON-10 an agreed end replaces the computed one, also with missing inputs', () => {
    const agreed = { terminated_on: '2025-06-01', agreed_end: '2025-07-31' };
    expect(columns({ ...F2, ...agreed }, '2026-01-01')).toEqual(['2025-07-31', '2025-12-31', '2025-09-30']);
    expect(columns({ ...F2, ...agreed, start_date: null }, '2026-01-01')).toEqual(['2025-07-31', null, null]);
    expect(dates({ ...F2, agreed_end: '2025-07-31' }, '2025-06-01').end_date).toBe('2025-12-31');
  });
});

describe('CON-29 notices that may arrive some working days late', () => {
  const late: Terms = {
    ...indefinite('2020-01-01'),
    ...notice(6, 'month'),
    termination_to: 'quarter_end',
    notice_workdays: 3,
  };

  it.each<[Day, Day, Day]>([
    ['2025-07-02', '2025-12-31', '2025-07-03'],
    ['2025-07-03', '2025-12-31', '2025-07-03'],
    ['2025-07-04', '2026-03-31', '2025-10-04'],
  ])('CON-29 on %s', (today, end, deadline) => expect(columns(late, today)).toEqual([null, end, deadline]));

  it('CON-29 holidays of the state move the deadline', () => {
    const toMonth: Terms = {
      ...late,
      ...notice(3, 'month'),
      termination_to: 'month_end',
      notice_workdays: 4,
    };
    expect(dates(toMonth, '2026-01-07', 'Bayern').termination_deadline).toBe('2026-01-07');
    expect(dates(toMonth, '2026-01-07', 'Hamburg').termination_deadline).toBe('2026-02-05');
  });

  it('CON-29 working days also count for automatic and single renewals', () => {
    expect(columns({ ...F2, notice_workdays: 3 }, '2025-10-04')).toEqual([
      '2025-12-31',
      '2025-12-31',
      '2025-10-04',
    ]);
    expect(columns({ ...F2, notice_workdays: 3 }, '2025-10-05').slice(1)).toEqual([
      '2026-12-31',
      '2026-10-05',
    ]);
    expect(columns({ ...F3, ...notice(1, 'month'), notice_workdays: 1 }, '2025-06-02').slice(1)).toEqual([
      '2025-06-30',
      '2025-06-02',
    ]);
  });

  it('CON-29 the deadline is never after its end', () => {
    expect(columns({ ...F2, notice_period: 0, notice_workdays: 3 }, '2025-12-31').slice(1)).toEqual([
      '2025-12-31',
      '2025-12-31',
    ]);
    expect(columns({ ...F2, notice_period: 0, notice_workdays: 3 }, '2026-01-02')[1]).toBe('2026-12-31');
  });
});

describe('CON-13 dates far away', () => {
  it('CON-13 thousands of renewals take no longer than one', () => {
    const old: Terms = { ...F2, start_date: '0900-01-02', ...lasting(1, 'week') };
    const of = (unit: TermUnit) =>
      dates({ ...old, notice_period: 0, ...renewed('auto', 1, unit) }, '2026-01-01');
    const { end_date, renewals_done } = of('week');
    expect(end_date).toBe(addDays('0900-01-08', 7 * renewals_done));
    expect(end_date).toBe('2026-01-02');
    expect(of('month').renewals_done).toBe(12 * (2026 - 900));
  });

  it('CON-13 quarters from the 30th are as regular as from the 1st', () => {
    const quarterly = {
      ...F2,
      start_date: '1200-01-30',
      ...lasting(3, 'month'),
      ...renewed('auto', 1, 'quarter'),
    };
    expect(columns(quarterly, '2026-05-01')).toEqual(['2026-07-29', '2026-10-29', '2026-07-29']);
    expect(dates(quarterly, '2026-05-01').renewals_done).toBe(3305);
  });

  it('CON-13 dates after the calendar are null', () => {
    expect(columns(F2, '9999-12-31')).toEqual(['9999-12-31', null, null]);
    expect(columns({ ...F2, start_date: '9999-06-01' }, '2025-06-01')).toEqual([null, null, null]);
    expect(columns(I1, '9999-11-01')).toEqual([null, null, null]);
    expect(columns({ ...F2, notice_workdays: 3 }, '9999-12-31')).toEqual(['9999-12-31', null, null]);
    const once = { ...F3, start_date: '9998-06-01', renewal_duration: 8 };
    expect(columns(once, '9999-05-31')).toEqual(['9999-05-31', null, null]);
    expect(columns(once, '9999-06-01')).toEqual([null, null, null]);
  });
});
