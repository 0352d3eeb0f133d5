import { addDays, type Day } from '../../base/day.ts';
import { type Amount, compareAmounts, minus, round, times } from '../../base/money.ts';
import { knownRate } from '../../document/currency.ts';
import { type Committing, commitmentOf } from './commitment.ts';
import { contractDates } from './contract-dates.ts';
import { endsAnyDay } from './term/reminders.ts';

/** The consequence of a notice that arrives after the deadline (CON-32). */
export interface Stake {
  /** The end after notice in time, and after late notice. */
  readonly end: Day;
  readonly laterEnd: Day;
  /** The cost from the earlier until the later end, net in the currency of the company; null while the rate is unknown. */
  readonly net: Amount | null;
}

/** The company of a contract, for its calendar and currency. */
export interface StakeCompany {
  readonly currency: string;
  readonly federal_state?: string | null;
}

/**
 * The loss through a notice that arrives on a day after the next deadline (CON-32, CON-39). Null if there is no
 * deadline, if the contract can end on any day, or if the later notice leads to the same end.
 *
 * @param received the day of receipt; the day after the deadline if it is not given
 */
export function stakeOf(
  contract: Committing,
  occasion: { readonly today: Day; readonly company: StakeCompany | null; readonly received?: Day | null },
): Stake | null {
  const head = { ...contract.head, terminated_on: null, agreed_end: null };
  const { today, company } = occasion;
  const { termination_deadline: deadline } = contractDates(head, today, company?.federal_state ?? null);
  if (deadline === null || endsAnyDay({ ...head, termination_deadline: deadline }, today)) return null;
  return lossBetween({ ...contract, head }, deadline, occasion.received ?? addDays(deadline, 1), company);
}

/** The loss through receipt on the later of two days (CON-32). */
export function lossBetween(
  { head, lines }: Committing,
  inTime: Day,
  late: Day,
  company: StakeCompany | null,
): Stake | null {
  if (head.term_type === 'none' || late <= inTime) return null;
  const [kept, lost] = [inTime, late].map((day) =>
    commitmentOf({ head, lines }, day, company?.federal_state ?? null),
  );
  if (!kept?.until || !lost?.until || lost.until <= kept.until) return null;
  const more = minus(lost.total_netto, kept.total_netto);
  const rate = knownRate(head, company?.currency ?? null);
  const net = rate && round(times(compareAmounts(more, '0') > 0 ? more : '0', rate), 2);
  return { end: kept.until, laterEnd: lost.until, net };
}
