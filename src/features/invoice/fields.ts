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

/** The results of a check that insolvency law requires (INV-07). */
export const reviewStatuses = [
  'approved',
  'content_rejection',
  'insolvency_rejection',
  'further_review_required',
  'other_reason_rejection',
] as const;

export const documentTypes = ['invoice', 'credit_note', 'self_billing', 'prepayment', 'final'] as const;

const dimension = () => reference('financial_dimension', { reads: ['code', 'name'] });

/** Dynamics 365 dimensions of bookings, set on lines; the head presets them (DATA-35). */
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

/** The editable fields of an invoice (DATA-32), described with the EN 16931 terms where these exist. */
export const invoiceFields = {
  name: text(),
  /** The supplier's own number, as printed (BT-1). */
  number_printed: text({ max: 60, required: true }),
  /** The export number, derived from the printed one until a person types another (VAL-14). */
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
  /** The order of the invoice; the first of those linked with its lines (INV-14, DATA-34). */
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
  /**
   * Total with VAT (BT-112), in the invoice's currency, negative on a credit note (INV-12); the net follows from it
   * and the rate.
   */
  total_brutto: always('0', amount({ decimals: 2, price: true, isSigned: true })),
  /** Percent, for the whole invoice. */
  tax: percent({ initial: '19' }),
  currency: always(defaultCurrency, currency()),
  ...rateFields(),
  /** Paid amount (BT-113). */
  prepaid_amount: always('0', amount({ decimals: 2, price: true, isSigned: true })),
  /** Rounding of the amount due (BT-114); not part of the total. */
  rounding_amount: always('0', amount({ decimals: 2, price: true, isSigned: true })),
  payment_method: choice(paymentMethods, (method) => `entity.supplier.choice.payment_method.${method}`),
  /** The seller's, from the document (BT-31, BT-84, BT-86), else from the supplier's record (INV-05). */
  vat_number: text({ max: vatNumberLength, normal: normalVatNumber }),
  iban: text({ max: ibanLength.max, normal: normalIban }),
  bic: text({ max: Math.max(...bicLengths), normal: (typed) => typed.replace(/\s/g, '').toUpperCase() }),
  /** Settled by direct debit or card (INV-06). */
  paid: flag(),
  payment_in_advance: flag(),
  review_status: choice(reviewStatuses, (status) => `invoice.review_status.${status}`),
  /** Each line is booked separately (INV-08). */
  export_individual_items: flag(),
  notes: notes({ max: invoiceNotesLength }),
  /** The base of the discounts; the total if empty (DISC-06). */
  discount_base: amount({ decimals: 2, price: true, isSigned: true }),
  discount_1_percentage: amount({ decimals: 2 }),
  discount_1_amount: amount({ decimals: 2, price: true, isSigned: true }),
  /** Counted from the invoice date. */
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

/** The editable fields of a line (DATA-34). A document-level allowance or charge is also a line. */
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
  /** Negative on a credit note, like all its amounts. */
  line_allowance: amount({ decimals: 2, price: true, isSigned: true }),
  line_charge: amount({ decimals: 2, price: true, isSigned: true }),
  /** As stated (BT-131), else computed from the price. */
  total_netto: amount({ decimals: 2, price: true, isSigned: true, required: true }),
  tax_percentage: percent({ initial: '19' }),
  tax_category: choice(taxCategories, (category) => `invoice.tax_category.${category}`, { initial: 'S' }),
  cost_center_id: reference('cost_center', { reads: ['number', 'shown_name'] }),
  ledger_account_id: reference('ledger_account', { reads: ['number', 'name'] }),
  profit_center_id: reference('profit_center', { reads: ['number', 'name'] }),
  /** Overrides that of the head (EXP-20). */
  posting_key_id: reference('posting_key', { reads: ['number', 'name'] }),
  ...dimensionFields,
  tax_group_id: reference('tax_group', { reads: ['code', 'name'] }),
  tax_item_group_id: reference('tax_item_group', { reads: ['code', 'name'] }),
  /** VAT exemption reason (BT-120). */
  tax_exemption_reason: text(),
  /** The matching order line (INV-23). */
  procurement_line_id: reference('procurement_line'),
} satisfies DocumentFields;
