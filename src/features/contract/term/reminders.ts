import { addDays, type Day } from '../../../base/day.ts';
import { daysOn, firstDay, monthsBetween, periodEnd } from '../../../base/periods.ts';
import { type BilledInterval, monthsPerInterval, type UsageType } from '../../../document/usage.ts';
import type { ContractTerm } from './model.ts';

/** Deadlines that people type because the engine has no rule for them (CON-35). */
const typedDeadlines = ['extension_option', 'price_change', 'price_objection'] as const;
export type TypedDeadline = (typeof typedDeadlines)[number];

/** Types of reminders (ENUM-22, CON-35). */
export const reminderTypes = [
  'contract_end',
  'cancellation_notice',
  'invoice_missing',
  'custom',
  ...typedDeadlines,
] as const;
export type ReminderType = (typeof reminderTypes)[number];

/** A stored reminder of a contract, named as its columns (DATA-38). */
export interface Reminder {
  readonly type: ReminderType;
  /** The typed day of `custom`, or the typed deadline. */
  readonly reminder_date: Day | null;
  /** Days before the date, or after it for `invoice_missing`; null is none. */
  readonly days_before: number | null;
}

/** The contract data from which reminder days are computed. */
export interface RemindedContract extends Pick<ContractTerm, 'term_type' | 'termination_to'> {
  readonly start_date: Day | null;
  readonly end_date: Day | null;
  readonly termination_deadline: Day | null;
  /** Null where no renewal follows. */
  readonly extended_to: Day | null;
  readonly terminated_on: Day | null;
  readonly recurring_invoice: boolean;
  readonly usage_type: UsageType | null;
  /** Days by which reminders of the company come earlier (CON-24). */
  readonly internal_lead_days: number;
}

export interface ReminderDay {
  readonly day: Day;
  /** For `invoice_missing`: the interval in which an invoice is expected. */
  readonly interval: BilledInterval | null;
}

/** The computed day of the contract's own reminder (CON-25). */
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
 * The day a reminder is due; null if there is nothing to remind of (CON-24), such as the end of a contract that is
 * renewed, or the deadline after notice was given.
 *
 * @param today determines the past interval of `invoice_missing`; the returned day may be before or after it
 */
export function reminderDay(reminder: Reminder, contract: RemindedContract, today: Day): ReminderDay | null {
  const { type, reminder_date, days_before } = reminder;
  if (type === 'invoice_missing') return missingInvoiceDay(contract, days_before ?? 0, today);
  if (type === 'custom') return on(reminder_date);
  if (isTypedDeadline(type)) return on(daysBefore(reminder_date, days_before ?? 0));
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

/** Whether people type the day of this deadline (CON-35). */
export function isTypedDeadline(type: string): type is TypedDeadline {
  return typedDeadlines.some((one) => one === type);
}

/** Whether the contract can be terminated on any day, so that no deadline can be missed. */
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
 * The due days of a reminder since the last check, up to today. Only `invoice_missing` can have several, one per
 * interval; a check after a gap finds all of them.
 *
 * @param checkedOn the day of the last check; null checks only today
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
 * The last past interval, counted from the start of the contract or else by the calendar; the first one if none is
 * past yet. An interval whose reminder day is still to come takes precedence over later past ones.
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
