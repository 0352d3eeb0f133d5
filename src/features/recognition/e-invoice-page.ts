import { type Day, isDay } from '../../base/day.ts';
import type { Language } from '../../base/language.ts';
import { type Amount, decimalPlaces, isZero, minus } from '../../base/money.ts';
import { formatDay } from '../../base/typed-day.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { unitText } from '../../base/units.ts';
import { documentTypeText } from './code-words.ts';
import type { Address, Invoice, Party, Text } from './einvoice/model.ts';
import { readEInvoice } from './einvoice/read-einvoice.ts';
import { type InvoiceSummary, type LineSummary, summaryOf } from './einvoice/summary.ts';

export interface Labelled {
  readonly label: string;
  readonly value: string;
}

/** Seller or buyer: the name and further lines. */
export interface PageParty {
  readonly role: string;
  readonly lines: readonly string[];
}

export interface PageRow {
  readonly position: string;
  readonly description: string;
  readonly quantity: string;
  readonly price: string;
  readonly tax: string;
  readonly net: string;
}

export interface PageTotal {
  readonly label: string;
  readonly amount: string;
  /** Whether it is the amount due or the gross total. */
  readonly isMain: boolean;
}

/** The printed page of an e-invoice in one language, from top to bottom. */
export interface EInvoicePage {
  readonly number: Text;
  /** The invoice date; null when missing or unreadable. */
  readonly day: Day | null;
  readonly title: string;
  readonly seller: PageParty;
  readonly buyer: PageParty;
  readonly facts: readonly Labelled[];
  readonly notes: readonly string[];
  readonly columns: PageRow;
  readonly rows: readonly PageRow[];
  /** The number of lines that only the XML contains. */
  readonly leftOut: number;
  readonly totals: readonly PageTotal[];
  readonly terms: readonly Labelled[];
}

export interface PageStyle {
  readonly language: Language;
  readonly t: (key: string, values?: Readonly<Record<string, string>>) => string;
}

/** Limits of the printed page. */
const maxCounts = {
  rows: 1000,
  lettersOfRows: 150_000,
  notes: 20,
  taxes: 100,
  accounts: 20,
  letters: 1000,
} as const;

/**
 * The printed page of an e-invoice in UBL, CII or ZUGFeRD 1 (EXP-08, REC-11); null when the file is no such invoice.
 * The length is bounded for any file, and the same file always yields the same page.
 */
export function eInvoicePage(xml: Uint8Array, style: PageStyle): EInvoicePage | null {
  const read = readEInvoice(xml);
  if (!read.ok) return null;
  const { invoice } = read;
  const summary = summaryOf(invoice);
  const { t } = style;
  const rows = rowsOf(summary.lines, style);
  return {
    number: summary.number === null ? null : clipped(summary.number),
    day: summary.invoiceDate,
    title: [documentTypeText(summary.typeCode ?? '', t), clipped(summary.number ?? '')].join(' ').trim(),
    seller: partyOf(t('invoice.read.field.sellerName'), invoice.seller, style),
    buyer: partyOf(t('invoice.read.field.buyerName'), invoice.buyer, style),
    facts: factsOf(invoice, style),
    notes: invoice.notes.slice(0, maxCounts.notes).flatMap(({ text }) => present(text)),
    columns: columnsOf(summary.currency ?? '', style),
    rows,
    leftOut: summary.lines.length - rows.length,
    totals: totalsOf(summary, style),
    terms: termsOf(invoice, summary, style),
  };
}

function clipped(text: string): string {
  const letters = [...text.slice(0, 2 * maxCounts.letters)];
  return letters.length > maxCounts.letters ? `${letters.slice(0, maxCounts.letters - 1).join('')}…` : text;
}

/** A non-empty text as a list of one, else an empty list. */
function present(text: Text): readonly string[] {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? [] : [clipped(trimmed)];
}

function labelled(label: string, value: Text): readonly Labelled[] {
  return present(value).map((text) => ({ label, value: text }));
}

/** Formats a day; any other text, such as a month, stays unchanged. */
function dayText(text: Text, { language }: PageStyle): Text {
  return text !== null && isDay(text) ? formatDay(text, language) : text;
}

function partyOf(role: string, party: Party, { t }: PageStyle): PageParty {
  const { name, tradingName, address, vatId, taxNumber, legalRegistration, contact } = party;
  const numbers = [
    ...labelled(t('order_pdf.legal.vat_number'), vatId),
    ...labelled(t('order_pdf.legal.tax_number'), taxNumber),
  ];
  return {
    role,
    lines: [
      ...present(name),
      ...(tradingName === name ? [] : present(tradingName)),
      ...addressLines(address),
      ...numbers.map(({ label, value }) => `${label}: ${value}`),
      ...present(legalRegistration?.value ?? null),
      ...[contact?.name, contact?.phone, contact?.email].flatMap((text) => present(text ?? null)),
    ],
  };
}

function addressLines(address: Address | null): readonly string[] {
  if (address === null) return [];
  const { line1, line2, line3, postCode, city, subdivision, country } = address;
  const town = [postCode, city].flatMap(present).join(' ');
  return [line1, line2, line3, town, subdivision, country].flatMap(present);
}

