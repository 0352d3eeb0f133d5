import type { DocumentFacts } from '../../../document/facts.ts';
import { fieldNames } from '../../../document/fields.ts';
import { formatDocumentNumber } from '../../../document/number.ts';
import type { ServedKind, StoredDocument } from '../../../document/server/served-kind.ts';
import { invoiceFields } from '../fields.ts';
import { invoiceKind } from '../kind.ts';
import type { Invoice, InvoiceHead } from '../model.ts';
import { type InvoiceOutcome, invoiceFlow } from '../steps.ts';

/** An invoice as it stands in the database. */
export interface StoredInvoice extends Invoice, StoredDocument {
  readonly kind: typeof invoiceKind;
  readonly head: InvoiceHead & { readonly id: number };
}

const columns = ['id', 'status', 'creator_id', 'exchange_rate', 'total_netto', 'total_tax'];
const selectHead = `select ${[...columns, ...fieldNames(invoiceFields)].join(', ')} from invoice where id = $1`;

/** Supplier invoices, as the server of all documents knows them. */
export const servedInvoice: ServedKind<StoredInvoice, DocumentFacts, InvoiceOutcome> = {
  kind: invoiceKind,
  filled: { invoice: invoiceFields },
  settings: [],
  load: async (tx, id) => ({
    kind: invoiceKind,
    id,
    head: await tx.one<StoredInvoice['head']>(selectHead, [id]),
  }),
  ownFacts: async () => ({ persons: [], complete: (common) => common }),
  approverSources: ({ head }) => ({
    departmentId: head.department_id,
    costCenterId: head.cost_center_id,
    supplierIds: head.supplier_id === null ? [] : [head.supplier_id],
  }),
  budgeted: () => null,
  offers: invoiceFlow.offers,
  touchesContent: ({ head }) => Object.keys(head).length > 0,
  saveNumber: async (_tx, _saving, number) => ({
    running_number: number,
    invoice_number_formatted: formatDocumentNumber('IN', number),
  }),
};
