import type { Day } from '../../../../base/day.ts';
import { type Amount, absolute, compareAmounts, times } from '../../../../base/money.ts';
import { displayValue, escaped, type Layout } from './display-value.ts';
import type { DynamicsBooking } from './model.ts';

/** A record to be sent to an entity. */
export type EntityRow = Readonly<Record<string, string | number>>;

export interface JournalKey {
  readonly dataAreaId: string;
  readonly JournalBatchNumber: string;
}

/**
 * The lines of an invoice in a journal: one vendor line with the whole gross amount, then the ledger lines on the
 * other side, so that Dynamics 365 has exactly one vendor transaction (EXP-14). Amounts include tax, as set in the
 * journal.
 *
 * @param first the number of the first line; the others follow it
 */
export function journalRows(
  booking: DynamicsBooking,
  journal: JournalKey,
  first: number,
  layout: Layout,
): readonly EntityRow[] {
  const { vendor, number, text, invoice_date, due_date, day, currency, exchange_rate, lines } = booking;
  const common = {
    ...journal,
    Date: noon(day),
    Currency: currency,
    ...(exchange_rate !== null && { ExchRate: Number(times(exchange_rate, '100')) }),
  };
  const ofVendor = {
    ...common,
    LineNumber: first,
    AccountType: 'Vend',
    AccountDisplayValue: escaped(vendor, layout),
    Invoice: number,
    InvoiceDate: noon(invoice_date),
    ...(due_date !== null && { DueDate: noon(due_date) }),
    ...onSide('Credit', booking.gross),
    ...(booking.discount_code !== null && { CashDiscount: booking.discount_code }),
    Description: text,
  };
  const ofLedger = lines.map((line, place) => ({
    ...common,
    LineNumber: first + 1 + place,
    AccountType: 'Ledger',
    AccountDisplayValue: displayValue(layout, { ...line.dimensions, account: line.account }),
    ...onSide('Debit', line.gross),
    ...(line.tax_group !== null && { SalesTaxGroup: line.tax_group }),
    ...(line.tax_item_group !== null && { ItemSalesTaxGroup: line.tax_item_group }),
    Description: line.text ?? text,
  }));
  return [ofVendor, ...ofLedger];
}

/** The number of lines of an invoice in a journal. */
export function journalRowCount({ lines }: Pick<DynamicsBooking, 'lines'>): number {
  return 1 + lines.length;
}

/** The header of a pending vendor invoice, with the totals of the document. */
export function pendingHeader(booking: DynamicsBooking, dataAreaId: string, marker: string): EntityRow {
  const { vendor, number, invoice_date, due_date, day, currency, gross, tax, discount_code } = booking;
  return {
    dataAreaId,
    InvoiceNumber: number,
    InvoiceAccount: vendor,
    Currency: currency,
    InvoiceDate: noon(invoice_date),
    Date: noon(day),
    ...(due_date !== null && { DueDate: noon(due_date) }),
    InvoiceDescription: marker,
    ImportedAmount: Number(gross),
    ImportedSalesTax: Number(tax),
    ...(discount_code !== null && { CashDiscountCode: discount_code }),
  };
}

export interface PendingKey {
  readonly dataAreaId: string;
  readonly HeaderReference: string;
}

/** Its lines with net amounts, each as a purchase in a category. */
export function pendingRows(
  { lines, currency, text, category }: DynamicsBooking,
  invoice: PendingKey,
  layout: Layout,
): readonly EntityRow[] {
  return lines.map((line, place) => ({
    ...invoice,
    InvoiceLineNumber: place + 1,
    ProcurementCategoryName: category ?? '',
    LineDescription: line.text ?? text,
    ReceiveNow: 1,
    UnitPrice: Number(line.net),
    NetAmount: Number(line.net),
    Currency: currency,
    ...(line.tax_group !== null && { SalesTaxGroup: line.tax_group }),
    ...(line.tax_item_group !== null && { ItemSalesTax: line.tax_item_group }),
    MainAccountDisplayValue: escaped(line.account, layout),
    DimensionDisplayValue: displayValue(layout, line.dimensions),
  }));
}

/** An amount on its usual side; a negative one on the other. */
function onSide(usual: 'Credit' | 'Debit', amount: Amount): EntityRow {
  const other = usual === 'Credit' ? 'Debit' : 'Credit';
  return { [compareAmounts(amount, '0') < 0 ? other : usual]: Number(absolute(amount)) };
}

/** Days are sent as noon, so that no time zone shifts them. */
function noon(day: Day): string {
  return `${day}T12:00:00Z`;
}
