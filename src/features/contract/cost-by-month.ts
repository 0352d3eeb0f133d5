import { addDays, type Day } from '../../base/day.ts';
import { type Amount, isZero, minus, round, sum } from '../../base/money.ts';
import { monthEndOf } from '../../base/periods.ts';

/** The cost of a contract from a day until the end of its month, or of the contract. */
export interface ContractMonth {
  readonly day: Day;
  readonly net: Amount;
}

/**
 * The cost of each month between two days, both included, in cents that add up to the cost of the whole; months
 * without a cost are left out (DASH-09).
 *
 * @param exactCostOf the cost of a period, not rounded
 */
export function costByMonth(
  first: Day,
  last: Day,
  exactCostOf: (from: Day, to: Day) => Amount,
): readonly ContractMonth[] {
  const months: ContractMonth[] = [];
  let exact: Amount = '0';
  for (let from = first; from <= last; ) {
    const end = monthEndOf(from);
    if (end === null) break;
    const former = round(exact, 2);
    exact = sum([exact, exactCostOf(from, end < last ? end : last)]);
    const net = round(minus(round(exact, 2), former), 2);
    if (!isZero(net)) months.push({ day: from, net });
    from = addDays(end, 1);
  }
  return months;
}
