import { isDay } from '../../../base/day.ts';
import { isIban, normalIban } from '../../../base/iban.ts';
import { type Amount, sum } from '../../../base/money.ts';
import { decimalOf } from './decimal.ts';
import type { AllowanceCharge, Invoice, Line, Party, Amount as StatedAmount, Text } from './model.ts';
import { type PaymentTier, tiersInNotation, tiersOfTerms } from './payment-notation.ts';

export interface PartySummary {
  readonly name: Text;
  readonly vatId: Text;
  readonly taxNumber: Text;
}

export interface TaxRow {
  /** S, Z, E, AE, K, G, O, L or M (INV-18). */
  readonly category: Text;
  readonly ratePercent: Amount | null;
  readonly basis: Amount | null;
  readonly tax: Amount | null;
  readonly exemptionReason: Text;
}

/** An allowance or charge of the whole document (INV-11). */
export interface Adjustment {
  readonly kind: 'allowance' | 'charge';
  readonly amount: Amount | null;
  readonly reason: Text;
  readonly category: Text;
  readonly taxPercent: Amount | null;
}

export interface LineSummary {
  readonly lineId: Text;
  readonly parentLineId: Text;
  readonly statusReason: Text;
  /** False for a line that is included in another line or only informs; it adds nothing to the totals. */
  readonly counts: boolean;
  /** The line of an order that it stands for, in the numbering of the seller except for cXML. */
  readonly orderReference: Text;
  readonly orderLineReference: Text;
  readonly articleNumber: Text;
  readonly name: Text;
  readonly description: Text;
  readonly quantity: Amount | null;
  readonly unit: Text;
  /** For `priceBaseQuantity` units, without the allowances and charges of the line. */
  readonly unitNetPrice: Amount | null;
  /** Null means one. */
  readonly priceBaseQuantity: Amount | null;
  /** The sums of BG-27 and BG-28; null when there are none. */
  readonly allowance: Amount | null;
  readonly charge: Amount | null;
  readonly category: Text;
  readonly taxPercent: Amount | null;
  readonly lineNet: Amount | null;
}

/** The fields of an invoice that the product uses (REC-05, REC-11); amounts are in the document currency. */
export interface InvoiceSummary {
  readonly number: Text;
  readonly typeCode: Text;
  readonly invoiceDate: Text;
  readonly dueDate: Text;
  readonly deliveryDate: Text;
  readonly periodStart: Text;
  readonly periodEnd: Text;
  readonly currency: Text;
  /** BT-109. */
  readonly totalNet: Amount | null;
  /** BT-110. */
  readonly totalTax: Amount | null;
  /** BT-111, when the tax is also stated in another currency. */
  readonly taxInTaxCurrency: { readonly amount: Amount; readonly currency: string } | null;
  /** BT-112. */
  readonly totalGross: Amount | null;
  /** BT-113. */
  readonly prepaid: Amount | null;
  /** BT-114. */
  readonly rounding: Amount | null;
  /** BT-115. */
  readonly duePayable: Amount | null;
  /** BT-107 and BT-108. */
  readonly allowanceTotal: Amount | null;
  readonly chargeTotal: Amount | null;
  readonly seller: PartySummary;
  readonly buyer: PartySummary;
  /** The payee, when it is not the seller. */
  readonly payeeName: Text;
  /** All accounts of the payee, without blanks, not validated. */
  readonly ibans: readonly string[];
  readonly bic: Text;
  readonly remittance: Text;
  readonly orderReference: Text;
  readonly buyerReference: Text;
  readonly contractReference: Text;
  readonly precedingInvoices: readonly { readonly number: Text; readonly issueDate: Text }[];
  readonly paymentTerms: Text;
  /** DISC-06. */
  readonly discounts: readonly PaymentTier[];
  readonly interest: readonly PaymentTier[];
  readonly taxRows: readonly TaxRow[];
  readonly adjustments: readonly Adjustment[];
  readonly lines: readonly LineSummary[];
}

/** Extracts the fields that the product uses; amounts become exact decimals, invalid numbers null. */
export function summaryOf(invoice: Invoice): InvoiceSummary {
  return {
    number: present(invoice.number),
    typeCode: present(invoice.typeCode),
    invoiceDate: dayOf(invoice.issueDate),
    dueDate: dayOf(invoice.dueDate),
    deliveryDate: dayOf(invoice.delivery?.date ?? null),
    periodStart: dayOf(invoice.period?.start ?? null),
    periodEnd: dayOf(invoice.period?.end ?? null),
    currency: present(invoice.currency),
    ...totalsOf(invoice),
    seller: partyOf(invoice.seller),
    buyer: partyOf(invoice.buyer),
    payeeName: present(invoice.payee?.name ?? null),
    ...accountsOf(invoice),
    orderReference: present(invoice.orderReference),
    buyerReference: present(invoice.buyerReference),
    contractReference: present(invoice.contractReference),
    precedingInvoices: invoice.precedingInvoices.map(({ number, issueDate }) => ({
      number: present(number),
      issueDate: dayOf(issueDate),
    })),
    paymentTerms: present(invoice.paymentTerms?.trim() ?? null),
    discounts: discountsOf(invoice),
    interest: tiersInNotation(invoice.paymentTerms, 'VERZUG'),
    taxRows: taxRowsOf(invoice),
    adjustments: [
      ...invoice.allowances.map((each) => adjustmentOf('allowance', each)),
      ...invoice.charges.map((each) => adjustmentOf('charge', each)),
    ],
    lines: invoice.lines.map(lineOf),
  };
}

