import { z } from 'zod';
import { type Day, isDay } from '../../../../base/day.ts';

/** A fiscal year as DATEV tells it of a company (EXP-11). */
export interface ShownYear {
  readonly from: Day;
  readonly to: Day;
  /** Digits of a ledger account in this year. */
  readonly account_length: number;
  /** Whether incoming invoices may be booked in it. */
  readonly has_payables: boolean;
}

const day = z.string().refine(isDay);
const year = z.object({ from: day, to: day, account_length: z.number(), has_payables: z.boolean() });
const basics = z.object({ has_access: z.boolean(), years: z.array(year) });

/** What was kept of a company, the newest year first; null where DATEV was not asked yet, or another version has kept it. */
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
