import { fieldNames } from '../../../document/fields.ts';
import { type Approvals, apart, approvalColumns } from '../../../document/server/approval-records.ts';
import type { StoredDocument } from '../../../document/server/served-kind.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { invoiceFields, invoiceLineFields } from '../fields.ts';
import { invoiceKind } from '../kind.ts';
import type { Invoice, InvoiceHead, InvoiceLine, TaxRow } from '../model.ts';
import { standsInBooks } from './reversals.ts';

/** An invoice as stored. */
export interface StoredInvoice extends Invoice, StoredDocument {
  readonly kind: typeof invoiceKind;
  readonly head: InvoiceHead & { readonly id: number };
}

/** An invoice without its timeline. */
export type InvoiceContent = Omit<StoredInvoice, 'timeline' | 'storedTimeline'>;

const columns = [
  'id',
  'status',
  'creator_id',
  'rate_source',
  'exported_at',
  'is_leaving',
  'total_netto',
  'total_tax',
  'file_id',
  'view_file_id',
  'legal_hold',
  'iban_by_id',
  'money_by_ids',
];
/** The rules take whole numbers as decimals, too. */
const headColumns = fieldNames(invoiceFields).map((name) =>
  name.endsWith('_days') ? `${name}::text` : name,
);
const selectHeads = `select ${[...columns, ...headColumns].join(', ')},
  (select state from invoice_recognition r where r.invoice_id = invoice.id order by r.id desc limit 1) as recognition_state,
  (select started_by_id from invoice_recognition r where r.invoice_id = invoice.id order by r.id desc limit 1) as read_by_id,
  exists (select from invoice_export_entry e where e.invoice_id = invoice.id and ${standsInBooks}) as stands_in_books,
  app.was_exported(invoice.tenant_id, invoice.id) as was_exported,
  ${approvalColumns('invoice')}
  from invoice where id = any ($1)`;

const selectLines = `select invoice_id, id, sort_no, ${fieldNames(invoiceLineFields).join(', ')}
  from invoice_line where invoice_id = any ($1) order by sort_no, id`;
const selectTaxRows = `select invoice_id, tax_percentage, tax_category, net, tax
  from invoice_tax where invoice_id = any ($1) order by tax_percentage desc, id`;

interface OfInvoice {
  readonly invoice_id: number;
}

/** The existing invoices of these ids, without their timelines. */
export async function loadContents(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, InvoiceContent>> {
  const [heads, lines, taxRows] = await Promise.all([
    tx.fixed<StoredInvoice['head'] & Approvals>(selectHeads, [ids]),
    tx.fixed<InvoiceLine & OfInvoice>(selectLines, [ids]),
    tx.fixed<TaxRow & OfInvoice>(selectTaxRows, [ids]),
  ]);
  const linesOf = Map.groupBy(lines, ({ invoice_id }) => invoice_id);
  const taxRowsOf = Map.groupBy(taxRows, ({ invoice_id }) => invoice_id);
  return new Map(
    heads.map((row) => {
      const { id } = row;
      const parts = { lines: linesOf.get(id) ?? [], taxRows: taxRowsOf.get(id) ?? [] };
      return [id, { kind: invoiceKind, id, ...apart(row), ...parts }];
    }),
  );
}
