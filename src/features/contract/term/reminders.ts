import { addDays, type Day } from '../../../base/day.ts';
import { daysOn, firstDay, monthsBetween, periodEnd } from '../../../base/periods.ts';
import { type BilledInterval, monthsPerInterval, type UsageType } from '../../../document/usage.ts';
import type { ContractTerm } from './model.ts';

/** What somebody is reminded of (ENUM-22). */
export const reminderTypes = ['contract_end', 'cancellation_notice', 'invoice_missing', 'custom'] as const;
export type ReminderType = (typeof reminderTypes)[number];

/** A reminder of a contract as it is stored, named as its columns (DATA-38). */
export interface Reminder {
  readonly type: ReminderType;
  /** As it was typed; counts for `custom` alone. */
  readonly reminder_date: Day | null;
  /** Days before the date in question, after it for `invoice_missing`; null is none. */
  readonly days_before: number | null;
}

/** What the days of reminders follow from. */
export interface RemindedContract extends Pick<ContractTerm, 'term_type' | 'termination_to'> {
  readonly start_date: Day | null;
  readonly end_date: Day | null;
  readonly termination_deadline: Day | null;
  /** Null where no renewal follows. */
  readonly extended_to: Day | null;
  readonly terminated_on: Day | null;
  readonly recurring_invoice: boolean;
  readonly usage_type: UsageType | null;
  /** Days by which the company wants to know earlier (CON-24). */
  readonly internal_lead_days: number;
}

export interface ReminderDay {
  readonly day: Day;
  /** For `invoice_missing`: without an invoice in it there is something to remind of. */
  readonly interval: BilledInterval | null;
}

/** The day of the contract's own reminder, while nobody typed another (CON-25). */
export function reminderDate({
  termination_deadline,
  end_date,
  reminder_days_before,
  internal_lead_days,
}: Pick<RemindedContract, 'termination_deadline' | 'end_date' | 'internal_lead_days'> & {
  readonly reminder_days_before: number | null;
}): Day | null {
  return daysBefore(termination_deadline ?? end_date, (reminder_days_before ?? 0) + internal_lead_days);
}

/**
 * When a reminder of a contract is due; null where there is nothing to remind of (CON-24). The end of a contract that is
 * renewed is none, and a deadline is none any more once notice was given.
 *
 * @param today tells which of the intervals of `invoice_missing` is the past one; its day may lie behind or ahead
 */
export function reminderDay(reminder: Reminder, contract: RemindedContract, today: Day): ReminderDay | null {
  const { type, reminder_date, days_before } = reminder;
  if (type === 'invoice_missing') return missingInvoiceDay(contract, days_before ?? 0, today);
  if (type === 'custom') return on(reminder_date);
  const days = (days_before ?? 0) + contract.internal_lead_days;
  const { extended_to, end_date, terminated_on, termination_deadline } = contract;
  return type === 'contract_end'
    ? on(extended_to === null ? daysBefore(end_date, days) : null)
    : on(
        terminated_on === null && !endsAnyDay(contract, today)
          ? daysBefore(termination_deadline, days)
          : null,
      );
}

/** Notice can be given on any day, so that today's deadline is tomorrow's as well: there is nothing to miss. */
export function endsAnyDay(
  {
    term_type,
    termination_to,
    termination_deadline,
  }: Pick<RemindedContract, 'term_type' | 'termination_to' | 'termination_deadline'>,
  today: Day,
): boolean {
  const isAnyDay =
    termination_to === 'day' || (term_type === 'indefinite' && (termination_to ?? 'none') === 'none');
  return isAnyDay && termination_deadline !== null && termination_deadline <= today;
}

/**
 * The days of a reminder that have come: those until today that nobody looked at yet. Only the intervals of
 * `invoice_missing` have many; whoever comes after a gap of days finds each of them.
 *
 * @param checkedOn through which day it was looked already; null begins today
 */
export function daysCome(
  reminder: Reminder,
  contract: RemindedContract,
  checkedOn: Day | null,
  today: Day,
): readonly ReminderDay[] {
  const isRepeated = reminder.type === 'invoice_missing' && checkedOn !== null && checkedOn < today;
  const found = new Map<Day, ReminderDay>();
  for (let day = isRepeated ? addDays(checkedOn, 1) : today; day <= today; day = addDays(day, 1)) {
    const due = reminderDay(reminder, contract, day);
    if (due !== null && due.day <= day) found.set(due.day, due);
  }
  return [...found.values()];
}

function on(day: Day | null): ReminderDay | null {
  return day === null ? null : { day, interval: null };
}

function daysBefore(day: Day | null, count: number): Day | null {
  return day === null ? null : daysOn(day, -count);
}

/**
 * The past interval, counted from the start of the contract, else that of the calendar; the first one where none is past
 * yet. An interval whose day is still to come goes before later ones that are past as well.
 */
function missingInvoiceDay(contract: RemindedContract, daysAfter: number, today: Day): ReminderDay | null {
  const { recurring_invoice, usage_type, start_date, end_date } = contract;
  const months = usage_type === null ? null : monthsPerInterval[usage_type];
  if (!recurring_invoice || months === null) return null;
  const start = start_date ?? firstDay;
  const endOf = (place: number): Day | null => periodEnd(start, place * months, 'month');
  const dayOf = (place: number): Day | null => daysBefore(endOf(place), -daysAfter);
  const isPast = (place: number): boolean => (endOf(place) ?? today) < today || dayOf(place) === today;
  const isDayToCome = (place: number): boolean => (dayOf(place) ?? today) >= today;
  let place = Math.max(1, Math.floor(monthsBetween(start, today) / months) + 1);
  while (place > 1 && (!isPast(place) || isDayToCome(place - 1))) place -= 1;
  const [before, to, day] = [place === 1 ? null : endOf(place - 1), endOf(place), dayOf(place)];
  const from = before === null ? start : addDays(before, 1);
  const isBehindEnd = end_date !== null && from > end_date;
  return to === null || day === null || isBehindEnd ? null : { day, interval: { from, to } };
}
