import { dayOfTerm, plainDays, type Starts, type Tier } from '../payment-term.ts';
import type { ReadDiscount, ReadValue } from '../reading.ts';

/** Converts a tier for a reading: days after the invoice date, or the last day when the term is no such number. */
export function readTier(
  { term, percentage, amount, base }: Tier,
  starts: Starts,
  read: (value: string) => ReadValue,
): ReadDiscount {
  const told = (value: string | null): ReadValue | null => (value === null ? null : read(value));
  const days = plainDays(term);
  return {
    days: told(days === null ? null : String(days)),
    until: told(days === null ? dayOfTerm(term, starts) : null),
    percentage: told(percentage),
    amount: told(amount),
    base: told(base),
  };
}
