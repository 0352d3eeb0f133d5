import { isDay } from '../../base/day.ts';
import { type Amount, absolute, compareAmounts, isAmount, minus, round } from '../../base/money.ts';
import { malformed } from '../../document/fields.ts';
import { directionOf } from '../recognition/direction.ts';
import type { Reading, ReadValue } from '../recognition/reading.ts';
import { paidBy, type SellerData, sellerData } from './bank-data.ts';
import { type GrantedDiscount, grantedDiscounts } from './discounts.ts';
import { invoiceFields } from './fields.ts';
import type { InvoiceHead } from './model.ts';
import { proposedDays, statedTerms } from './proposed-days.ts';
import type { Sign } from './recognised-lines.ts';

/** Columns besides the form fields that a recognition fills. */
export interface RecognisedColumns {
  readonly document_type: 'invoice' | 'credit_note' | 'self_billing' | 'prepayment' | 'final';
  readonly order_reference: string | null;
  readonly buyer_reference: string | null;
  readonly amount_due: Amount;
}

/** The tenant's records that match the parties of a read document. */
export interface FoundParties {
  readonly supplier: SupplierDefaults | null;
  /** The company that the invoice is for. */
  readonly clientId: number | null;
  /** The company and department that the buyer reference (BT-10) stands for. */
  readonly meant: { readonly client_id: number; readonly department_id: number | null } | null;
  /** The documents that it refers to (BT-13, BT-12, BT-25). */
  readonly links: DocumentLinks;
  /** All orders that it names; the one of `links` comes first. */
  readonly orderIds: readonly number[];
}

/** Documents of the tenant that an invoice refers to. */
export type DocumentLinks = Partial<
  Pick<InvoiceHead, 'procurement_id' | 'contract_id' | 'corrects_invoice_id'>
>;

/** The result if no party is known. */
export const nobodyFound: FoundParties = {
  supplier: null,
  clientId: null,
  meant: null,
  links: {},
  orderIds: [],
};

/** A supplier with its defaults for invoices (REC-06). */
export interface SupplierDefaults extends SellerData {
  readonly id: number;
  readonly name: string;
  readonly department_id: number | null;
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
  readonly tax: Amount | null;
  /** Payment days. */
  readonly payment_days: number | null;
}

/** The maximum of amount columns. */
const greatest = '999999999999.99';

type Filled = Partial<InvoiceHead> & Partial<RecognisedColumns>;

/**
 * The form filled from a reading. Typed values stay only where nothing was read (TASK-16). A value that the form
 * rejects, such as an invalid date, is left out and stays visible in the raw data.
 */
export function filledForm(
  before: InvoiceHead,
  reading: Reading,
  { supplier, clientId, meant, links }: FoundParties,
): Filled {
  const { fields } = reading;
  const sign = signOf(reading);
  const totals = totalsFrom(reading, sign);
  const client = before.client_id ?? clientId;
  const ownDepartment = meant?.client_id === client ? meant?.department_id : null;
  const typed = {
    name: supplier?.name ?? fields.sellerName?.value ?? before.name,
    number_printed: fields.invoiceNumber?.value ?? before.number_printed,
    supplier_id: supplier?.id ?? before.supplier_id,
    client_id: client,
    department_id: before.department_id ?? ownDepartment ?? supplier?.department_id ?? null,
    cost_center_id: before.cost_center_id ?? supplier?.cost_center_id ?? null,
    ledger_account_id: before.ledger_account_id ?? supplier?.ledger_account_id ?? null,
    invoice_date: fields.invoiceDate?.value ?? before.invoice_date,
    delivery_date: dayOf(fields.deliveryDate) ?? before.delivery_date,
    service_from: dayOf(fields.billingPeriodStart),
    service_to: dayOf(fields.billingPeriodEnd),
    due_date: fields.dueDate?.value ?? before.due_date,
    prepaid_amount: signed(fields.prepaid, sign) ?? '0',
    rounding_amount: signed(fields.rounding, sign) ?? '0',
    ...sellerData(statedSeller(reading), supplier ?? before),
    payment_method: supplier?.payment_method ?? before.payment_method,
    currency: fields.currency?.value ?? before.currency,
    total_brutto: totals?.total_brutto ?? before.total_brutto,
    tax: rateOf(reading) ?? (reading.taxRows.length === 0 ? (supplier?.tax ?? before.tax) : null),
  };
  const refused = new Set(malformed(invoiceFields, { ...before, ...typed }).map(({ field }) => field));
  const taken = Object.fromEntries(Object.entries(typed).filter(([name]) => !refused.has(name)));
  const stated = refused.has('total_brutto') ? null : totals;
  const filled = { ...before, ...taken, ...stated };
  const following = {
    ...daysOf(filled, supplier, reading),
    paid: paidBy(filled, before.payment_method),
    iban_by_id: filled.iban === before.iban ? before.iban_by_id : null,
  };
  const discounts = grantedDiscounts(filled, granted(reading, sign));
  return {
    ...taken,
    ...following,
    ...stated,
    ...otherColumns(reading, sign, stated),
    ...discounts,
    ...links,
  };
}

