import { z } from 'zod';
import { taxCategories } from '../../../base/tax-categories.ts';
import { emptyStored } from '../../../document/fields.ts';
import { documentActions } from '../../../document/server/commands.ts';
import { columnTypes } from '../../../document/server/field-columns.ts';
import {
  comment,
  confirmable,
  onDocument,
  person,
  sharedInputs,
  task,
} from '../../../document/server/inputs.ts';
import type { StoredLines } from '../../../document/server/lines-store.ts';
import { type FieldSaving, saveFieldsCommand } from '../../../document/server/save-fields.ts';
import type { Command } from '../../../graphql/server/command.ts';
import { hasRole } from '../../../platform/context.ts';
import { change, forwardToNext, insertNext, startTimeline } from '../../../timeline/operations.ts';
import { currentEntry } from '../../../timeline/timeline.ts';
import { settledType } from '../accounting/document-type.ts';
import { paidBy } from '../bank-data.ts';
import { followingNumber } from '../export-number.ts';
import { invoiceFields, invoiceLineFields } from '../fields.ts';
import { isSameBreakdown, settledLine, taxRowsOf } from '../lines.ts';
import type { InvoiceFacts, InvoiceLine, TaxRow } from '../model.ts';
import { isSameRate } from '../rate.ts';
import type { InvoiceOutcome } from '../recognising.ts';
import { amountDue, exportedProblem, invoiceTotals, isOfMoney } from '../rules.ts';
import { editRights, type InvoiceInputs, invoiceFlow, restartApproval } from '../steps.ts';
import type { StoredInvoice } from './contents.ts';
import { freeNumber } from './free-number.ts';
import { refuseNewKeys } from './new-keys.ts';
import { holdOrders } from './ordered.ts';
import { servedInvoice } from './store.ts';

const forward = z.object({ ...onDocument, ...confirmable, ...comment, ...person });

/** The inputs of the actions of `steps.ts`, by action; also the arguments of the API. */
export const actionInputs = {
  ...sharedInputs,
  start_recognition: task,
  skip_recognition: task,
  repeat_recognition: task,
  to_approval: forward,
  to_accounting: forward,
  to_export: task,
  confirm_bank_data: task,
  ask_bank_confirmation: forward,
  change_supplier: task,
  discard: task,
} as const satisfies { readonly [Action in keyof InvoiceInputs]: z.ZodType<InvoiceInputs[Action]> };

export const invoiceActions = documentActions<
  typeof actionInputs,
  StoredInvoice,
  InvoiceFacts,
  InvoiceOutcome
>(servedInvoice, { inputs: actionInputs, flow: invoiceFlow });

const storedLines: StoredLines = {
  table: 'invoice_line',
  owner: 'invoice_id',
  types: { ...columnTypes(invoiceLineFields), sort_no: 'integer' },
  fields: invoiceLineFields,
};

const amount = () =>
  z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,2})?$/)
    .meta({ scalar: 'numeric' });
const taxRow = z.object({
  tax_percentage: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/)
    .meta({ scalar: 'numeric' }),
  tax_category: z.enum(taxCategories),
  net: amount(),
  tax: amount(),
});

/** The input of a save besides the declared fields. */
interface GivenInvoice {
  readonly head?: { readonly paid?: boolean | null } | null;
  readonly tax_rows?: readonly TaxRow[] | null;
}

/**
 * A typed invoice needs no recognition, is checked by the person who typed it (TL-23), and gets its number at once.
 */
const saving: FieldSaving<StoredInvoice, InvoiceFacts, typeof invoiceFields, InvoiceLine> = {
  fields: invoiceFields,
  begin: (occasion) => {
    const begun = startTimeline({ type: 'invoice-upload' }, occasion);
    const check = insertNext({ type: 'invoice-manual-check', lbUserId: occasion.actorId });
    return change(begun, occasion, check, forwardToNext({ status: 'upload' }));
  },
  lines: {
    fields: invoiceLineFields,
    store: storedLines,
    empty: { ...emptyStored(invoiceLineFields), id: null, sort_no: 0 },
    settled: settledLine,
    of: ({ lines }) => lines,
  },
  beside: { tax_rows: z.array(taxRow).max(20).nullish() },
  mayEdit: (situation) => editRights(situation).head === 'all',
  fixedProblem: ({ head }, after) => exportedProblem(head, after.head),
  // During its check an invoice is still being typed; afterwards others rely on its amounts.
  isAlwaysReported: ({ head, timeline }, changed) =>
    head.was_exported ||
    (currentEntry(timeline)?.type !== 'invoice-manual-check' &&
      changed.some(({ field }) => isOfMoney(field))),
  hold: (tx, before, after) => holdOrders(tx, [before, after]),
  derived: async ({ document, facts }, { head, lines }, given, context, tx) => {
    const { head: former, taxRows: before } = document;
    const { tax_rows: stated, head: typed } = given as GivenInvoice;
    const taxRows = taxRowsOf(lines, (hasRole(context, 'user-price') ? stated : null) ?? before);
    await refuseNewKeys(tx, document, { head, lines, taxRows }, facts.accounting);
    const { exportTarget } = facts.settings;
    const number = followingNumber(former, head, exportTarget);
    const isAnother =
      number !== former.number ||
      head.supplier_id !== former.supplier_id ||
      head.client_id !== former.client_id;
    const follows = {
      head: {
        ...invoiceTotals(head, taxRows),
        amount_due: amountDue(head),
        document_type: settledType(head),
        // The database knows the reference rates and recognises a typed rate that equals one (PRICE-07).
        rate_source: isSameRate(former, head) ? former.rate_source : head.exchange_rate && 'typed',
        number: isAnother ? await freeNumber(tx, { ...head, id: document.id }, number, exportTarget) : number,
        ...(head.iban !== former.iban && { iban_by_id: context.actorId }),
        // An explicit paid mark overrides the payment method.
        ...((typed?.paid ?? null) === null && { paid: paidBy(head, former.payment_method) }),
      },
    };
    if (isSameBreakdown(before, taxRows)) return follows;
    return { ...follows, parts: { taxRows }, changed: [{ path: 'tax_rows', field: 'tax_rows', line: null }] };
  },
  restartApproval,
  number: 'IN',
};

/** The commands of supplier invoices (API-39): saving, and one per action of the flow. */
export const invoiceCommands: readonly Command[] = [
  saveFieldsCommand(servedInvoice, saving),
  ...invoiceActions.commands,
];
