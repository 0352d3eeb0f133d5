import { z } from 'zod';
import { addDays, addMonths, type Day, isDay } from '../../../../base/day.ts';
import { type Refusal, refuse } from '../../../../base/refusal.ts';

/** A fiscal year of a company at DATEV. */
export interface DatevYear {
  readonly from: Day;
  readonly to: Day;
  /** The length of a ledger account. */
  readonly account_length: number;
  /** Whether incoming invoices may be booked in it. */
  readonly has_payables: boolean;
}

/** DATEV's facts about a company (EXP-11). */
export interface DatevBasics {
  /** Whether documents can be sent at all. */
  readonly has_access: boolean;
  /** The last three, earliest first. */
  readonly years: readonly DatevYear[];
}

/** The API description has "true" in quotation marks, the schema does not. */
const flag = z.union([z.boolean(), z.stringbool()]).catch(false);
const day = z
  .string()
  .transform((text) => text.slice(0, 10))
  .refine(isDay);
const answer = z.object({
  is_document_management_available: flag,
  basic_accounting_information: z
    .array(
      z.object({
        fiscal_year_start: day,
        fiscal_year_end: day,
        account_length: z.coerce.number().int().min(4).max(8),
        ledgers: z.object({ is_accounts_payable_ledger_available: flag }).optional(),
      }),
    )
    .default([]),
});

/** Parses the answer of `GET /clients/{id}`; null for an invalid one. */
export function readBasics(payload: unknown): DatevBasics | null {
  const { data } = answer.safeParse(payload);
  if (!data) return null;
  const years = data.basic_accounting_information.map((year) => ({
    from: year.fiscal_year_start,
    to: year.fiscal_year_end,
    account_length: year.account_length,
    has_payables: year.ledgers?.is_accounts_payable_ledger_available === true,
  }));
  return {
    has_access: data.is_document_management_available,
    years: years.toSorted((one, other) => (one.from < other.from ? -1 : 1)),
  };
}

/**
 * The fiscal year of a booking day. DATEV opens the year after the last one with the same properties (EXP-08).
 * Refuses a day in an unknown year, and a year that is not released for incoming invoices (EXP-09, EXP-11).
 */
export function yearOf(basics: DatevBasics, booked: Day, company: string): DatevYear | Refusal {
  const last = basics.years.at(-1);
  const opened = last && { ...last, from: addDays(last.to, 1), to: addMonths(last.to, 12) };
  const year = [...basics.years, ...(opened ? [opened] : [])].find(
    ({ from, to }) => from <= booked && booked <= to,
  );
  if (!year) return refuse('export_year_unknown', { values: { date: booked, company } });
  return year.has_payables ? year : refuse('export_payables_missing', { values: { company } });
}
