import type { Day } from '../base/day.ts';

/** ENUM-18. */
export const paymentTimings = ['advance', 'postpaid', 'midterm'] as const;

export type PaymentTiming = (typeof paymentTimings)[number];

/** ENUM-19. */
export const usageTypes = ['usage_based', 'monthly', 'quarterly', 'semiannually', 'yearly'] as const;

export type UsageType = (typeof usageTypes)[number];

export type Interval = Exclude<UsageType, 'usage_based'>;

/** Months per billing interval; usage-based billing has none. */
export const monthsPerInterval = {
  usage_based: null,
  monthly: 1,
  quarterly: 3,
  semiannually: 6,
  yearly: 12,
} as const satisfies Readonly<Record<UsageType, number | null>>;

/** The interval in which a total is compared and listed; a year for usage billing and without an interval. */
export function intervalOf(usage: UsageType | null): Interval {
  return usage === null || usage === 'usage_based' ? 'yearly' : usage;
}

/** An interval with one expected bill; both days inclusive. */
export interface BilledInterval {
  readonly from: Day;
  readonly to: Day;
}
