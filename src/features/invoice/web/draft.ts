import { amountOrNull } from '../../../base/money.ts';
import { companyReference } from '../../../document/web/draft/company.ts';
import { type DraftRow, draftRow, emptyRow } from '../../../document/web/draft/draft-fields.ts';
import { fieldsDraft } from '../../../document/web/draft/fields-draft.ts';
import type { CompanyReference } from '../../../document/web/draft/reference.ts';
import { invoiceFields } from '../fields.ts';
import type { InvoiceDocument } from './kind.ts';

/** An invoice as it is being typed. */
export interface InvoiceDraft {
  readonly head: Omit<DraftRow<typeof invoiceFields>, 'client'> & {
    readonly client: CompanyReference | null;
  };
}

export const emptyDraft: InvoiceDraft = { head: emptyRow(invoiceFields) };

/** A loaded invoice as a form shows it. */
export function draftOf(invoice: InvoiceDocument): InvoiceDraft {
  return {
    head: {
      ...draftRow(invoiceFields, { ...invoice, total_brutto: amountOf(invoice) }),
      client: invoice.client && companyReference(invoice.client, () => []),
    },
  };
}

function amountOf({ total_brutto }: InvoiceDocument): number {
  return Number(amountOrNull(total_brutto) ?? 0);
}

/** What is typed into the form of an invoice, in the words that every form needs. */
export const invoiceDraft = fieldsDraft(invoiceFields, emptyDraft.head);
