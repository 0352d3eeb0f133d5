import { type ReadRow, selectionOf } from '../../../document/read-fields.ts';
import type { ShownDocument } from '../../../document/web/document.ts';
import { companyFields } from '../../../document/web/draft/company.ts';
import { type PageKind, plainActions } from '../../../document/web/kind.ts';
import { changesOf } from '../../../document/web/steps/document-change.ts';
import type { InvoiceStatus } from '../../../timeline/kinds.ts';
import { invoiceFields } from '../fields.ts';
import { invoiceKind } from '../kind.ts';

type HeadRow = ReadRow<typeof invoiceFields>;

/** An invoice as its page shows it. */
export interface InvoiceDocument extends ShownDocument, Omit<HeadRow, keyof ShownDocument> {
  readonly status: InvoiceStatus;
}

/** What the page of an invoice knows of its kind. */
export const invoicePage: PageKind<InvoiceDocument> = {
  ...invoiceKind,
  fields: selectionOf(invoiceFields, { client: companyFields }),
  // Checking and clearing are about changing.
  editedIn: ['approval', 'clearing'],
  actions: { ...plainActions, clicked: ['to_approval', 'to_accounting', 'to_export'] },
};

/** What another person changed of an invoice while it is open (LOCK-01). */
export const invoiceChanges = changesOf<InvoiceDocument, { readonly id: number }>({
  fields: invoiceFields,
  lines: () => [],
  unwatched: [],
});
