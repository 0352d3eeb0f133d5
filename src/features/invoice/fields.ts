import {
  always,
  amount,
  choice,
  currency,
  type DocumentFields,
  day,
  notes,
  percent,
  reference,
  text,
  usually,
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
  /** What the discounts are taken of; the total where nothing stands here (DISC-06). */
  discount_base: amount({ decimals: 2, price: true, isSigned: true }),
  discount_1_percentage: amount({ decimals: 2 }),
  discount_1_amount: amount({ decimals: 2, price: true, isSigned: true }),
  /** From the invoice date on. */
  discount_1_days: amount({ decimals: 0 }),
  discount_1_date: day(),
  discount_2_percentage: amount({ decimals: 2 }),
  discount_2_amount: amount({ decimals: 2, price: true, isSigned: true }),
  discount_2_days: amount({ decimals: 0 }),
  discount_2_date: day(),
} satisfies DocumentFields;

export const invoiceLineKinds = ['item', 'allowance', 'charge'] as const;
/** Of EN 16931 (BT-151): standard, zero, exempt, reverse charge, intra-community, export, outside of scope, IGIC, IPSI. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;

/** The fields of a line that a person may fill (DATA-34); what is taken off or put on the whole document is a line as well. */
export const invoiceLineFields = {
  kind: always(
    'item',
    choice(invoiceLineKinds, (kind) => `invoice.line_kind.${kind}`),
  ),
  item_number: text(),
  description: notes({ required: true }),
  /** Negative on a credit note (PRICE-05). */
  quantity: amount({ decimals: 3, isSigned: true, initial: '1' }),
  /** The price is for this many units (PRICE-06). */
  price_unit: usually('1', amount({ above: '0', decimals: 3 })),
  unit_net_price: amount({ price: true, isSigned: true }),
  line_allowance: amount({ decimals: 2, price: true }),
  line_charge: amount({ decimals: 2, price: true }),
  /** As stated (BT-131); follows from the price where nobody states it. */
  total_netto: amount({ decimals: 2, price: true, isSigned: true, required: true }),
  tax_percentage: percent({ initial: '19' }),
  tax_category: choice(taxCategories, (category) => `invoice.tax_category.${category}`, { initial: 'S' }),
  cost_center_id: reference('cost_center', { reads: ['number', 'shown_name'] }),
  ledger_account_id: reference('ledger_account', { reads: ['number', 'name'] }),
} satisfies DocumentFields;
