import type { Day } from '../../base/day.ts';
import { type ReminderType, reminderTypes } from './term/reminders.ts';

/** What somebody is reminded of: reminders that were set, and a notice that nobody has confirmed (CON-24, CON-28). */
export const dueReminderTypes = [...reminderTypes, 'termination_unconfirmed'] as const;
export type DueReminderType = ReminderType | 'termination_unconfirmed';

/** What a person makes of a reminder. `noted` is for what is no question about how the contract goes on. */
export const decisions = ['keep', 'renegotiate', 'terminate', 'noted'] as const;
export type Decision = (typeof decisions)[number];

/** Those that a reminder takes by themselves; giving notice is an action of its own (CON-10). */
export const plainDecisions = ['keep', 'renegotiate', 'noted'] as const satisfies readonly Decision[];
export type PlainDecision = (typeof plainDecisions)[number];

/** A reminder that has come due and about which nobody has decided. */
export interface DueReminder {
  readonly id: number;
  readonly type: DueReminderType;
  readonly day: Day;
  /** Whom it is for; null: whoever looks after the contract. */
  readonly lb_user_id: number | null;
}

/** A notice that is not confirmed so many days after it arrived is worth a reminder (CON-28). */
export const confirmationDays = 14;

/** What can be decided about these reminders together. A contract that ends already goes on in no way. */
export function decisionsFor(
  reminders: readonly Pick<DueReminder, 'type'>[],
  { status, terminated_on }: { readonly status: string; readonly terminated_on: Day | null },
): readonly Decision[] {
  if (terminated_on !== null || status === 'expired') return ['noted'];
  const isAboutEnd = reminders.some(({ type }) => type === 'contract_end' || type === 'cancellation_notice');
  return isAboutEnd ? ['keep', 'renegotiate', 'terminate'] : ['noted', 'keep', 'renegotiate', 'terminate'];
}

/** Whether a contract of this state is worth a reminder of this type. One that was discarded is not. */
export function isWorthReminder(
  type: ReminderType,
  contract: {
    readonly status: string;
    readonly terminated_on: Day | null;
    /** It was signed, whatever is being done with it. */
    readonly is_in_force: boolean;
  },
): boolean {
  const { status, terminated_on, is_in_force } = contract;
  const isTerminated = terminated_on !== null;
  const isOrWasInForce = is_in_force || isTerminated || status === 'expired';
  switch (type) {
    case 'custom':
      return status !== 'cancelled' || isTerminated;
    case 'cancellation_notice':
      return is_in_force && !isTerminated;
    case 'contract_end':
      return isOrWasInForce;
    case 'invoice_missing':
      return isOrWasInForce && status !== 'inactive';
  }
}

/** The day that matters: not the one of the reminder, but what it reminds of. */
export function dayMeant(
  { type, day }: Pick<DueReminder, 'type' | 'day'>,
  contract: {
    readonly end_date: Day | null;
    readonly termination_deadline: Day | null;
    readonly terminated_on: Day | null;
  },
): Day | null {
  switch (type) {
    case 'cancellation_notice':
      return contract.termination_deadline;
    case 'contract_end':
      return contract.end_date;
    case 'termination_unconfirmed':
      return contract.terminated_on;
    default:
      return day;
  }
}
