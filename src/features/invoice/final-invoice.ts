import { type Amount, minus, round, sum } from '../../base/money.ts';
import { taxRowKey } from './lines.ts';
import type { InvoiceFields, Prepayment, TaxRow } from './model.ts';
import { type InvoiceTotals, totalsOf } from './rules.ts';

/** Net and tax by category and rate; an invoice without a breakdown has one rate. */
export function breakdownOf(
  head: Pick<InvoiceFields, 'total_brutto' | 'tax'>,
  rows: readonly TaxRow[],
): readonly TaxRow[] {
  if (rows.length > 0) return rows;
  const { total_netto: net, total_tax: tax } = totalsOf(head);
  return [{ tax_percentage: head.tax ?? '0', tax_category: 'S', net, tax }];
}

/** The deducted prepayments: those in the currency of the final invoice (INV-22). */
export function deducted(currency: string, prepayments: readonly Prepayment[]): readonly Prepayment[] {
  return prepayments.filter((prepayment) => prepayment.currency === currency);
}

/**
 * The amounts of a final invoice left to book: net and tax per category and rate minus those of the prepayment
 * invoices (INV-22, § 14 Abs. 5 UStG). A rate found only on the prepayments remains with the opposite sign.
 */
export function remainder(rows: readonly TaxRow[], prepaid: readonly TaxRow[]): readonly TaxRow[] {
  const keys = new Map([...rows, ...prepaid].map((row) => [taxRowKey(row), row]));
  const left = (name: 'net' | 'tax', key: string): Amount => {
    const of = (list: readonly TaxRow[]) =>
      sum(list.filter((row) => taxRowKey(row) === key).map((row) => row[name]));
    return round(minus(of(rows), of(prepaid)), 2);
  };
  return [...keys].map(([key, row]) => ({ ...row, net: left('net', key), tax: left('tax', key) }));
}

/** The total net, tax and gross of a breakdown. */
export function totalsOfRows(rows: readonly TaxRow[]): InvoiceTotals {
  const total_netto = round(sum(rows.map(({ net }) => net)), 2);
  const total_tax = round(sum(rows.map(({ tax }) => tax)), 2);
  return { total_netto, total_tax, total_brutto: round(sum([total_netto, total_tax]), 2) };
}
