import { absolute, compareAmounts, isAmount, isZero } from '../../base/money.ts';
import { isBlank } from '../../base/plain-line.ts';
import { normalVatNumber } from '../../base/vat-number.ts';
import type { ReadSeller } from '../recognition/reading.ts';
import type { FormalFacts, KnownReading, PostalAddress } from './check-facts.ts';
import type { PointState } from './check-point.ts';
import { untaxed } from './lines.ts';
import type { InvoiceFields, InvoiceLineFields, TaxRow } from './model.ts';

/** The invoice content that § 14 and § 14a UStG require (INV-19), in display order. */
export const formalPoints = [
  'supplier',
  'recipient',
  'number',
  'date',
  'tax_id',
  'goods',
  'delivery',
  'net',
  'tax',
] as const;
export type FormalPoint = (typeof formalPoints)[number];

/** The limit of small-amount invoices (§ 33 UStDV); gross, in EUR. */
const smallTotal = '250';
const smallPoints: readonly FormalPoint[] = ['supplier', 'date', 'goods', 'tax'];

/** An invoice as in the form. */
export interface FormalInvoice {
  readonly head: InvoiceFields;
  readonly lines: readonly InvoiceLineFields[];
  readonly taxRows: readonly TaxRow[];
}

/** The result of one point, with the value of the document if it is to be compared. */
export interface PointResult {
  readonly point: FormalPoint;
  readonly state: PointState;
  readonly read: string | null;
}

/**
 * The formal check of an invoice (§§ 14, 14a UStG, § 33 UStDV; INV-19): uses the form, then the reading. A value that
 * an e-invoice does not state is missing; one that the form cannot prove is doubtful.
 */
export function formalCheck(invoice: FormalInvoice, facts: FormalFacts): readonly PointResult[] {
  const points = isSmall(invoice) ? smallPoints : formalPoints;
  return points.map((point) => ({
    point,
    state: checks[point](invoice, facts),
    read: (point === 'recipient' ? facts.reading?.fields.buyerName?.value : null) ?? null,
  }));
}

/** The points that are certainly missing on the document (INV-19). */
export function missingPoints(invoice: FormalInvoice, facts: FormalFacts): readonly FormalPoint[] {
  return formalCheck(invoice, facts).flatMap(({ point, state }) => (state === 'missing' ? [point] : []));
}

/** Whether the short list applies: up to 250 EUR, unless we owe the tax (§ 33 UStDV). */
function isSmall({ head: { total_brutto, currency }, taxRows }: FormalInvoice): boolean {
  const isOwedByUs = taxRows.some(({ tax_category }) => tax_category === 'AE' || tax_category === 'K');
  const isLittle = isAmount(total_brutto) && compareAmounts(absolute(total_brutto), smallTotal) <= 0;
  return currency === 'EUR' && isLittle && !isOwedByUs;
}

type Check = (invoice: FormalInvoice, facts: FormalFacts) => PointState;

const checks: Readonly<Record<FormalPoint, Check>> = {
  supplier: ({ head }, { supplier, reading }) => {
    if (head.supplier_id === null) return 'missing';
    return hasAddress(supplier) || hasAddress(readAddress(reading?.seller)) ? 'ok' : notFound(reading);
  },
  recipient: checkRecipient,
  number: ({ head }) => (isBlank(head.number_printed) ? 'missing' : 'ok'),
  date: ({ head }) => (head.invoice_date === null ? 'missing' : 'ok'),
  tax_id: checkTaxId,
  goods: ({ lines }, { reading }) => {
    const items = lines.filter(({ kind }) => kind === 'item');
    if (items.length === 0) return notFound(reading);
    return items.some(({ description, quantity }) => isBlank(description) || quantity === null)
      ? 'missing'
      : 'ok';
  },
  delivery: checkDelivery,
  net: ({ taxRows }, { reading }) => {
    const isStated = taxRows.length > 0 || (reading?.fields.totalNet ?? null) !== null;
    return isStated ? 'ok' : notFound(reading);
  },
  tax: checkTax,
};

/** The data of an e-invoice is complete; on a page, the reading may have overlooked a value. */
function notFound(reading: KnownReading | null): PointState {
  return reading?.reading === 'xml' ? 'missing' : 'doubtful';
}

/** Another VAT id means another recipient; a name may have several spellings. */
function checkRecipient(_: FormalInvoice, { reading, company }: FormalFacts): PointState {
  const vatId = reading?.fields.buyerVatId?.value ?? null;
  const name = reading?.fields.buyerName?.value ?? null;
  const own = company?.vat_number ?? null;
  const isNamed =
    name !== null && [company?.name, company?.billing_name].some((one) => isSameName(one, name));
  if (vatId !== null && own !== null) {
    if (normalVatNumber(vatId) === normalVatNumber(own)) return 'ok';
    return isNamed ? 'doubtful' : 'missing';
  }
  if (name === null) return notFound(reading);
  return isNamed ? 'ok' : 'doubtful';
}

/** Only a read number is proof: a number in the form may come from the supplier's record (INV-05). */
function checkTaxId({ head }: FormalInvoice, { reading }: FormalFacts): PointState {
  const { sellerVatId = null, sellerTaxNumber = null } = reading?.fields ?? {};
  if (sellerVatId !== null || sellerTaxNumber !== null) return 'ok';
  if (!isBlank(head.vat_number)) return reading === null ? 'ok' : 'doubtful';
  return reading?.reading === 'text' ? 'missing' : notFound(reading);
}

/** A delivery date that only repeats the invoice date as a proposal is doubtful (VAL-13). */
function checkDelivery({ head }: FormalInvoice, { reading }: FormalFacts): PointState {
  const { deliveryDate, billingPeriodStart, billingPeriodEnd } = reading?.fields ?? {};
  const isRead = [deliveryDate, billingPeriodStart, billingPeriodEnd].some((day) => (day ?? null) !== null);
  if (isRead || head.service_from !== null || head.service_to !== null) return 'ok';
  if (head.delivery_date === null) return 'missing';
  return head.delivery_date === head.invoice_date ? 'doubtful' : 'ok';
}

/** A rate above zero is enough; without tax, the document must state the reason. */
function checkTax({ head, lines, taxRows }: FormalInvoice, { reading }: FormalFacts): PointState {
  if (taxRows.length === 0) {
    if (head.tax === null) return notFound(reading);
    return isNothing(head.tax) ? 'doubtful' : 'ok';
  }
  const isExplained = ({ tax_category, tax_percentage }: TaxRow): boolean => {
    if (!untaxed.has(tax_category) && !isNothing(tax_percentage)) return true;
    return lines.some((line) => line.tax_category === tax_category && !isBlank(line.tax_exemption_reason));
  };
  return taxRows.every(isExplained) ? 'ok' : 'doubtful';
}

/** § 31 UStDV: the stated data must identify name and address without doubt. */
function hasAddress(place: PostalAddress | null): boolean {
  return place !== null && !isBlank(place.city) && (!isBlank(place.zipcode) || !isBlank(place.address));
}

function readAddress(seller: ReadSeller | undefined): PostalAddress | null {
  if (seller === undefined) return null;
  const { address, zipcode, city } = seller;
  return { address: address?.value ?? null, zipcode: zipcode?.value ?? null, city: city?.value ?? null };
}

function isSameName(one: string | null | undefined, other: string): boolean {
  const plain = (name: string): string =>
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  return typeof one === 'string' && plain(one) !== '' && plain(one) === plain(other);
}

function isNothing(rate: string): boolean {
  return !isAmount(rate) || isZero(rate);
}
