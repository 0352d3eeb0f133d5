import { z } from 'zod';
import { isDay } from '../../../../base/day.ts';
import type { DatevYear } from './basics.ts';

const day = z.string().refine(isDay);
const year = z.object({ from: day, to: day, account_length: z.number(), has_payables: z.boolean() });
const basics = z.object({ has_access: z.boolean(), years: z.array(year) });

/**
 * The stored facts of a company, newest year first; null before DATEV's first answer, or in another version's format.
 */
export function shownBasics(
  kept: unknown,
): { readonly hasAccess: boolean; readonly years: readonly DatevYear[] } | null {
  const { data } = basics.safeParse(kept);
  if (data === undefined) return null;
  return {
    hasAccess: data.has_access,
    years: data.years.toSorted((one, other) => other.from.localeCompare(one.from)),
  };
}
