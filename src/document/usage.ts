import type { Day } from '../base/day.ts';

/** ENUM-18. */
export const paymentTimings = ['advance', 'postpaid', 'midterm'] as const;

export type PaymentTiming = (typeof paymentTimings)[number];

/** ENUM-19. */
export const usageTypes = ['usage_based', 'monthly', 'quarterly', 'semiannually', 'yearly'] as const;

export type UsageType = (typeof usageTypes)[number];

export type Interval = Exclude<UsageType, 'usage_based'>;

/** Months from one bill to the next; what is billed by usage has no interval. */
export const monthsPerInterval = {
  usage_based: null,
  monthly: 1,
  quarterly: 3,
  semiannually: 6,
  yearly: 12,
} as const satisfies Readonly<Record<UsageType, number | null>>;

/** For which interval a total is compared and listed: the expected value of what is billed by use, or for no interval, for a year. */
export function intervalOf(usage: UsageType | null): Interval {
  return usage === null || usage === 'usage_based' ? 'yearly' : usage;
}

/** A time for which one bill is expected; both days belong to it. */
export interface BilledInterval {
  readonly from: Day;
  readonly to: Day;
}
