import type { Day } from '../../../../base/day.ts';
import { isIban } from '../../../../base/iban.ts';
import { type Amount, compareAmounts, isZero, minus, round, sum } from '../../../../base/money.ts';
import { schemaLine, xmlAttributes, xmlElements } from '../../schema-text.ts';
import { type LedgerDiscount, ledgerDiscounts, type PartDiscounts } from './ledger-discounts.ts';

/** One booking of an invoice (EXP-12). */
export interface LedgerPart {
  /** Gross, with the sign of the document, never 0. */
  readonly amount: Amount;
  /** The ledger account; leading zeros are not written. */
  readonly accountNo: string;
  /** Up to four digits; null for an automatic account (EXP-20). */
  readonly buCode?: string | null;
  /** KOST1 and KOST2, up to 36 characters (EXP-22). */
  readonly costCategoryId?: string | null;
  readonly costCategoryId2?: string | null;
  readonly taxPercent?: Amount | null;
  /** Cut to 60 characters. */
  readonly bookingText?: string | null;
}

/**
 * An incoming invoice for DATEV Unternehmen online (EXP-08). Amounts have the signs of the document, negative on a
 * credit note; a reversal has the amounts of the reversed invoice.
 */
export interface LedgerInvoice {
  readonly date: Day;
  /** The sum of the parts. */
  readonly consolidatedAmount: Amount;
  /** ISO 4217. */
  readonly currency: string;
  /** Units of the invoice's currency per unit of the company's; null uses DATEV's own table. */
  readonly exchangeRate?: Amount | null;
  /** The export number (VAL-14): letters, digits and $ % & * + - /, up to 36. */
  readonly invoiceId: string;
  readonly dueDate?: Day | null;
  readonly deliveryDate?: Day | null;
  readonly paidAt?: Day | null;
  /** The creditor: 5 to 9 digits. */
  readonly bpAccountNo: string;
  /** Cut to 50 characters. */
  readonly supplierName?: string | null;
  /** Cut to 30 characters. */
  readonly supplierCity?: string | null;
  readonly iban?: string | null;
  readonly ownVatId?: string | null;
  readonly partnerVatId?: string | null;
  /** False where the supplier collects the amount; null uses the client's settings. */
  readonly paymentOrder?: boolean | null;
  /** Cut to 120 characters. */
  readonly information?: string | null;
  /** By date, two at most (DISC-01). */
  readonly discounts?: readonly LedgerDiscount[];
  /** The discounts as text, put before `information` where DATEV does not accept them all (DISC-05). */
  readonly discountText?: string | null;
  /** Whether this reverses an export: all amounts get the opposite sign (EXP-24). */
  readonly isReversal?: boolean;
  readonly parts: readonly LedgerPart[];
}

const maxParts = 5000;

/**
 * The booking proposal of one invoice (LedgerImport v060): one `accountsPayableLedger` per part (EXP-08). `generator`
 * is shown as the sender. Texts are cut to the lengths of the schema; values that must not be cut (numbers, accounts,
 * cost objects) throw a RangeError with their name, as do parts with a wrong sum. Optional values (IBAN, VAT ids,
 * days) are omitted where DATEV would not accept them.
 */
