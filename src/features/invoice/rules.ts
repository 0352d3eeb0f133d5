import { type Amount, compareAmounts, couplePrice, isAmount, minus } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { malformed, missing } from '../../document/fields.ts';
import type { InvoiceStatus } from '../../timeline/kinds.ts';
import { invoiceFields } from './fields.ts';
import type { InvoiceFields } from './model.ts';

/** An invoice's text is fixed once it is paid and archived (TL-10). */
export function isInvoiceFixed(invoice: { readonly status: InvoiceStatus; readonly paid: boolean }): boolean {
  return invoice.paid && (invoice.status === 'completed' || invoice.status === 'declined-exported');
}

/** The totals of an invoice, in its currency. */
export interface InvoiceTotals {
  readonly total_netto: Amount;
  readonly total_tax: Amount;
  readonly total_brutto: Amount;
}

/** Net and tax follow from the gross total as it is printed and its rate; without a rate nothing is taxed (PRICE-02). */
export function totalsOf({ total_brutto, tax }: Pick<InvoiceFields, 'total_brutto' | 'tax'>): InvoiceTotals {
  const gross = isAmount(total_brutto) ? total_brutto : '0';
  const rate = tax !== null && isAmount(tax) ? tax : '0';
  const { price_netto } = couplePrice({ mode: 'gross', price: gross }, rate, 2);
  return { total_netto: price_netto, total_tax: minus(gross, price_netto), total_brutto: gross };
}

/** What makes even an unfinished invoice unacceptable: texts too long, numbers and days that are none (VAL-04, VAL-05). */
export function typingProblems(head: InvoiceFields): readonly FieldProblem[] {
  return malformed(invoiceFields, head);
}

/** Everything that stands against leaving the manual check, all at once (VAL-45, INV-11). */
export function checkProblems(head: InvoiceFields): readonly FieldProblem[] {
  const isFree = isAmount(head.total_brutto) && compareAmounts(head.total_brutto, '0') === 0;
  const free: readonly FieldProblem[] = isFree
    ? [{ field: 'total_brutto', code: 'number_out_of_range', values: { min: 0 } }]
    : [];
  return [...typingProblems(head), ...missing(invoiceFields, head), ...free];
}
