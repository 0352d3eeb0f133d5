import type { Tx } from '../../../platform/server/database.ts';
import type { InvoiceSettings } from '../check-facts.ts';
import { exactly, type Tolerances } from '../matching/tolerances.ts';
import type { BookedFacts } from '../model.ts';
import { invoiceSettings } from '../settings.ts';
import { loadBookedRecords } from './accounting-facts.ts';
import type { InvoiceContent } from './contents.ts';
import { type InvoicedCompany, loadInvoicedCompany } from './parties.ts';

/** The input of the problem checks besides the invoice itself. */
export interface CheckedFacts {
  readonly settings: InvoiceSettings;
  readonly accounting: BookedFacts;
  readonly tolerances: Tolerances;
}

/** The facts for all invoices of a company, from its record, the configuration and the booking records. */
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
 * Loads the facts for many invoices of one company at once. Runs as writer.
 *
 * @param values configuration values by the keys for invoice rules
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
