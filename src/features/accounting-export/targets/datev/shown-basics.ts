import { z } from 'zod';
import { type Day, isDay } from '../../../../base/day.ts';

/** A fiscal year of a company at DATEV (EXP-11). */
export interface ShownYear {
  readonly from: Day;
  readonly to: Day;
  /** The length of a ledger account in this year. */
  readonly account_length: number;
  /** Whether incoming invoices may be booked in it. */
  readonly has_payables: boolean;
}

const day = z.string().refine(isDay);
const year = z.object({ from: day, to: day, account_length: z.number(), has_payables: z.boolean() });
const basics = z.object({ has_access: z.boolean(), years: z.array(year) });

/**
 * The stored facts of a company, newest year first; null before DATEV's first answer, or in another version's format.
 */
export function shownBasics(
  kept: unknown,
): { readonly hasAccess: boolean; readonly years: readonly ShownYear[] } | null {
  const { data } = basics.safeParse(kept);
  if (data === undefined) return null;
  return {
    hasAccess: data.has_access,
    years: data.years.toSorted((one, other) => other.from.localeCompare(one.from)),
  };
}
