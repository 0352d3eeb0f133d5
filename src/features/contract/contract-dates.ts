import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { ContractFields } from './model.ts';
import { type TermDates, termDates } from './term/dates.ts';
import type { ContractTerm } from './term/model.ts';
import { reminderDate } from './term/reminders.ts';

/** The term fields of a contract; `terminated_on` and `agreed_end` are not entered in its form. */
type Terms = Omit<
  Pick<ContractFields, keyof ContractTerm & keyof ContractFields>,
  'terminated_on' | 'agreed_end'
> & {
  readonly terminated_on?: Day | null;
  readonly agreed_end?: Day | null;
  /** The typed end before renewals moved it (CON-15). */
  readonly first_end?: Day | null;
};

/** The term of a contract with whole numbers, as date calculation needs it. */
export function termOf(contract: Terms): ContractTerm {
  return {
    term_type: contract.term_type,
    start_date: contract.start_date,
    end_date: contract.first_end ?? contract.end_date,
    duration: whole(contract.duration),
    duration_unit_type: contract.duration_unit_type,
    min_duration: whole(contract.min_duration),
    renewal_type: contract.renewal_type,
    renewal_duration: whole(contract.renewal_duration),
    renewal_duration_unit_type: contract.renewal_duration_unit_type,
    notice_period: whole(contract.notice_period),
    notice_period_unit_type: contract.notice_period_unit_type,
    later_notice_period: whole(contract.later_notice_period),
    later_notice_period_unit_type: contract.later_notice_period_unit_type,
    notice_workdays: whole(contract.notice_workdays),
    termination_to: contract.termination_to,
    termination_day: contract.termination_day,
    terminated_on: contract.terminated_on ?? null,
    agreed_end: contract.agreed_end ?? null,
  };
}

type TermKind = Pick<ContractFields, 'term_type'> & { readonly duration: Amount | number | null };

/** Whether all days are typed, because the contract has no term (CON-20). */
export function areDaysTyped({ term_type }: Pick<TermKind, 'term_type'>): boolean {
  return term_type === 'none';
}

/** Whether the end is typed, because the contract has no duration (CON-15). */
export function isEndTyped(contract: TermKind): boolean {
  return areDaysTyped(contract) || (contract.term_type === 'fixed' && contract.duration === null);
}

/** The end typed instead of a duration: the new one if changed, else the one before any renewal (CON-15). */
export function firstEnd(
  former: { readonly end_date: Day | null; readonly first_end: Day | null },
  next: Pick<ContractFields, 'term_type' | 'duration' | 'end_date'>,
): Day | null {
  if (next.term_type !== 'fixed' || next.duration !== null) return null;
  return next.end_date === former.end_date ? (former.first_end ?? next.end_date) : next.end_date;
}

function whole(count: Amount | null): number | null {
  return count === null || !/^\d+$/.test(count) ? null : Number(count);
}

type Dated = Terms & Pick<ContractFields, 'termination_deadline' | 'next_possible_contract_end'>;

/** The dates of a contract on a day (CON-13); without a term, the typed ones (CON-20). */
export function contractDates(contract: Dated, today: Day, federalState: string | null): TermDates {
  const dates = termDates(termOf(contract), today, federalState);
  if (contract.term_type !== 'none') return dates;
  const { end_date, termination_deadline, next_possible_contract_end } = contract;
  return { ...dates, end_date, termination_deadline, next_possible_contract_end };
}

type Reminded = Dated & Pick<ContractFields, 'reminder_date' | 'reminder_days_before'>;

/** The computed columns of a contract on a day (CON-13, CON-25, CON-33). */
export function followingColumns(
  contract: Reminded,
  occasion: {
    readonly today: Day;
    readonly federalState: string | null;
    /** Days by which the reminder comes earlier (CON-24). */
    readonly leadDays: number;
    readonly isReminderTyped: boolean;
  },
) {
  const dates = contractDates(contract, occasion.today, occasion.federalState);
  const { end_date, termination_deadline, next_possible_contract_end, renewals_done } = dates;
  const reminded = reminderDate({
    termination_deadline,
    end_date,
    reminder_days_before: whole(contract.reminder_days_before),
    internal_lead_days: occasion.leadDays,
  });
  return {
    end_date,
    termination_deadline,
    next_possible_contract_end,
    renewals_done,
    reminder_date: occasion.isReminderTyped ? contract.reminder_date : reminded,
  };
}
