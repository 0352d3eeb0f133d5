import { addDays, type Day, daysBetween } from '../../base/day.ts';
import { type Amount, dividedBy, round, sum, times } from '../../base/money.ts';
import { intervalAround } from '../../document/agreed.ts';
import type { UsageType } from '../../document/usage.ts';

export interface OwedLine {
  /** Net of one interval (CON-27); null where nobody said one. */
  readonly total: Amount | null;
  /** Null where the line is billed as its contract is. */
  readonly usage_type: UsageType | null;
}

export interface OwedTime {
  /** Of the contract: its intervals are counted from this day on. */
  readonly start: Day | null;
  /** The first and the last day that count. */
  readonly from: Day;
  readonly until: Day;
}

/**
 * What a contract still costs in a time: its intervals whole, and those that the time cuts by their days. What is billed by
 * usage, or has no interval, is not known before.
 */
export function owed(lines: readonly OwedLine[], ofContract: UsageType | null, time: OwedTime): Amount {
  const from = time.start !== null && time.start > time.from ? time.start : time.from;
  const parts = lines.map(({ total, usage_type }) => {
    const usage = usage_type ?? ofContract;
    return total === null || usage === null || usage === 'usage_based'
      ? '0'
      : times(total, intervals(usage, { ...time, from }));
  });
  return round(sum(parts), 2);
}

/** How many intervals lie in a time; those that it cuts are fractions. */
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
