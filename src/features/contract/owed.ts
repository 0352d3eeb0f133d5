import { addDays, type Day, daysBetween } from '../../base/day.ts';
import { type Amount, dividedBy, round, sum, times } from '../../base/money.ts';
import { intervalAround } from '../../document/agreed.ts';
import type { UsageType } from '../../document/usage.ts';

export interface OwedLine {
  /** Net per interval (CON-27); null if unknown. */
  readonly total: Amount | null;
  /** Null to use the contract's interval. */
  readonly usage_type: UsageType | null;
}

export interface OwedTime {
  /** Start of the contract, from which its intervals are counted. */
  readonly start: Day | null;
  /** First and last day of the period. */
  readonly from: Day;
  readonly until: Day;
}

/**
 * Cost of a contract in a period: whole intervals, and partial ones by days. Usage-based lines and those without
 * interval count as zero.
 */
export function owed(lines: readonly OwedLine[], ofContract: UsageType | null, time: OwedTime): Amount {
  return round(exactlyOwed(lines, ofContract, time), 2);
}

/** The same without rounding, so that the costs of parts add up to the cost of the whole. */
export function exactlyOwed(
  lines: readonly OwedLine[],
  ofContract: UsageType | null,
  time: OwedTime,
): Amount {
  const from = time.start !== null && time.start > time.from ? time.start : time.from;
  const parts = lines.map(({ total, usage_type }) => {
    const usage = usage_type ?? ofContract;
    return total === null || usage === null || usage === 'usage_based'
      ? '0'
      : times(total, intervals(usage, { ...time, from }));
  });
  return sum(parts);
}

/** Number of intervals in a period, with partial ones as fractions. */
function intervals(usage: Exclude<UsageType, 'usage_based'>, { start, from, until }: OwedTime): Amount {
  const parts: Amount[] = [];
  for (let day = from; day <= until; ) {
    const around = intervalAround(day, start, usage);
    if (around === null) break;
    const last = around.to < until ? around.to : until;
    const days = (one: Day, other: Day): string => String(daysBetween(one, other) + 1);
    parts.push(dividedBy(days(day, last), days(around.from, around.to)));
    if (last === until) break;
    day = addDays(around.to, 1);
  }
  return sum(parts);
}
