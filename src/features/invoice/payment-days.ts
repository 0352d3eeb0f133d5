import type { Day } from '../../base/day.ts';

/** When an invoice is to be paid. Amounts are null for people who see none (ROLE-07). */
export interface PaymentDays {
  readonly paid: boolean;
  readonly due_date: Day | null;
  readonly amount_due: number | null;
  readonly discount_1_date: Day | null;
  readonly discount_1_amount: number | null;
  readonly discount_2_date: Day | null;
  readonly discount_2_amount: number | null;
}

/** The day that comes next, and what is at stake on it: a discount, or the whole amount. */
export interface NextPayment {
  readonly kind: 'discount' | 'due';
  readonly day: Day;
  readonly amount: number | null;
}

/** The first day on which a discount still ends, else the day on which the invoice is due (OVW-10). */
export function nextPayment(invoice: PaymentDays, today: Day): NextPayment | null {
  if (invoice.paid) return null;
  const tiers = [
    { day: invoice.discount_1_date, amount: invoice.discount_1_amount },
    { day: invoice.discount_2_date, amount: invoice.discount_2_amount },
  ];
  const [first] = tiers
    .flatMap(({ day, amount }) => (day === null || day < today ? [] : [{ day, amount }]))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  if (first !== undefined) return { kind: 'discount', ...first };
  return invoice.due_date === null
    ? null
    : { kind: 'due', day: invoice.due_date, amount: invoice.amount_due };
}
