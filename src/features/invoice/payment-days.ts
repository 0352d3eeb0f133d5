import type { Day } from '../../base/day.ts';

/** The payment dates of an invoice. Amounts are null for people who may not see them (ROLE-07). */
export interface PaymentDays {
  readonly paid: boolean;
  readonly due_date: Day | null;
  readonly amount_due: number | null;
  readonly discount_1_date: Day | null;
  readonly discount_1_amount: number | null;
  readonly discount_2_date: Day | null;
  readonly discount_2_amount: number | null;
}

/** The next payment date and its amount: a discount or the whole amount due. */
export interface NextPayment {
  readonly kind: 'discount' | 'due';
  readonly day: Day;
  readonly amount: number | null;
}

/** The end of the first discount that is still open, else the due date (OVW-10). */
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