/** The seller data stated on the document, normalised for storage. */
export function statedSeller({ fields }: Reading): Omit<SellerData, 'payment_method'> {
  const stated = (column: 'vat_number' | 'iban' | 'bic', read: ReadValue | null): string | null =>
    read === null ? null : invoiceFields[column].kind.normal(read.value);
  return {
    vat_number: stated('vat_number', fields.sellerVatId),
    iban: stated('iban', fields.sellerIban),
    bic: stated('bic', fields.sellerBic),
  };
}

/** Proposes dates that were neither read nor typed (VAL-13). */
function daysOf(filled: InvoiceHead, supplier: SupplierDefaults | null, reading: Reading) {
  const sources = { ...filled, payment_days: supplier?.payment_days ?? null, ...statedTerms(reading) };
  const proposed = proposedDays(sources);
  return {
    delivery_date: filled.delivery_date ?? proposed.delivery_date,
    due_date: filled.due_date ?? proposed.due_date,
  };
}

function granted({ discounts }: Reading, sign: Sign): readonly GrantedDiscount[] {
  const decimals = (value: ReadValue<Amount> | null): Amount | null =>
    value !== null && isAmount(value.value) ? round(value.value, 2) : null;
  return discounts.map(({ days, until = null, percentage, amount = null, base }) => ({
    days: days?.value ?? null,
    until: dayOf(until),
    percentage: decimals(percentage),
    amount: signed(amount, sign),
    base: signed(base, sign),
  }));
}

/** The sign to apply to the read amounts (INV-12). */
export function signOf({ fields }: Reading): Sign {
  const { isTurned } = directionOf(fields.documentTypeCode?.value ?? null, fields.totalGross?.value ?? null);
  return isTurned ? -1 : 1;
}

/** The amount in whole cents with its sign; null if the document states no valid amount. */
function signed(value: ReadValue<Amount> | null, sign: Sign): Amount | null {
  if (value === null || !isAmount(value.value)) return null;
  const cents = round(value.value, 2);
  if (compareAmounts(absolute(cents), greatest) > 0) return null;
  return sign === -1 ? minus('0', cents) : cents;
}

type Totals = Pick<InvoiceHead, 'total_netto' | 'total_tax' | 'total_brutto'>;

/** The stated totals; a missing one is computed from the two others. */
function totalsFrom({ fields }: Reading, sign: Sign): Totals | null {
  const gross = signed(fields.totalGross, sign);
  if (gross === null) return null;
  const stated = signed(fields.totalTax, sign);
  const net = signed(fields.totalNet, sign) ?? (stated === null ? null : minus(gross, stated));
  if (net === null) return null;
  return { total_netto: net, total_tax: minus(gross, net), total_brutto: gross };
}

/** The rate of an invoice with a single rate, else null. */
function rateOf({ taxRows }: Reading): Amount | null {
  const [first, ...others] = taxRows;
  return first && others.length === 0 ? (first.ratePercent?.value ?? null) : null;
}

const dayOf = (value: ReadValue | null): string | null => (value && isDay(value.value) ? value.value : null);

function otherColumns(reading: Reading, sign: Sign, totals: Totals | null): Partial<RecognisedColumns> {
  const { fields } = reading;
  const prepaid = signed(fields.prepaid, sign) ?? '0';
  return {
    document_type: documentType(reading, totals),
    order_reference: fields.orderReference?.value ?? null,
    buyer_reference: fields.buyerReference?.value ?? null,
    ...(totals && { amount_due: signed(fields.duePayable, sign) ?? minus(totals.total_brutto, prepaid) }),
  };
}

function documentType({ fields }: Reading, totals: Totals | null): RecognisedColumns['document_type'] {
  const code = fields.documentTypeCode?.value;
  if (totals && compareAmounts(totals.total_brutto, '0') < 0) return 'credit_note';
  if (code === '389') return 'self_billing';
  return code === '386' ? 'prepayment' : 'invoice';
}
