import { addDays, type Day } from '../../base/day.ts';
import { type ReminderType, reminderTypes } from './term/reminders.ts';

/** Types of due reminders: set by people, unconfirmed notice, missed deadline, renewal (CON-24, CON-28, CON-33). */
export const dueReminderTypes = [
  ...reminderTypes,
  'termination_unconfirmed',
  'deadline_missed',
  'contract_renewed',
] as const;
export type DueReminderType = (typeof dueReminderTypes)[number];

/** Decisions about a reminder. `noted` leaves open how the contract continues. */
export const decisions = ['keep', 'renegotiate', 'terminate', 'noted'] as const;
export type Decision = (typeof decisions)[number];

/** Decisions without further input; giving notice is a separate action (CON-10). */
export const plainDecisions = ['keep', 'renegotiate', 'noted'] as const satisfies readonly Decision[];
export type PlainDecision = (typeof plainDecisions)[number];

/** A due reminder without a decision. */
export interface DueReminder {
  readonly id: number;
  readonly type: DueReminderType;
  readonly day: Day;
  /** The deadline or end it is about; null for reminders of another day. */
  readonly meant: Day | null;
  /** It also goes to the substitute and to the person responsible for the company (CON-33, CON-34). */
  readonly is_wide: boolean;
  /** The recipient; null for the responsible person or creator. */
  readonly lb_user_id: number | null;
}

/** Days after receipt of a notice before its missing confirmation causes a reminder (CON-28). */
export const confirmationDays = 14;

/** The decisions possible for these reminders together; only `noted` once the contract is terminated or expired. */
export function decisionsFor(
  reminders: readonly Pick<DueReminder, 'type'>[],
  { status, terminated_on }: { readonly status: string; readonly terminated_on: Day | null },
): readonly Decision[] {
  if (terminated_on !== null || status === 'expired') return ['noted'];
  const isAboutEnd = reminders.some(({ type }) => type === 'contract_end' || type === 'cancellation_notice');
  return isAboutEnd ? ['keep', 'renegotiate', 'terminate'] : ['noted', 'keep', 'renegotiate', 'terminate'];
}

/** Whether a contract in this state gets reminders of this type. A discarded contract gets none. */
export function isWorthReminder(
  type: ReminderType,
  contract: {
    readonly status: string;
    readonly terminated_on: Day | null;
    /** It is signed and neither terminated nor expired; it may be in clearing. */
    readonly is_in_force: boolean;
  },
): boolean {
  const { status, terminated_on, is_in_force } = contract;
  const isTerminated = terminated_on !== null;
  const isOrWasInForce = is_in_force || isTerminated || status === 'expired';
  switch (type) {
    case 'custom':
    case 'extension_option':
    case 'price_change':
    case 'price_objection':
      return status !== 'cancelled' || isTerminated;
    case 'cancellation_notice':
      return is_in_force && !isTerminated;
    case 'contract_end':
      return isOrWasInForce;
    case 'invoice_missing':
      return isOrWasInForce && status !== 'inactive';
  }
}

/** The day the reminder is about, such as the deadline, also after the contract has moved on to the next one. */
export function dayMeant({ meant, day }: Pick<DueReminder, 'meant' | 'day'>): Day {
  return meant ?? day;
}

/** Days before the last safe day of a letter on which an undecided reminder is repeated (CON-34). */
const daysOfRepeats = [14, 7, 2] as const;

/**
 * The last day on which an undecided reminder of a deadline was due again; null if there is none (CON-34).
 *
 * @param first the day of the reminder itself, before which nothing is repeated
 * @param safeDay the last safe day of a letter
 */
export function repeatOn(first: Day, safeDay: Day, today: Day): Day | null {
  const days = daysOfRepeats.map((count) => addDays(safeDay, -count));
  return days.findLast((day) => day > first && day <= today) ?? null;
}
