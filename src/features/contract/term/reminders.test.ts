import { describe, expect, it } from 'vitest';
import { emptyTerm } from '../../../../tests/support/contract-term.ts';
import type { Day } from '../../../base/day.ts';
import { termDates } from './dates.ts';
import type { ContractTerm } from './model.ts';
import {
  daysCome,
  endsAnyDay,
  type RemindedContract,
  type Reminder,
  reminderDate,
  reminderDay,
} from './reminders.ts';

/** F2a of CON-23. */
const term: ContractTerm = {
  ...emptyTerm,
  term_type: 'fixed',
  start_date: '2025-01-01',
  duration: 12,
  duration_unit_type: 'month',
  renewal_type: 'auto',
  renewal_duration: 1,
  renewal_duration_unit_type: 'year',
  notice_period: 3,
  notice_period_unit_type: 'month',
};

function contractOf(changes: Partial<ContractTerm>, today: Day): RemindedContract {
  const changed = { ...term, ...changes };
  return {
    term_type: changed.term_type,
    termination_to: changed.termination_to,
    start_date: changed.start_date,
    terminated_on: changed.terminated_on,
    ...termDates(changed, today, null),
    recurring_invoice: true,
    usage_type: 'monthly',
    internal_lead_days: 14,
  };
}

const reminder = (type: Reminder['type'], days_before: number | null = 30): Reminder => ({
  type,
  days_before,
  reminder_date: null,
});

const today = '2025-06-01';
const renewing = contractOf({}, today);
const ending = contractOf({ renewal_type: 'none' }, today);

describe('CON-25 the reminder of a contract', () => {
  it.each<[number, Day]>([
    [0, '2025-08-31'],
    [14, '2025-08-17'],
  ])('CON-25 F2a with 30 days and %i internal lead days', (internal_lead_days, day) =>
    expect(reminderDate({ ...renewing, reminder_days_before: 30, internal_lead_days })).toBe(day),
  );

  it('CON-25 without a deadline it comes before the end; without an end there is none', () => {
    expect(reminderDate({ ...ending, reminder_days_before: 30 })).toBe('2025-11-17');
    expect(reminderDate({ ...ending, end_date: null, reminder_days_before: 30 })).toBeNull();
  });

  it('CON-25 without days before, only the internal lead days count', () =>
    expect(reminderDate({ ...renewing, reminder_days_before: null })).toBe('2025-09-16'));

  it('CON-25 a day before the calendar is null', () => {
    const first = { ...renewing, termination_deadline: '0001-01-10', reminder_days_before: 0 };
    expect(reminderDate(first)).toBeNull();
    expect(reminderDate({ ...first, internal_lead_days: 9 })).toBe('0001-01-01');
  });
});

describe('CON-24 reminders about ends, deadlines and typed days', () => {
  it('CON-24 reminds of the end if no renewal follows', () => {
    expect(reminderDay(reminder('contract_end'), ending, today)).toEqual({
      day: '2025-11-17',
      interval: null,
    });
    expect(reminderDay(reminder('contract_end'), renewing, today)).toBeNull();
    const given = contractOf({ terminated_on: '2025-09-30' }, today);
    expect(reminderDay(reminder('contract_end'), given, today)?.day).toBe('2025-11-17');
    expect(
      reminderDay(reminder('contract_end'), contractOf({ term_type: 'indefinite' }, today), today),
    ).toBeNull();
  });

  it('CON-24 reminds of the end of a single renewal, not of the end before it', () => {
    const once = (day: Day) => contractOf({ renewal_type: 'once' }, day);
    expect(reminderDay(reminder('contract_end'), once('2025-11-01'), '2025-11-01')).toBeNull();
    expect(reminderDay(reminder('contract_end'), once('2026-01-01'), '2026-01-01')?.day).toBe('2026-11-17');
  });

  it('CON-24 reminds of the deadline until notice is given', () => {
    expect(reminderDay(reminder('cancellation_notice'), renewing, today)?.day).toBe('2025-08-17');
    expect(reminderDay(reminder('cancellation_notice', null), renewing, today)?.day).toBe('2025-09-16');
    expect(reminderDay(reminder('cancellation_notice'), ending, today)).toBeNull();
    const given = contractOf({ terminated_on: '2025-05-31' }, today);
    expect(reminderDay(reminder('cancellation_notice'), given, today)).toBeNull();
  });

  it('CON-24 uses a typed day unchanged', () => {
    const typed = { ...reminder('custom'), reminder_date: '2025-07-07' };
    expect(reminderDay(typed, renewing, today)).toEqual({ day: '2025-07-07', interval: null });
    expect(reminderDay(reminder('custom'), renewing, today)).toBeNull();
  });
});

describe('CON-35 typed deadlines', () => {
  it.each(['extension_option', 'price_change', 'price_objection'] as const)(
    'CON-35 reminds of %s so many days before its typed day',
    (type) => {
      const typed = { type, days_before: 10, reminder_date: '2025-07-17' };
      expect(reminderDay(typed, renewing, today)).toEqual({ day: '2025-07-07', interval: null });
      expect(reminderDay({ ...typed, days_before: null }, renewing, today)?.day).toBe('2025-07-17');
    },
  );
});

