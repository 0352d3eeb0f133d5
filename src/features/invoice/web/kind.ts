import type { RateSource } from '../../../document/brief.ts';
import { type ReadRow, selectionOf } from '../../../document/read-fields.ts';
import type { ShownDocument } from '../../../document/web/document.ts';
import { companyFields } from '../../../document/web/draft/company.ts';
import type { SupplierReference } from '../../../document/web/draft/reference.ts';
import { type PageKind, plainActions } from '../../../document/web/kind.ts';
import type { OriginalFile } from '../../../document/web/original/original-file.ts';
import { changesOf } from '../../../document/web/steps/document-change.ts';
import type { InvoiceStatus } from '../../../timeline/kinds.ts';
import { invoiceFields, invoiceLineFields } from '../fields.ts';
import { invoiceKind } from '../kind.ts';
import type { RecognitionState, TaxCategory } from '../model.ts';
import type { SeenDuplicate } from './doubts/DuplicateNote.tsx';

type HeadRow = Omit<ReadRow<typeof invoiceFields>, 'supplier'> & {
  readonly supplier: SupplierReference | null;
};

/** A line as returned by the API. */
export interface LineRow extends ReadRow<typeof invoiceLineFields> {
  readonly id: number;
}

/** A row of the breakdown; amounts are null for people who may not see prices (ROLE-07). */
export interface TaxRowRow {
  readonly tax_percentage: number;
  readonly tax_category: TaxCategory;
  readonly net: number | null;
  readonly tax: number | null;
}

/** An invoice as loaded by its page. */
export interface InvoiceDocument extends ShownDocument, Omit<HeadRow, keyof ShownDocument> {
  readonly status: InvoiceStatus;
  readonly rate_source: RateSource | null;
  readonly file_id: string | null;
  /** IDs include documents that the person may not see. */
  readonly procurement_id: number | null;
  /** The linked order if the person may see it (INV-08). */
  readonly ordered: { readonly notes: string | null } | null;
  readonly contract_id: number | null;
  readonly corrects_invoice_id: number | null;
  readonly invoice_lines: readonly LineRow[];
  readonly invoice_taxes: readonly TaxRowRow[];
  readonly invoice_recognitions: readonly { readonly state: RecognitionState }[];
  /** Only those that the person may see (INV-20). */
  readonly possible_duplicates: readonly SeenDuplicate[];
  /** Number of a booked final invoice that does not deduct this prepayment invoice (INV-22). */
  readonly booked_final: string | null;
  /** State of a started export whose arrival is not known yet (EXP-08). */
  readonly leaving: readonly { readonly state: 'sending' | 'uncertain' }[];
  /** The original; null for invoices entered by hand, and for people who may not see prices (ROLE-07). */
  readonly file: OriginalFile | null;
  /** The view with arranged pages that replaces the original (REC-12). */
  readonly view_file: OriginalFile | null;
  /** The source files of its pages, if the person may see them. */
  readonly invoice_pages: readonly { readonly file: OriginalFile | null }[];
}

/** The linked documents, by number and name. */
const linkedFields = {
  procurement: 'id number: order_number_formatted name',
  contract: 'id number: contract_number_formatted name',
  corrects_invoice: 'id number: invoice_number_formatted name',
};

/** The page kind of invoices. */
export const invoicePage: PageKind<InvoiceDocument> = {
  ...invoiceKind,
  fields: `${selectionOf(invoiceFields, { client: companyFields, supplier: 'id name payment_days', ...linkedFields })} file { id name mime } view_file { id name mime }
    invoice_lines(order_by: { sort_no: asc }) { id ${selectionOf(invoiceLineFields)} }
    invoice_taxes(order_by: { tax_percentage: desc }) { tax_percentage tax_category net tax }
    rate_source procurement_id contract_id corrects_invoice_id ordered: procurement { notes }
    invoice_pages(order_by: { page_no: asc }) { file { id name mime } }
    leaving: invoice_export_entries(where: { state: { _in: ["sending", "uncertain"] } }, limit: 1) { state }
    file_id possible_duplicates booked_final invoice_recognitions(order_by: { id: desc }, limit: 1) { state }`,
  // Check and clearing exist to change the invoice.
  editedIn: ['approval', 'clearing'],
  actions: {
    ...plainActions,
    clicked: [
      'start_recognition',
      'skip_recognition',
      'to_approval',
      'to_accounting',
      'to_export',
      'change_supplier',
    ],
    inPlace: ['start_recognition'],
    staying: ['start_recognition', 'repeat_recognition', 'ask_bank_confirmation', 'change_supplier'],
    // These buttons appear beside the field that they concern.
    elsewhere: ['ask_bank_confirmation', 'change_supplier'],
  },
};

/** Changes that another person made while the invoice is open (LOCK-01). */
export const invoiceChanges = changesOf<InvoiceDocument, LineRow>({
  fields: invoiceFields,
  lines: ({ invoice_lines: lines }) => lines,
  unwatched: [],
});

/** The received files whose pages form the view, without repetition (REC-12). */
export function receivedFiles({ invoice_pages }: InvoiceDocument): readonly OriginalFile[] {
  const files = invoice_pages.flatMap(({ file }) => (file === null ? [] : [file]));
  return files.filter(({ id }, place) => files.findIndex((one) => one.id === id) === place);
}
