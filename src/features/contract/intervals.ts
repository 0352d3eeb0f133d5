import { type Amount, round, sum } from '../../base/money.ts';
import { type UsageType, usageTypes } from '../../document/usage.ts';
import type { ContractLineFields } from './model.ts';
import { yearlyValue } from './rules.ts';

/** The costs of a contract in one interval (CON-27). */
export interface IntervalTotal {
  /** Null if neither line nor contract has an interval. */
  readonly usage: UsageType | null;
  readonly total: Amount;
  /** Null if it depends on usage. */
  readonly yearly: Amount | null;
}

type CountedLine = Pick<ContractLineFields, 'total' | 'usage_type'>;

/** Line totals by interval, shortest first; a line without an interval uses that of its contract. */
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

/** The known yearly costs of a contract; null if none are known (CON-27). */
export function yearlyTotal(lines: readonly CountedLine[], ofContract: UsageType | null): Amount | null {
  const certain = intervalTotals(lines, ofContract).flatMap(({ yearly }) => yearly ?? []);
  return certain.length === 0 ? null : round(sum(certain), 2);
}
