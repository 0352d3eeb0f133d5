import { type Amount, round, sum } from '../../base/money.ts';
import { type UsageType, usageTypes } from '../../document/usage.ts';
import type { ContractLineFields } from './model.ts';
import { yearlyValue } from './rules.ts';

/** What a contract costs per interval (CON-27). */
export interface IntervalTotal {
  /** Null where neither the line nor the contract says one. */
  readonly usage: UsageType | null;
  readonly total: Amount;
  /** Null where that depends on what is used. */
  readonly yearly: Amount | null;
}

type CountedLine = Pick<ContractLineFields, 'total' | 'usage_type'>;

/** The sums of the lines by interval, the shortest first; a line without one is billed as its contract is. */
export function intervalTotals(
  lines: readonly CountedLine[],
  ofContract: UsageType | null,
): readonly IntervalTotal[] {
  return [...usageTypes, null].flatMap((usage): readonly IntervalTotal[] => {
    const counted = lines.filter((line) => (line.usage_type ?? ofContract) === usage);
    if (counted.length === 0) return [];
    const total = round(sum(counted.map((line) => line.total ?? '0')), 2);
    return [{ usage, total, yearly: yearlyValue(total, usage) }];
  });
}

/** What a contract costs in a year as far as that is certain; null where nothing of it is (CON-27). */
export function yearlyTotal(lines: readonly CountedLine[], ofContract: UsageType | null): Amount | null {
  const certain = intervalTotals(lines, ofContract).flatMap(({ yearly }) => yearly ?? []);
  return certain.length === 0 ? null : round(sum(certain), 2);
}
