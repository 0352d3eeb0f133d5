import type { Tx } from '../../../platform/server/database.ts';
import type { InvoiceSettings } from '../check-facts.ts';
import { exactly, type Tolerances } from '../matching/tolerances.ts';
import type { BookedFacts } from '../model.ts';
import { invoiceSettings } from '../settings.ts';
import { loadBookedRecords } from './accounting-facts.ts';
import type { InvoiceContent } from './contents.ts';
import { type InvoicedCompany, loadInvoicedCompany } from './parties.ts';

/** What decides whether anything is wrong with an invoice beside what it says itself. */
export interface CheckedFacts {
  readonly settings: InvoiceSettings;
  readonly accounting: BookedFacts;
  readonly tolerances: Tolerances;
}

/** The same for all invoices of a company, out of its record, the configuration and the records that they are booked by. */
export function checkedFacts(
  values: Readonly<Record<string, string | null>>,
  company: InvoicedCompany | null,
  records: BookedFacts['records'],
): CheckedFacts {
  const settings = invoiceSettings(values, company);
  const companyCurrency = company?.currency ?? null;
  const companyVatId = company?.vat_number ?? null;
  const allowed = company?.allowed ?? null;
  const taxKeys = company?.tax_keys ?? [];
  const tolerances = company?.tolerances ?? exactly;
  return {
    settings,
    tolerances,
    accounting: { target: settings.exportTarget, records, allowed, companyCurrency, companyVatId, taxKeys },
  };
}

/**
 * Reads it for many invoices of one company at once. Runs as writer.
 *
 * @param values of the configuration, by the keys that the rules of invoices read
 */
export async function loadCheckedFacts(
  tx: Tx,
  companyId: number,
  invoices: readonly InvoiceContent[],
  values: Readonly<Record<string, string | null>>,
): Promise<CheckedFacts> {
  const [company, records] = await Promise.all([
    loadInvoicedCompany(
      tx,
      companyId,
      invoices.flatMap(({ head, lines }) => [head, ...lines]),
    ),
    loadBookedRecords(tx, invoices),
  ]);
  return checkedFacts(values, company, records);
}
