import { normalIban } from '../../base/iban.ts';
import { taxCategories } from '../../base/tax-categories.ts';
import { normalVatNumber } from '../../base/vat-number.ts';
import {
  always,
  amount,
  choice,
  currency,
  type DocumentFields,
  day,
  flag,
  notes,
  percent,
  rateFields,
  reference,
  text,
  usually,
} from '../../document/fields.ts';
import {
  bicLengths,
  defaultCurrency,
  ibanLength,
  invoiceNotesLength,
  vatNumberLength,
} from '../../platform/constants.ts';
import { paymentMethods } from '../master-data/supplier.ts';

/** What a check comes to where the law of insolvency asks for one (INV-07). */
export const reviewStatuses = [
  'approved',
  'content_rejection',
  'insolvency_rejection',
  'further_review_required',
  'other_reason_rejection',
] as const;

export const documentTypes = ['invoice', 'credit_note', 'self_billing', 'prepayment', 'final'] as const;

const dimension = () => reference('financial_dimension', { reads: ['code', 'name'] });

/** By what Dynamics 365 evaluates bookings, on lines, and preset for them on the head (DATA-35). */
const dimensionFields = {
  d365_department_id: dimension(),
  employee_id: dimension(),
  branch_id: dimension(),
  d365_vehicle_id: dimension(),
  d365_sales_channel_id: dimension(),
  d365_area_id: dimension(),
  d365_labor_wert_id: dimension(),
  d365_project_id: dimension(),
} satisfies DocumentFields;

/** The fields of an invoice that a person may fill (DATA-32), named as EN 16931 has them where it does. */
export const invoiceFields = {
  name: text(),
  /** The supplier's own number, as printed (BT-1). */
  number_printed: text({ max: 60, required: true }),
  /** Under which it is exported, derived from the printed one until somebody types another (VAL-14). */
  number: text({ max: 36 }),
  /** A negative total makes it a credit note (INV-12); self-billing is read only. */
  document_type: always(
    'invoice',
    choice(documentTypes, (type) => `overview.invoice_type.${type}`),
  ),
  supplier_id: reference('supplier', { required: true, reads: ['name'] }),
  client_id: reference('client', { required: true, reads: ['name'] }),
  department_id: reference('department', { reads: ['shown_name'] }),
  cost_center_id: reference('cost_center', { reads: ['number', 'shown_name'] }),
  ledger_account_id: reference('ledger_account', { reads: ['number', 'name'] }),
  posting_key_id: reference('posting_key', { reads: ['number', 'name'] }),
  profit_center_id: reference('profit_center', { reads: ['number', 'name'] }),
  ...dimensionFields,
  /** The order that it is about; the first of those that its lines are linked with (INV-14, DATA-34). */
  procurement_id: reference('procurement', { reads: ['name'] }),
  contract_id: reference('contract', { reads: ['name'] }),
  /** The invoice that a credit note corrects (INV-12). */
  corrects_invoice_id: reference('invoice', { reads: ['name'] }),
  /** Issue date (BT-2). */
  invoice_date: day({ required: true }),
  /** Actual delivery date (BT-72). */
  delivery_date: day({ required: true }),
  /** Invoicing period (BT-73, BT-74). */
  service_from: day(),
  service_to: day(),
  /** Payment due date (BT-9). */
  due_date: day({ required: true }),
  /** Value added tax point date (BT-7). */
  vat_due_date: day(),
  /** Total with VAT (BT-112), in the invoice's currency, negative on a credit note (INV-12); the net follows from it and the rate. */
  total_brutto: always('0', amount({ decimals: 2, price: true, isSigned: true })),
  /** Percent, of the whole invoice. */
  tax: percent({ initial: '19' }),
  currency: always(defaultCurrency, currency()),
  ...rateFields(),
  /** What was paid before (BT-113). */
  prepaid_amount: always('0', amount({ decimals: 2, price: true, isSigned: true })),
  /** What is added to round the amount that is due (BT-114); no part of the total. */
  rounding_amount: always('0', amount({ decimals: 2, price: true, isSigned: true })),
  payment_method: choice(paymentMethods, (method) => `entity.supplier.choice.payment_method.${method}`),
  /** The seller's, as they stand on the document (BT-31, BT-84, BT-86), else those of his record (INV-05). */
  vat_number: text({ max: vatNumberLength, normal: normalVatNumber }),
  iban: text({ max: ibanLength.max, normal: normalIban }),
  bic: text({ max: Math.max(...bicLengths), normal: (typed) => typed.replace(/\s/g, '').toUpperCase() }),
  /** Settled by direct debit or card (INV-06). */
  paid: flag(),
  payment_in_advance: flag(),
  review_status: choice(reviewStatuses, (status) => `invoice.review_status.${status}`),
  /** Each line becomes a booking of its own (INV-08). */
  export_individual_items: flag(),
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

/** Quantities of invoices keep the decimals that suppliers print (PRICE-05). */
export const quantityDecimals = 6;

/** The fields of a line that a person may fill (DATA-34). An allowance or charge of the whole document is a line as well. */
export const invoiceLineFields = {
  kind: always(
    'item',
    choice(invoiceLineKinds, (kind) => `invoice.line_kind.${kind}`),
  ),
  item_number: text(),
  description: notes({ required: true }),
  /** Negative on a credit note (PRICE-05). */
  quantity: amount({ decimals: quantityDecimals, isSigned: true, initial: '1' }),
  /** A code of UN/ECE Recommendation 20 or a word (BT-130). */
  unit: text({ max: 30 }),
  /** The price is for this many units (PRICE-06). */
  price_unit: usually('1', amount({ above: '0', decimals: 3 })),
  unit_net_price: amount({ price: true, isSigned: true }),
  /** Negative on a credit note, as all its amounts are. */
  line_allowance: amount({ decimals: 2, price: true, isSigned: true }),
  line_charge: amount({ decimals: 2, price: true, isSigned: true }),
  /** As stated (BT-131); follows from the price where nobody states it. */
  total_netto: amount({ decimals: 2, price: true, isSigned: true, required: true }),
  tax_percentage: percent({ initial: '19' }),
  tax_category: choice(taxCategories, (category) => `invoice.tax_category.${category}`, { initial: 'S' }),
  cost_center_id: reference('cost_center', { reads: ['number', 'shown_name'] }),
  ledger_account_id: reference('ledger_account', { reads: ['number', 'name'] }),
  profit_center_id: reference('profit_center', { reads: ['number', 'name'] }),
  /** Before that of the head (EXP-20). */
  posting_key_id: reference('posting_key', { reads: ['number', 'name'] }),
  ...dimensionFields,
  tax_group_id: reference('tax_group', { reads: ['code', 'name'] }),
  tax_item_group_id: reference('tax_item_group', { reads: ['code', 'name'] }),
  /** Why nothing is taxed (BT-120). */
  tax_exemption_reason: text(),
  /** The line of an order that it is about (INV-23). */
  procurement_line_id: reference('procurement_line'),
} satisfies DocumentFields;
