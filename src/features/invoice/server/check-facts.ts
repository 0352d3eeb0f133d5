import type { Tx } from '../../../platform/server/database.ts';
import type { FormalFacts, KnownReading } from '../check-facts.ts';
import type { CompanyRules } from '../settings.ts';

/** What was read last of the document, as far as its check looks at it, and what is known of its parties. */
export interface CheckFacts {
  readonly formal: FormalFacts;
  readonly doPagesDiffer: boolean;
  readonly rules: CompanyRules | null;
}

type Company = CompanyRules & NonNullable<FormalFacts['company']>;

const readFields = [
  'buyerName',
  'buyerVatId',
  'sellerVatId',
  'sellerTaxNumber',
  'deliveryDate',
  'billingPeriodStart',
  'billingPeriodEnd',
  'totalNet',
] as const satisfies readonly (keyof KnownReading['fields'])[];

/** Null where nothing was read. */
const selectReading = `select pages_differ, jsonb_build_object('reading', raw -> 'reading', 'seller', coalesce(raw -> 'seller', '{}'),
    'fields', jsonb_build_object(${readFields.map((name) => `'${name}', raw -> 'fields' -> '${name}'`).join(', ')})) as known
  from invoice_recognition where invoice_id = $1 and state = 'done' order by id desc limit 1`;

/** Loads what the check of an invoice looks at beside the invoice (INV-19). */
export async function loadCheckFacts(
  tx: Tx,
  invoiceId: number,
  { supplier_id, client_id }: { readonly supplier_id: number | null; readonly client_id: number | null },
): Promise<CheckFacts> {
  const [read, supplier, company] = await Promise.all([
    tx.maybeOne<{ pages_differ: boolean; known: KnownReading }>(selectReading, [invoiceId]),
    tx.maybeOne<NonNullable<FormalFacts['supplier']>>(
      'select address, zipcode, city from supplier where id = $1',
      [supplier_id],
    ),
    tx.maybeOne<Company>(
      'select name, billing_name, vat_number, required_fields, tax_tolerance, touchless_invoices from client where id = $1',
      [client_id],
    ),
  ]);
  return {
    formal: { reading: read?.known ?? null, supplier: supplier ?? null, company: company ?? null },
    doPagesDiffer: read?.pages_differ === true,
    rules: company ?? null,
  };
}
