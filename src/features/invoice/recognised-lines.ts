import { type Amount, absolute, compareAmounts, isAmount, minus, round, sum } from '../../base/money.ts';
import { taxCategories } from '../../base/tax-categories.ts';
import type { ReadAdjustment, Reading, ReadLine, ReadTaxRow, ReadValue } from '../recognition/reading.ts';
import { quantityDecimals } from './fields.ts';
import { untaxed } from './lines.ts';
import type { TaxCategory, TaxRow } from './model.ts';

/** The `invoice_line` values of a read line or of a document-level allowance or charge (DATA-34). */
export interface RecognisedLine {
  readonly kind: 'item' | 'allowance' | 'charge';
  readonly item_number: string | null;
  readonly description: string | null;
  readonly quantity: Amount | null;
  /** The number of units that `unit_net_price` is for. */
  readonly price_unit: Amount;
  /** In the currency of the invoice, like all amounts here; up to eight decimals. */
  readonly unit_net_price: Amount | null;
  /** A code (UN/ECE Recommendation 20), else as printed (BT-130). */
  readonly unit: string | null;
  readonly line_allowance: Amount | null;
  readonly line_charge: Amount | null;
  readonly total_netto: Amount | null;
  /** Percent. */
  readonly tax_percentage: Amount | null;
  readonly tax_category: TaxCategory | null;
}

/** -1 where all amounts change their sign (INV-12). */
export type Sign = 1 | -1;

const longestDescription = 4000;
const longestNumber = 255;
const longestUnit = 30;

/** The maximum values of the columns. */
const greatest = {
  total: '999999999999.99',
  quantity: '999999999999',
  price: '9999999999',
  rate: '99.99',
};

/**
 * The stated lines, then document-level allowances and charges, so that the lines sum to the net total. Lines counted
 * in another line, subtotals and information lines are left out (INV-26).
 */
export function recognisedLines(reading: Reading, sign: Sign): readonly RecognisedLine[] {
  return [
    ...countedLines(reading).map((line) => lineOf(line, sign)),
    ...reading.adjustments.map((adjustment) => adjustmentOf(adjustment, sign)),
  ];
}

/** The order lines that the counted lines refer to, in the same sequence; undefined for lines without one. */
export function namedOrderLines(reading: Reading): readonly ReadLine['orderLine'][] {
  return countedLines(reading).map(({ orderLine }) => orderLine);
}

function countedLines({ lines }: Reading): readonly ReadLine[] {
  return lines.filter(({ counts, parentLineId }) => counts ?? parentLineId === null);
}

function lineOf(line: ReadLine, sign: Sign): RecognisedLine {
  const priceUnit = within(line.priceBaseQuantity, 3, '9999999.999');
  return {
    kind: 'item',
    item_number: textOf(line.articleNumber, longestNumber),
    description: textOf(line.description, longestDescription),
    quantity: turned(withoutZeros(within(line.quantity, quantityDecimals, greatest.quantity)), sign),
    unit: textOf(line.unitCode, longestUnit),
    price_unit: priceUnit !== null && compareAmounts(priceUnit, '0') > 0 ? priceUnit : '1',
    unit_net_price: within(line.unitNetPrice, 8, greatest.price),
    line_allowance: turned(within(line.allowance ?? null, 2, greatest.total), sign),
    line_charge: turned(within(line.charge ?? null, 2, greatest.total), sign),
    total_netto: turned(within(line.lineNet, 2, greatest.total), sign),
    tax_percentage: within(line.taxPercent, 2, greatest.rate),
    tax_category: categoryOf(line.category),
  };
}

/** An allowance is a negative line. */
function adjustmentOf(
  { kind, reason, amount, taxPercent, category }: ReadAdjustment,
  sign: Sign,
): RecognisedLine {
  const size = within(amount, 2, greatest.total);
  return {
    kind,
    item_number: null,
    description: textOf(reason, longestDescription),
    quantity: null,
    unit: null,
    price_unit: '1',
    unit_net_price: null,
    line_allowance: null,
    line_charge: null,
    total_netto: turned(kind === 'allowance' ? turned(size, -1) : size, sign),
    tax_percentage: within(taxPercent, 2, greatest.rate),
    tax_category: categoryOf(category),
  };
}

/** The breakdown by category and rate; empty unless read completely, as a part would not make the totals. */
export function recognisedTaxRows(reading: Reading, sign: Sign): readonly TaxRow[] {
  const rows = reading.taxRows.map((row) => taxRowOf(row, sign));
  return rows.every((row) => row !== null) ? rows : [];
}

function taxRowOf(row: ReadTaxRow, sign: Sign): TaxRow | null {
  const category = categoryOf(row.category) ?? 'S';
  const rate = within(row.ratePercent, 2, greatest.rate) ?? (untaxed.has(category) ? '0' : null);
  const net = turned(within(row.basis, 2, greatest.total), sign);
  const tax = turned(within(row.tax, 2, greatest.total), sign);
  if (rate === null || net === null || tax === null) return null;
  return { tax_percentage: rate, tax_category: category, net, tax };
}

/** Rounded to the column's decimals; null if out of range. */
function within(value: ReadValue<Amount> | null, decimals: number, max: Amount): Amount | null {
  if (value === null || !isAmount(value.value)) return null;
  const rounded = round(value.value, decimals);
  return compareAmounts(absolute(rounded), max) > 0 ? null : rounded;
}

/** Without trailing zeros: 2, not 2.000000. */
function withoutZeros(quantity: Amount | null): Amount | null {
  return quantity === null ? null : sum([quantity]);
}

function turned(amount: Amount | null, sign: Sign): Amount | null {
  return amount === null || sign === 1 ? amount : minus('0', amount);
}

function textOf(value: ReadValue | null, longest: number): string | null {
  const text = value?.value.trim().slice(0, longest) ?? '';
  return text === '' ? null : text;
}

function categoryOf(value: ReadValue | null): TaxCategory | null {
  return taxCategories.find((category) => category === value?.value) ?? null;
}
