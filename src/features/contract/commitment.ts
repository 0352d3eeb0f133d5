import type { Day } from '../../base/day.ts';
import { type Amount, grossOf, round, sum, times } from '../../base/money.ts';
import { monthsBetween, periodEnd } from '../../base/periods.ts';
import type { Kind } from '../../document/kind.ts';
import { monthsPerInterval } from '../../document/usage.ts';
import { contractDates } from './contract-dates.ts';
import { contractKind } from './kind.ts';
import type { ContractFields, ContractHead, ContractLineFields } from './model.ts';

/** The part of a contract that determines its commitment. */
export interface Committing {
  readonly head: ContractFields &
    Pick<ContractHead, 'terminated_on' | 'agreed_end' | 'first_end' | 'amends_id' | 'total_netto'>;
  readonly lines: readonly Pick<ContractLineFields, 'total' | 'tax' | 'usage_type'>[];
}

/** The amounts a contract commits its company to (CON-39), in the currency of the contract. */
export interface Commitment {
  readonly total_netto: Amount;
  readonly total_brutto: Amount;
  /** The earliest end that can still be reached; null if unknown. */
  readonly until: Day | null;
}

/** Months counted if no end is known. */
const monthsWithoutEnd = 12;

/**
 * The commitment of a contract on a day (CON-39): the value of each line per interval times the intervals that begin
 * until the earliest end that can still be reached. Usage-based lines count once with their expected value.
 * Counting starts with the contract. For an amendment it starts on the given day, since earlier periods are already
 * committed.
 */
export function commitmentOf({ head, lines }: Committing, day: Day, federalState: string | null): Commitment {
  const dates = contractDates(head, day, federalState);
  const until = dates.next_possible_contract_end ?? dates.end_date;
  const begin = head.start_date ?? day;
  const from = head.amends_id !== null && begin < day ? day : begin;
  const counted = lines.length > 0 ? lines : [{ total: head.total_netto, tax: '0', usage_type: null }];
  const amounts = counted.map(({ total, tax, usage_type }) => {
    const usage = usage_type ?? head.usage_type;
    const months = usage === null || usage === 'usage_based' ? null : monthsPerInterval[usage];
    const count = months === null ? '1' : String(intervalsUntil(until, from, months));
    return {
      net: times(total ?? '0', count),
      gross: times(grossOf(total ?? '0', tax ?? '0', 2), count),
    };
  });
  return {
    total_netto: round(sum(amounts.map(({ net }) => net)), 2),
    total_brutto: round(sum(amounts.map(({ gross }) => gross)), 2),
    until,
  };
}

/** The number of intervals that begin from a day up to and including an end; at least one. */
function intervalsUntil(until: Day | null, from: Day, months: number): number {
  if (until === null) return monthsWithoutEnd / months;
  let count = Math.max(1, Math.floor(monthsBetween(from, until) / months));
  // `monthsBetween` ignores the day of the month, so check the last interval exactly.
  for (;;) {
    const end = periodEnd(from, count * months, 'month');
    if (end === null || end >= until) return count;
    count += 1;
  }
}

/** The kind with the commitment that limits compare (CON-39), separate so that the first pages load no term code. */
export const committingKind = {
  ...contractKind,
  commitment: (document: Committing, day, company) =>
    commitmentOf(before(document, day), day, company?.federal_state ?? null),
} as const satisfies Kind;

/** The contract without later notices: an approval is compared with the facts known on its day. */
function before({ head, lines }: Committing, day: Day): Committing {
  const isLater = head.terminated_on !== null && head.terminated_on > day;
  return isLater ? { head: { ...head, terminated_on: null, agreed_end: null }, lines } : { head, lines };
}
