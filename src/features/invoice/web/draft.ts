import { amountOrNull } from '../../../base/money.ts';
import { companyReference } from '../../../document/web/draft/company.ts';
import { type DraftRow, draftRow, emptyRow, rowInput } from '../../../document/web/draft/draft-fields.ts';
import type { DraftKind } from '../../../document/web/draft/draft-kind.ts';
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

function input({ head }: InvoiceDraft) {
  return { head: rowInput(invoiceFields, head) };
}

/** What is typed into the form of an invoice, in the words that every form needs. */
export const invoiceDraft: DraftKind<InvoiceDraft> = {
  isSame: (one, other) => JSON.stringify(input(one)) === JSON.stringify(input(other)),
  input,
  lineKeys: () => [],
  restored: (kept) =>
    typeof kept === 'object' && kept !== null && 'head' in kept
      ? { head: { ...emptyDraft.head, ...(kept.head as InvoiceDraft['head']) } }
      : null,
};