function factsOf(invoice: Invoice, style: PageStyle): readonly Labelled[] {
  const { t } = style;
  const { delivery, period, precedingInvoices } = invoice;
  const preceding = precedingInvoices.slice(0, maxCounts.notes).flatMap(({ number }) => present(number));
  const fact = (name: string, value: Text) => labelled(t(`invoice.read.field.${name}`), value);
  return [
    ...fact('invoiceNumber', invoice.number),
    ...fact('invoiceDate', dayText(invoice.issueDate, style)),
    ...fact('deliveryDate', dayText(delivery?.date ?? null, style)),
    ...fact('billingPeriodStart', dayText(period?.start ?? null, style)),
    ...fact('billingPeriodEnd', dayText(period?.end ?? null, style)),
    ...fact('orderReference', invoice.orderReference),
    ...fact('buyerReference', invoice.buyerReference),
    ...fact('contractReference', invoice.contractReference),
    ...fact('precedingInvoice', preceding.join(', ')),
    ...fact('currency', invoice.currency),
  ];
}

function columnsOf(currency: string, { t }: PageStyle): PageRow {
  return {
    position: t('invoice.read.line.position'),
    description: t('invoice.read.line.description'),
    quantity: t('invoice.read.line.quantity'),
    price: t('invoice.read.line.price'),
    tax: t('invoice.read.line.tax'),
    net: t('document.line.net_in', { currency: clipped(currency) }).trim(),
  };
}

/** The lines that are printed, within the limits. */
function rowsOf(lines: readonly LineSummary[], style: PageStyle): readonly PageRow[] {
  const rows: PageRow[] = [];
  let letters = 0;
  for (const line of lines.slice(0, maxCounts.rows)) {
    const row = rowOf(line, rows.length, style);
    letters += Object.values(row).reduce((sum, text) => sum + text.length, 0);
    if (letters > maxCounts.lettersOfRows) break;
    rows.push(row);
  }
  return rows;
}

function rowOf(line: LineSummary, index: number, style: PageStyle): PageRow {
  const { quantity, unit, unitNetPrice, priceBaseQuantity, taxPercent, category, lineNet } = line;
  const { language, t } = style;
  const number = (value: Amount | null): string => (value === null ? '' : formatNumber(value, language));
  const per = priceBaseQuantity === null ? '' : ` / ${number(priceBaseQuantity)}`;
  const description = [line.name, line.articleNumber, line.description].flatMap(present);
  return {
    position: present(line.lineId)[0] ?? String(index + 1),
    description: description.join('\n') || '–',
    quantity: quantity === null ? '' : `${number(quantity)} ${clipped(unitText(unit ?? '', t))}`.trim(),
    price: unitNetPrice === null ? '' : money(unitNetPrice, style) + per,
    tax: taxPercent === null ? clipped(category ?? '') : `${number(taxPercent)} %`,
    net: lineNet === null ? '' : money(lineNet, style),
  };
}

/** Formats with at least two decimals. */
function money(value: Amount, { language }: PageStyle): string {
  return formatNumber(value, language, Math.max(2, decimalPlaces(value)));
}

function totalsOf(summary: InvoiceSummary, style: PageStyle): readonly PageTotal[] {
  const { language, t } = style;
  const currency = present(summary.currency).map((text) => ` ${text}`)[0] ?? '';
  const total = (name: string, value: Amount | null, isMain = false): PageTotal[] =>
    value === null
      ? []
      : [
          {
            label: t(`invoice.read.field.${name}`),
            amount: money(value, style) + (isMain ? currency : ''),
            isMain,
          },
        ];
  const unlessZero = (value: Amount | null) => (value !== null && isZero(value) ? null : value);
  return [
    ...summary.adjustments.slice(0, maxCounts.taxes).flatMap(({ kind, amount, reason }): PageTotal[] =>
      amount === null
        ? []
        : [
            {
              label: [t(`invoice.read.adjustment.${kind}`), ...present(reason)].join(': '),
              amount: money(kind === 'allowance' ? minus('0', amount) : amount, style),
              isMain: false,
            },
          ],
    ),
    ...total('totalNet', summary.totalNet),
    ...summary.taxRows
      .slice(0, maxCounts.taxes)
      .map(({ category, ratePercent, basis, tax, exemptionReason }) => ({
        label: [
          t('invoice.read.tax_on', {
            rate:
              ratePercent === null ? clipped(category ?? '–') : `${formatNumber(ratePercent, language)} %`,
            basis: basis === null ? '–' : money(basis, style),
          }),
          ...present(exemptionReason),
        ].join(' – '),
        amount: tax === null ? '–' : money(tax, style),
        isMain: false,
      })),
    ...total('totalTax', summary.totalTax),
    ...total('totalGross', summary.totalGross, true),
    ...total('prepaid', unlessZero(summary.prepaid)),
    ...total('rounding', unlessZero(summary.rounding)),
    ...total('duePayable', summary.duePayable, true),
  ];
}

function termsOf(invoice: Invoice, summary: InvoiceSummary, style: PageStyle): readonly Labelled[] {
  const { language, t } = style;
  const terms = t('invoice.read.field.paymentTermsText');
  return [
    ...labelled(t('invoice.read.field.dueDate'), dayText(invoice.dueDate, style)),
    ...summary.discounts.slice(0, maxCounts.notes).flatMap(({ days, percentage }) =>
      days === null || percentage === null
        ? []
        : labelled(
            terms,
            t('invoice.read.discount', {
              percentage: formatNumber(percentage, language),
              days: String(days),
            }),
          ),
    ),
    ...labelled(terms, invoice.paymentTerms),
    ...labelled(t('invoice.printed.payee'), summary.payeeName),
    ...labelled(
      t('invoice.read.field.sellerIban'),
      summary.ibans.slice(0, maxCounts.accounts).map(clipped).join(', '),
    ),
    ...labelled(t('invoice.read.field.sellerBic'), summary.bic),
    ...labelled(t('invoice.printed.remittance'), summary.remittance),
  ];
}
