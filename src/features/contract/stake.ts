import { addDays, type Day } from '../../base/day.ts';
import { type Amount, compareAmounts, minus, round, times } from '../../base/money.ts';
import { type Committing, commitmentOf } from './commitment.ts';
import { contractDates } from './contract-dates.ts';
import { endsAnyDay } from './term/reminders.ts';

/** The consequence of a notice that arrives after the deadline (CON-32). */
export interface Stake {
  /** The end after notice in time, and after late notice. */
  readonly end: Day;
  readonly laterEnd: Day;
  /** The cost from the earlier until the later end, net in the currency of the company. */
  readonly net: Amount;
}

/**
 * The loss through a notice that arrives on a day after the next deadline (CON-32, CON-39). Null if there is no
 * deadline, if the contract can end on any day, or if the later notice leads to the same end.
 *
 * @param received the day of receipt; the day after the deadline if it is not given
 */
export function stakeOf(
  contract: Committing,
  occasion: { readonly today: Day; readonly federalState: string | null; readonly received?: Day | null },
): Stake | null {
  const head = { ...contract.head, terminated_on: null, agreed_end: null };
  const { today, federalState } = occasion;
  const { termination_deadline: deadline } = contractDates(head, today, federalState);
  if (deadline === null || endsAnyDay({ ...head, termination_deadline: deadline }, today)) return null;
  return lossBetween(
    { ...contract, head },
    deadline,
    occasion.received ?? addDays(deadline, 1),
    federalState,
  );
}

/** The loss through receipt on the later of two days (CON-32). */
export function lossBetween(
  { head, lines }: Committing,
  inTime: Day,
  late: Day,
  federalState: string | null,
): Stake | null {
  if (head.term_type === 'none' || late <= inTime) return null;
  const [kept, lost] = [inTime, late].map((day) => commitmentOf({ head, lines }, day, federalState));
  if (!kept?.until || !lost?.until || lost.until <= kept.until) return null;
  const more = minus(lost.total_netto, kept.total_netto);
  const net = round(times(more, head.exchange_rate ?? '1'), 2);
  return { end: kept.until, laterEnd: lost.until, net: compareAmounts(net, '0') > 0 ? net : '0.00' };
}
