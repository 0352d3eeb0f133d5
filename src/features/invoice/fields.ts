import {
  always,
  amount,
  currency,
  type DocumentFields,
  day,
  notes,
  percent,
  reference,
  text,
} from '../../document/fields.ts';
import { defaultCurrency, invoiceNotesLength } from '../../platform/constants.ts';

/** The fields of an invoice that a person may fill (DATA-32), named as EN 16931 has them where it does. */
export const invoiceFields = {
  name: text(),
  /** The supplier's own number, as printed (BT-1). */
  number_printed: text({ max: 60, required: true }),
  supplier_id: reference('supplier', { required: true, reads: ['name'] }),
  client_id: reference('client', { required: true, reads: ['name'] }),
  department_id: reference('department', { reads: ['shown_name'] }),
  cost_center_id: reference('cost_center', { reads: ['number', 'shown_name'] }),
  ledger_account_id: reference('ledger_account', { reads: ['number', 'name'] }),
  /** Issue date (BT-2). */
  invoice_date: day({ required: true }),
  /** Payment due date (BT-9). */
  due_date: day(),
  /** Total with VAT (BT-112), in the invoice's currency, negative on a credit note (INV-12); the net follows from it and the rate. */
  total_brutto: always('0', amount({ decimals: 2, price: true, isSigned: true })),
  /** Percent, of the whole invoice. */
  tax: percent({ initial: '19' }),
  currency: always(defaultCurrency, currency()),
  notes: notes({ max: invoiceNotesLength }),
} satisfies DocumentFields;
