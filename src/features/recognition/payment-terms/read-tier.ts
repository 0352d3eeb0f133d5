import { dayOfTerm, plainDays, type Starts, type Tier } from '../payment-term.ts';
import type { ReadDiscount, ReadValue } from '../reading.ts';

/** Converts a tier for a reading: days after the invoice date, or the last day when the term is no such number. */
export function readTier(
  { term, percentage, amount, base }: Tier,
  starts: Starts,
  read: (value: string) => ReadValue,
): ReadDiscount {
  const reported = (value: string | null): ReadValue | null => (value === null ? null : read(value));
  const days = plainDays(term);
  return {
    days: reported(days === null ? null : String(days)),
    until: reported(days === null ? dayOfTerm(term, starts) : null),
    percentage: reported(percentage),
    amount: reported(amount),
    base: reported(base),
  };
}
