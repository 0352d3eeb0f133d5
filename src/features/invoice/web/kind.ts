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

/** A line as the API says it. */
export interface LineRow extends ReadRow<typeof invoiceLineFields> {
  readonly id: number;
}

/** A row of the breakdown; without amounts for people who see none (ROLE-07). */
export interface TaxRowRow {
  readonly tax_percentage: number;
  readonly tax_category: TaxCategory;
  readonly net: number | null;
  readonly tax: number | null;
}

/** An invoice as its page shows it. */
export interface InvoiceDocument extends ShownDocument, Omit<HeadRow, keyof ShownDocument> {
  readonly status: InvoiceStatus;
  readonly rate_source: RateSource | null;
  readonly file_id: string | null;
  /** Also those of documents that the person does not see. */
  readonly procurement_id: number | null;
  /** Of the linked order, as far as the person sees it (INV-08). */
  readonly ordered: { readonly notes: string | null } | null;
  readonly contract_id: number | null;
  readonly corrects_invoice_id: number | null;
  readonly invoice_lines: readonly LineRow[];
  readonly invoice_taxes: readonly TaxRowRow[];
  readonly invoice_recognitions: readonly { readonly state: RecognitionState }[];
  /** Those that the person sees (INV-20). */
  readonly possible_duplicates: readonly SeenDuplicate[];
  /** A prepayment invoice that the booked final one of this number does not take off (INV-22). */
  readonly booked_final: string | null;
  /** How an export stands that has begun and of which it is not known yet whether it has arrived (EXP-08). */
  readonly leaving: readonly { readonly state: 'sending' | 'uncertain' }[];
  /** The original; null where the invoice was typed in, and for persons who do not see prices (ROLE-07). */
  readonly file: OriginalFile | null;
  /** What stands in its place where its pages were arranged (REC-12). */
  readonly view_file: OriginalFile | null;
  /** Where the pages of that come from, as far as the person sees the files. */
  readonly invoice_pages: readonly { readonly file: OriginalFile | null }[];
}

/** The documents that an invoice refers to, by number and name. */
const linkedFields = {
  procurement: 'id number: order_number_formatted name',
  contract: 'id number: contract_number_formatted name',
  corrects_invoice: 'id number: invoice_number_formatted name',
};

/** What the page of an invoice knows of its kind. */
export const invoicePage: PageKind<InvoiceDocument> = {
  ...invoiceKind,
  fields: `${selectionOf(invoiceFields, { client: companyFields, supplier: 'id name payment_days', ...linkedFields })} file { id name mime } view_file { id name mime }
    invoice_lines(order_by: { sort_no: asc }) { id ${selectionOf(invoiceLineFields)} }
    invoice_taxes(order_by: { tax_percentage: desc }) { tax_percentage tax_category net tax }
    rate_source procurement_id contract_id corrects_invoice_id ordered: procurement { notes }
    invoice_pages(order_by: { page_no: asc }) { file { id name mime } }
    leaving: invoice_export_entries(where: { state: { _in: ["sending", "uncertain"] } }, limit: 1) { state }
    file_id possible_duplicates booked_final invoice_recognitions(order_by: { id: desc }, limit: 1) { state }`,
  // Checking and clearing are about changing.
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
    // They stand beside what they are about.
    elsewhere: ['ask_bank_confirmation', 'change_supplier'],
  },
};

/** What another person changed of an invoice while it is open (LOCK-01). */
export const invoiceChanges = changesOf<InvoiceDocument, LineRow>({
  fields: invoiceFields,
  lines: ({ invoice_lines: lines }) => lines,
  unwatched: [],
});

/** The received files of whose pages the view of an invoice was made, each once (REC-12). */
export function receivedFiles({ invoice_pages }: InvoiceDocument): readonly OriginalFile[] {
  const files = invoice_pages.flatMap(({ file }) => (file === null ? [] : [file]));
  return files.filter(({ id }, place) => files.findIndex((one) => one.id === id) === place);
}