describe('CON-24 reminders of missing invoices', () => {
  type Usage = RemindedContract['usage_type'];
  const due = (usage_type: Usage, start_date: Day | null, day: Day, days = 10) =>
    reminderDay(reminder('invoice_missing', days), { ...renewing, usage_type, start_date }, day);

  it.each<[Usage, Day | null, Day, Day, Day, Day]>([
    ['monthly', null, '2025-06-01', '2025-05-01', '2025-05-31', '2025-06-10'],
    ['monthly', '2025-01-01', '2025-06-30', '2025-05-01', '2025-05-31', '2025-06-10'],
    ['monthly', '2025-01-15', '2025-06-14', '2025-04-15', '2025-05-14', '2025-05-24'],
    ['monthly', '2025-01-15', '2025-06-15', '2025-05-15', '2025-06-14', '2025-06-24'],
    ['monthly', '2024-12-31', '2025-03-01', '2025-01-31', '2025-02-28', '2025-03-10'],
    ['monthly', '2024-12-31', '2025-03-31', '2025-03-01', '2025-03-30', '2025-04-09'],
    ['quarterly', null, '2025-06-30', '2025-01-01', '2025-03-31', '2025-04-10'],
    ['quarterly', '2025-02-01', '2025-05-01', '2025-02-01', '2025-04-30', '2025-05-10'],
    ['semiannually', null, '2025-07-01', '2025-01-01', '2025-06-30', '2025-07-10'],
    ['yearly', null, '2025-07-01', '2024-01-01', '2024-12-31', '2025-01-10'],
    ['yearly', '2024-02-29', '2025-03-01', '2024-02-29', '2025-02-28', '2025-03-10'],
  ])('CON-24 %s from %s: on %s the past interval is %s to %s', (usage, start, day, from, to, reminded) =>
    expect(due(usage, start, day)).toEqual({ day: reminded, interval: { from, to } }),
  );

  it('CON-24 waits for the first interval until it is past', () => {
    const first = { day: '2025-02-10', interval: { from: '2025-01-01', to: '2025-01-31' } };
    expect(due('monthly', '2025-01-01', '2025-01-20')).toEqual(first);
    expect(due('monthly', '2025-01-01', '2024-01-20')).toEqual(first);
  });

  it('CON-24 does not skip an interval whose reminder day is still to come', () => {
    expect(due('monthly', null, '2025-03-12', 40)?.interval?.from).toBe('2025-01-01');
    expect(due('monthly', null, '2025-03-13', 40)).toEqual({
      day: '2025-04-09',
      interval: { from: '2025-02-01', to: '2025-02-28' },
    });
  });

  it('CON-24 each interval has exactly one reminder day', () => {
    const year = Array.from({ length: 365 }, (_, place) =>
      new Date(Date.UTC(2025, 0, 1 + place)).toISOString().slice(0, 10),
    );
    for (const days of [0, 45]) {
      const found = year.filter((day) => due('monthly', '2020-05-31', day, days)?.day === day);
      expect(found).toHaveLength(12);
    }
  });

  it('CON-24 has no reminder if no invoices are expected: usage-based, single, or after the end', () => {
    expect(due('usage_based', null, today)).toBeNull();
    expect(due(null, null, today)).toBeNull();
    const single = { ...renewing, recurring_invoice: false };
    expect(reminderDay(reminder('invoice_missing'), single, today)).toBeNull();
    expect(reminderDay(reminder('invoice_missing', 10), ending, '2026-01-05')?.day).toBe('2026-01-10');
    expect(reminderDay(reminder('invoice_missing', 10), ending, '2026-03-05')).toBeNull();
  });

  it('CON-24 has no reminder after the calendar', () => {
    expect(due('yearly', '9999-06-01', today)).toBeNull();
    expect(due('yearly', '9999-01-01', today)).toBeNull();
  });
});

describe('CON-24 JOB-04 reminders due since the last check', () => {
  const monthly: RemindedContract = { ...renewing, usage_type: 'monthly', start_date: '2020-05-31' };
  const year = Array.from({ length: 365 }, (_, place) =>
    new Date(Date.UTC(2025, 0, 1 + place)).toISOString().slice(0, 10),
  );
  const intervals = (visits: readonly Day[], days: number): readonly Day[] => {
    let checked: Day | null = '2024-12-31';
    const found: Day[] = [];
    for (const day of visits) {
      found.push(
        ...daysCome(reminder('invoice_missing', days), monthly, checked, day).map(({ day: due }) => due),
      );
      checked = day;
    }
    return [...new Set(found)];
  };

  it.each([0, 10, 45])('do not depend on the days of the checks, %i days after each interval', (days) => {
    const daily = intervals(year, days);
    expect(daily.length).toBeGreaterThanOrEqual(12);
    expect(
      intervals(
        year.filter((_, place) => place % 37 === 36 || place === 364),
        days,
      ),
    ).toEqual(daily);
    expect(intervals(year.slice(-1), days)).toEqual(daily);
  });

  it('are found at the first check, but not before their day', () => {
    const typed = { ...reminder('custom'), reminder_date: '2025-07-07' };
    expect(daysCome(typed, renewing, null, '2025-07-06')).toEqual([]);
    expect(daysCome(typed, renewing, null, '2025-09-01')).toEqual([{ day: '2025-07-07', interval: null }]);
    expect(daysCome(reminder('invoice_missing', 5), monthly, null, '2025-09-20')).toHaveLength(1);
  });

  it('CON-25 has no deadline reminder if the contract can be terminated on any day', () => {
    const open = { ...renewing, term_type: 'indefinite', termination_to: 'day' } as const;
    expect(endsAnyDay({ ...open, termination_deadline: today }, today)).toBe(true);
    expect(endsAnyDay({ ...open, termination_to: null, termination_deadline: today }, today)).toBe(true);
    expect(endsAnyDay({ ...open, termination_deadline: '2026-01-01' }, today)).toBe(false);
    expect(endsAnyDay({ ...open, termination_to: 'month_end', termination_deadline: today }, today)).toBe(
      false,
    );
    const due = { ...open, termination_deadline: today };
    expect(reminderDay(reminder('cancellation_notice'), due, today)).toBeNull();
  });
});