export function ledgerXml(invoice: LedgerInvoice, generator: string): string {
  const signed = invoice.isReversal ? reversed(invoice) : invoice;
  const { parts } = signed;
  if (parts.length < 1 || parts.length > maxParts)
    throw new RangeError(`an invoice has ${parts.length} parts`);
  if (compareAmounts(sum(parts.map(({ amount }) => amount)), signed.consolidatedAmount) !== 0) {
    throw new RangeError(`the sum of the parts differs from ${signed.consolidatedAmount}`);
  }
  const { ofParts, areAllTaken } = ledgerDiscounts(signed);
  const sender = schemaLine(generator, 40);
  const root = xmlAttributes({
    xmlns: 'http://xml.datev.de/bedi/tps/ledger/v060',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation':
      'http://xml.datev.de/bedi/tps/ledger/v060 Belegverwaltung_online_ledger_import_v060.xsd',
    version: '6.0',
    generator_info: sender,
    generating_system: sender,
    // Fixed by the schema.
    xml_data: 'Kopie nur zur Verbuchung berechtigt nicht zum Vorsteuerabzug',
  });
  const rows = parts.map((part, place) => {
    const elements = xmlElements(partElements(signed, part, ofParts[place], areAllTaken));
    return `<accountsPayableLedger>${elements}</accountsPayableLedger>\n`;
  });
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<LedgerImport${root}>\n` +
    `<consolidate${xmlAttributes(consolidated(signed))}>\n${rows.join('')}</consolidate>\n</LedgerImport>\n`
  );
}

function reversed(invoice: LedgerInvoice): LedgerInvoice {
  return {
    ...invoice,
    consolidatedAmount: minus('0', invoice.consolidatedAmount),
    // The reversal settles the amount due: it must not be paid or discounted.
    discounts: [],
    discountText: null,
    parts: invoice.parts.map((part) => ({ ...part, amount: minus('0', part.amount) })),
  };
}

/** The shared fields of all parts, which DATEV compares with each of them. */
function consolidated(invoice: LedgerInvoice): Readonly<Record<string, string | null>> {
  return {
    consolidatedAmount: round(invoice.consolidatedAmount, 2),
    consolidatedDate: invoice.date,
    consolidatedInvoiceId: invoiceIdOf(invoice),
    consolidatedCurrencyCode: invoice.currency,
    consolidatedDeliveryDate: deliveryDateOf(invoice),
  };
}

/** In the order of the schema. */
function partElements(
  invoice: LedgerInvoice,
  part: LedgerPart,
  discounts: PartDiscounts | undefined,
  areAllTaken: boolean,
): readonly (readonly [string, string | null])[] {
  const { first = null, second = null } = discounts ?? {};
  const information = areAllTaken ? [invoice.information] : [invoice.discountText, invoice.information];
  return [
    ['date', invoice.date],
    ['amount', amountOfPart(part)],
    ['discountAmount', first?.amount ?? null],
    ['accountNo', accountNumber('accountNo', part.accountNo, 1)],
    ['buCode', part.buCode ? matching('buCode', part.buCode, /^\d{1,4}$/).replace(/^0+(?=\d)/, '') : null],
    ['costCategoryId', costCategory(part.costCategoryId)],
    ['costCategoryId2', costCategory(part.costCategoryId2)],
    ['tax', part.taxPercent ? taxOf(part.taxPercent) : null],
    ['information', schemaLine(information.filter(Boolean).join(' · '), 120)],
    ['currencyCode', matching('currency', invoice.currency, /^[A-Z]{3}$/)],
    ['invoiceId', invoiceIdOf(invoice)],
    ['bookingText', schemaLine(part.bookingText, 60)],
    ['ownVatId', vatId(invoice.ownVatId)],
    ['paidAt', invoice.paidAt ?? null],
    ['vatId', vatId(invoice.partnerVatId)],
    ['exchangeRate', invoice.exchangeRate ? round(invoice.exchangeRate, 6) : null],
    ['iban', invoice.iban && isIban(invoice.iban) ? invoice.iban : null],
    ['paymentOrder', typeof invoice.paymentOrder === 'boolean' ? String(invoice.paymentOrder) : null],
    ['discountPercentage', first?.percentage ?? null],
    ['discountPaymentDate', first?.paymentDate ?? null],
    ['discountAmount2', second?.amount ?? null],
    ['discountPercentage2', second?.percentage ?? null],
    ['discountPaymentDate2', second?.paymentDate ?? null],
    ['dueDate', dueDateOf(invoice)],
    ['bpAccountNo', accountNumber('bpAccountNo', invoice.bpAccountNo, 5)],
    ['deliveryDate', deliveryDateOf(invoice)],
    ['supplierName', schemaLine(invoice.supplierName, 50)],
    ['supplierCity', schemaLine(invoice.supplierCity, 30)],
  ];
}

function amountOfPart({ amount }: LedgerPart): Amount {
  const rounded = round(amount, 2);
  if (isZero(rounded)) throw new RangeError('a part has the amount 0.00');
  if (compareAmounts(rounded, amount) !== 0)
    throw new RangeError(`a part has fractions of a cent: ${amount}`);
  return rounded;
}

function invoiceIdOf({ invoiceId }: LedgerInvoice): string {
  return matching('invoiceId', invoiceId, /^[a-zA-Z0-9$%&*+\-/]{1,36}$/);
}

function accountNumber(name: string, account: string, leastDigits: number): string {
  const digits = account.replace(/^0+/, '');
  return matching(name, digits, new RegExp(`^\\d{${leastDigits},9}$`));
}

function costCategory(text: string | null | undefined): string | null {
  return text ? matching('costCategoryId', text, /^\S(?:[\S ]{0,34}\S)?$/) : null;
}

function matching(name: string, text: string, pattern: RegExp): string {
  if (!pattern.test(text) || schemaLine(text, text.length) !== text) {
    throw new RangeError(`${name} does not fit the schema: "${text}"`);
  }
  return text;
}

/** The schema does not allow rates of 100 % and more. */
function taxOf(percent: Amount): Amount | null {
  const tax = round(percent, 2);
  return compareAmounts(tax, '0') >= 0 && compareAmounts(tax, '99.99') <= 0 ? tax : null;
}

function vatId(text: string | null | undefined): string | null {
  return text && /^[0-9a-zA-Z. _]{1,15}$/.test(text) ? text : null;
}

/** DATEV accepts only a day after the invoice date. */
function dueDateOf({ date, dueDate }: LedgerInvoice): Day | null {
  return dueDate && dueDate > date ? dueDate : null;
}

/** DATEV ignores a day after the invoice date. */
function deliveryDateOf({ date, deliveryDate }: LedgerInvoice): Day | null {
  return deliveryDate && deliveryDate <= date ? deliveryDate : null;
}
