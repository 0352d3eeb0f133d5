import { addDays, type Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';
import type { Committing } from './commitment.ts';
import { contractDates } from './contract-dates.ts';
import { lossBetween, type StakeCompany } from './stake.ts';
import { endsAnyDay } from './term/reminders.ts';

/** A deadline that passed without notice, or an end after which the contract was renewed (CON-33). */
export interface PassedDay {
  readonly type: 'deadline_missed' | 'contract_renewed';
  /** The deadline, or the end before the renewal. */
  readonly day: Day;
  /** The end that now holds. */
  readonly until: Day;
  /** The cost from the former end until then, net in the currency of the company; null for a renewal or an unknown rate. */
  readonly net: Amount | null;
}

/** The most days of a type that are recorded, after a job that did not run for years. */
const maxPassed = 60;

/**
 * The missed deadlines and renewals of a contract since its days were stored, oldest first (CON-33). There are none
 * after notice, for a contract without a term, and no deadlines if the contract can end on any day.
 */
export function passedDays(
  contract: Committing,
  today: Day,
  company: StakeCompany | null,
): readonly PassedDay[] {
  const { head } = contract;
  if (head.terminated_on !== null || head.term_type === 'none' || head.term_type === null) return [];
  return [...missed(contract, today, company), ...renewed(contract, today, company)].toSorted((one, other) =>
    one.day.localeCompare(other.day),
  );
}

function missed(contract: Committing, today: Day, company: StakeCompany | null): readonly PassedDay[] {
  const found: PassedDay[] = [];
  let deadline = contract.head.termination_deadline;
  while (deadline !== null && deadline < today && found.length < maxPassed) {
    const isAnyDay = endsAnyDay({ ...contract.head, termination_deadline: deadline }, deadline);
    const next = addDays(deadline, 1);
    const loss = isAnyDay ? null : lossBetween(contract, deadline, next, company);
    if (loss === null) break;
    found.push({ type: 'deadline_missed', day: deadline, until: loss.laterEnd, net: loss.net });
    deadline = contractDates(contract.head, next, company?.federal_state ?? null).termination_deadline;
  }
  return found;
}

function renewed({ head }: Committing, today: Day, company: StakeCompany | null): readonly PassedDay[] {
  const found: PassedDay[] = [];
  let end = head.end_date;
  while (end !== null && end < today && found.length < maxPassed) {
    const { end_date: next } = contractDates(head, addDays(end, 1), company?.federal_state ?? null);
    if (next === null || next <= end) break;
    found.push({ type: 'contract_renewed', day: end, until: next, net: null });
    end = next;
  }
  return found;
}