/** An empty term counts as missing. */
function present(text: Text): Text {
  return text === '' ? null : text;
}

/** Drops texts that are no day, such as months, which CII allows. */
function dayOf(text: Text): Text {
  return text !== null && isDay(text) ? text : null;
}

function decimalIn(amount: StatedAmount | null): Amount | null {
  return decimalOf(amount?.value ?? null);
}

/** The accounting currency when it differs from the document currency, else null. */
function otherCurrencyOf({ currency, taxCurrency }: Invoice): Text {
  return taxCurrency && taxCurrency !== currency ? taxCurrency : null;
}

/** Skips rows in the accounting currency, which repeat the rows in the document currency. */
function taxRowsOf(invoice: Invoice): readonly TaxRow[] {
  const other = otherCurrencyOf(invoice);
  return invoice.taxBreakdown
    .filter(({ tax }) => other === null || tax?.currency !== other)
    .map((row) => ({
      category: present(row.category),
      ratePercent: decimalOf(row.rate),
      basis: decimalIn(row.base),
      tax: decimalIn(row.tax),
      exemptionReason: present(row.exemptionReason),
    }));
}

function totalsOf(invoice: Invoice) {
  const { totals, currency } = invoice;
  const other = otherCurrencyOf(invoice);
  const inOther = other === null ? undefined : totals.tax.find((tax) => tax.currency === other);
  const own = totals.tax.filter((tax) => tax !== inOther);
  const amount = decimalIn(inOther ?? null);
  return {
    totalNet: decimalIn(totals.withoutTax),
    totalTax: decimalIn(own.find((tax) => tax.currency === currency) ?? own[0] ?? null),
    taxInTaxCurrency: amount !== null && other !== null ? { amount, currency: other } : null,
    totalGross: decimalIn(totals.withTax),
    prepaid: decimalIn(totals.prepaid),
    rounding: decimalIn(totals.rounding),
    duePayable: decimalIn(totals.due),
    allowanceTotal: decimalIn(totals.allowances),
    chargeTotal: decimalIn(totals.charges),
  };
}

function partyOf({ name, tradingName, vatId, taxNumber }: Party): PartySummary {
  return {
    name: present(name) ?? present(tradingName),
    vatId: present(vatId),
    taxNumber: present(taxNumber),
  };
}

function accountsOf({ paymentInstructions }: Invoice) {
  const accounts = paymentInstructions.flatMap((each) => each.accounts);
  const ibans = accounts.map(({ id }) => accountNumber(id ?? '')).filter((id) => id !== '');
  return {
    ibans: [...new Set(ibans)],
    bic: accounts.map(({ bic }) => bic?.replaceAll(/\s/g, '') ?? '').find((bic) => bic !== '') ?? null,
    remittance: paymentInstructions.map(({ remittance }) => present(remittance)).find(Boolean) ?? null,
  };
}

/** Accounts that are no IBAN keep their characters. */
function accountNumber(text: string): string {
  const normal = normalIban(text);
  return isIban(normal) ? normal : text.replaceAll(/\s/g, '');
}

function discountsOf({ discountTerms, paymentTerms }: Invoice): readonly PaymentTier[] {
  const stated = tiersOfTerms(discountTerms);
  return stated.length > 0 ? stated : tiersInNotation(paymentTerms, 'SKONTO');
}

function adjustmentOf(kind: Adjustment['kind'], from: AllowanceCharge): Adjustment {
  return {
    kind,
    amount: decimalIn(from.amount),
    reason: present(from.reason) ?? present(from.reasonCode),
    category: present(from.taxCategory),
    taxPercent: decimalOf(from.taxRate),
  };
}

function lineOf(line: Line): LineSummary {
  return {
    lineId: present(line.id),
    parentLineId: present(line.parentId),
    statusReason: present(line.statusReason),
    counts: line.statusReason ? line.statusReason === 'DETAIL' : line.parentId === null,
    orderReference: present(line.orderReference ?? null),
    orderLineReference: present(line.orderLineReference),
    articleNumber: present(line.sellerItemNumber),
    name: present(line.name),
    description: present(line.description),
    quantity: decimalOf(line.quantity),
    unit: present(line.unit),
    unitNetPrice: decimalIn(line.price.net),
    priceBaseQuantity: decimalOf(line.price.baseQuantity),
    allowance: sumOfAmounts(line.allowances),
    charge: sumOfAmounts(line.charges),
    category: present(line.taxCategory),
    taxPercent: decimalOf(line.taxRate),
    lineNet: decimalIn(line.net),
  };
}

function sumOfAmounts(parts: readonly AllowanceCharge[]): Amount | null {
  const amounts = parts.map(({ amount }) => decimalIn(amount)).filter((amount) => amount !== null);
  return amounts.length === 0 ? null : sum(amounts);
}

/** The exact sum of the lines that count; lines without an amount add nothing. */
export function sumOfLines(lines: readonly LineSummary[]): Amount {
  return sum(lines.flatMap(({ counts, lineNet }) => (counts && lineNet !== null ? [lineNet] : [])));
}
