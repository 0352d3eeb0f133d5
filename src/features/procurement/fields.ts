import {
  always,
  amount,
  choice,
  currency,
  type DocumentFields,
  day,
  fieldNames,
  flag,
  link,
  notes,
  percent,
  rateFields,
  reference,
  text,
  usually,
} from '../../document/fields.ts';
import { paymentTimings, usageTypes } from '../../document/usage.ts';
import { defaultCurrency } from '../../platform/constants.ts';
import { lineKinds, priceModes, procurementTypes } from './enumerations.ts';

const named = ['shown_name'] as const;
const numbered = ['number', 'shown_name'] as const;

/** The fields of a request that a person may fill (PROC-02, DATA-28). */
export const procurementFields = {
  name: text(),
  type: always(
    'single_invoice',
    choice(procurementTypes, (type) => `procurement.type.${type}`),
  ),
  notes: notes(),
  show_notes_in_pdf: flag(),
  external_order_number: text({ max: 60 }),
  client_id: reference('client', { required: true, reads: ['name'] }),
  department_id: reference('department', { required: true, reads: named }),
  cost_center_id: reference('cost_center', { required: true, reads: numbered }),
  ledger_account_id: reference('ledger_account', { required: true, reads: ['number', 'name'] }),
  delivery_address_id: reference('client_address', {
    required: true,
    reads: ['address_name', 'address', 'zipcode', 'city'],
  }),
  billing_address_text: notes({ required: true, max: 1000 }),
  consignee_id: reference('lb_user', { required: true, reads: ['name'] }),
  delivery_date: day({ required: true }),
  usage_type: choice(usageTypes, (usage) => `procurement.usage.${usage}`, {
    required: true,
    initial: 'usage_based',
  }),
  payment_timing: choice(paymentTimings, (payment) => `procurement.payment.${payment}`, {
    required: true,
    initial: 'postpaid',
  }),
  payment_in_advance: flag(),
  currency: always(defaultCurrency, currency()),
  ...rateFields(),
  /** The creator wants no product selection (PROC-12). */
  no_product_selection: flag(),
  /** The contract of the order (PROC-25). People who cannot see the contract see only its id. */
  contract_id: reference('contract'),
} satisfies DocumentFields;

/** The fields of a line that a person may fill (DATA-29). */
export const lineFields = {
  kind: always(
    'item',
    choice(lineKinds, (kind) => `procurement.kind.${kind}`),
  ),
  description: notes(),
  item_number: text({ max: 60 }),
  quantity: amount({ decimals: 3, initial: '1' }),
  unit: text({ max: 30 }),
  price_netto: amount({ price: true }),
  price_brutto: amount({ price: true }),
  /** Which of the two prices was typed; the other one is computed (PRICE-03). */
  price_mode: always(
    'net',
    choice(priceModes, (mode) => (mode === 'net' ? 'document.line.net' : 'document.line.gross')),
  ),
  /** The price is for this many units (PRICE-06). */
  price_unit: usually('1', amount({ above: '0', decimals: 3 })),
  tax: percent({ initial: '19' }),
  offer_number: text({ max: 60 }),
  offer_date: day(),
  image_url: link(),
  webshop_url: link(),
  product_id: reference('product'),
  product_group_id: reference('product_group', { reads: named }),
  supplier_id: reference('supplier', { reads: ['name'] }),
  cost_center_id: reference('cost_center', { reads: numbered }),
  ledger_account_id: reference('ledger_account', { reads: ['number', 'name'] }),
  /** The requested date; null: that of the whole order (PROC-28). */
  delivery_date: day(),
  /** Promised by the supplier (PROC-35). */
  confirmed_delivery_date: day(),
} satisfies DocumentFields;

/** Head and line fields together, for comparisons; fields with the same name have the same type. */
export const headAndLineFields = { ...procurementFields, ...lineFields } satisfies DocumentFields;

export const procurementFieldNames = fieldNames(procurementFields);

/** The fields of a line that a person may change; moving a line changes `sort_no`. */
export const lineFieldNames = [...fieldNames(lineFields), 'sort_no'] as const;

/** The price fields of a line, masked together for readers without `user-price` (ROLE-07). */
export const linePriceFields = [
  'price_netto',
  'price_brutto',
  'price_mode',
  'price_unit',
  'tax',
] as const satisfies readonly (keyof typeof lineFields)[];
