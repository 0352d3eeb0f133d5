import {
  type Amount,
  absolute,
  compareAmounts,
  couplePrice,
  isAmount,
  isZero,
  minus,
  round,
  sum,
} from '../../base/money.ts';
import { type FieldProblem, type Refusal, refuse } from '../../base/refusal.ts';
import { removedLine } from '../../document/editing.ts';
import { type DocumentFields, malformed, missing } from '../../document/fields.ts';
import type { InvoiceStatus } from '../../timeline/kinds.ts';
import { bankProblems } from './bank-data.ts';
import type { InvoiceSettings } from './check-facts.ts';
import { discountProblems } from './discounts.ts';
import { numberProblems } from './export-number.ts';
import { invoiceFields, invoiceLineFields } from './fields.ts';
import { isTaxDoubtful, openDifference, untaxed } from './lines.ts';
import type { Invoice, InvoiceFields, InvoiceLineFields, TaxRow } from './model.ts';
import { missingSelections } from './required-selections.ts';
import { reviewProblems } from './review.ts';

/** An invoice's text is fixed once it is paid and archived (TL-10). */
export function isInvoiceFixed(invoice: { readonly status: InvoiceStatus; readonly paid: boolean }): boolean {
  return invoice.paid && (invoice.status === 'completed' || invoice.status === 'declined-exported');
}

/** The fields besides the amounts that decide on money, or on who answers for it. */
const moneyFields = [
  'supplier_id',
  'iban',
  'bic',
  'payment_method',
  'paid',
  'currency',
  'ledger_account_id',
  'cost_center_id',
  'client_id',
  'department_id',
  'kind',
  'tax_category',
  'tax_rows',
  removedLine,
];

/**
 * Whether a field of the head or of a line decides on the value, payee, account or cost bearer of an invoice (INV-32,
 * TL-27). The database records who changes such a field (`app.note_money_hand`).
 */
export function isOfMoney(field: string): boolean {
  const declared: DocumentFields = { ...invoiceFields, ...invoiceLineFields };
  return moneyFields.includes(field) || declared[field]?.sort === 'amount';
}

/** An exported invoice keeps its company and supplier; a change would make it another invoice (INV-30). */
export function exportedProblem(
  before: Pick<Invoice['head'], 'was_exported' | 'client_id' | 'supplier_id'>,
  after: Pick<InvoiceFields, 'client_id' | 'supplier_id'>,
): Refusal | null {
  if (!before.was_exported) return null;
  const field = (['client_id', 'supplier_id'] as const).find((name) => before[name] !== after[name]);
  return field === undefined ? null : refuse('exported_party_fixed', { field });
}

/** The totals of an invoice, in its currency. */
export interface InvoiceTotals {
  readonly total_netto: Amount;
  readonly total_tax: Amount;
  readonly total_brutto: Amount;
}

/** Computes net and tax from the printed gross total and the rate; without a rate there is no tax (PRICE-02). */
export function totalsOf({ total_brutto, tax }: Pick<InvoiceFields, 'total_brutto' | 'tax'>): InvoiceTotals {
  const gross = isAmount(total_brutto) ? total_brutto : '0';
  const rate = tax !== null && isAmount(tax) ? tax : '0';
  const { price_netto } = couplePrice({ mode: 'gross', price: gross }, rate, 2);
  return { total_netto: price_netto, total_tax: minus(gross, price_netto), total_brutto: gross };
}

/** The totals of an invoice: from its breakdown, without one from its gross total and rate (INV-11). */
export function invoiceTotals(head: InvoiceFields, rows: readonly TaxRow[]): InvoiceTotals {
  if (rows.length === 0) return totalsOf(head);
  return {
    total_netto: round(sum(rows.map(({ net }) => net)), 2),
    total_tax: round(sum(rows.map(({ tax }) => tax)), 2),
    total_brutto: head.total_brutto,
  };
}

/** The amount due (BT-115), in the currency of the invoice. */
export function amountDue(
  head: Pick<InvoiceFields, 'total_brutto' | 'prepaid_amount' | 'rounding_amount'>,
): Amount {
  return round(sum([minus(head.total_brutto, head.prepaid_amount), head.rounding_amount]), 2);
}

/** The input of the rules while an invoice is typed. */
export interface TypedInvoice {
  readonly head: InvoiceFields;
  readonly lines: readonly InvoiceLineFields[];
  readonly taxRows: Invoice['taxRows'];
}

/**
 * Problems that even an unfinished invoice may not have: texts too long, invalid numbers and dates (VAL-04, VAL-05).
 */
export function typingProblems({ head, lines }: TypedInvoice): readonly FieldProblem[] {
  const ofLines = lines.flatMap((line, place) => malformed(invoiceLineFields, line, `lines.${place}.`));
  return [...malformed(invoiceFields, head), ...ofLines];
}

/**
 * All problems that prevent leaving the check, the approval or the accounting (VAL-13 to VAL-19, VAL-23, VAL-45,
 * INV-07, INV-11).
 *
 * @see docs/topics/invoices.md
 */
export function checkProblems(invoice: TypedInvoice, settings: InvoiceSettings): readonly FieldProblem[] {
  const { head, lines, taxRows } = invoice;
  const isFree = isAmount(head.total_brutto) && isZero(head.total_brutto);
  const free: readonly FieldProblem[] = isFree
    ? [{ field: 'total_brutto', code: 'number_out_of_range', values: { min: 0 } }]
    : [];
  return [
    ...typingProblems(invoice),
    ...missing(invoiceFields, head),
    ...missingSelections(settings.required, head, lines),
    ...dayProblems(head),
    ...numberProblems(head, settings.exportTarget),
    ...reviewProblems(head, settings),
    ...bankProblems(head),
    ...free,
    ...dueProblems(head),
    ...discountProblems(head),
    ...lines.flatMap(lineProblems),
    ...(isFree ? [] : sumProblems(head, taxRows, settings)),
  ];
}

/** The maximum rounding of the amount due, up or down, in the currency of the invoice (INV-31). */
const maxRounding = '0.99';

/** Checks the amount due: total minus prepaid amount plus rounding (INV-31). */
function dueProblems({
  total_brutto,
  prepaid_amount,
  rounding_amount,
}: InvoiceFields): readonly FieldProblem[] {
  if (![total_brutto, prepaid_amount, rounding_amount].every(isAmount)) return [];
  const isRounded = compareAmounts(absolute(rounding_amount), maxRounding) > 0;
  const isOther = compareAmounts(prepaid_amount, '0') * compareAmounts(total_brutto, '0') < 0;
  const isTooMuch = compareAmounts(absolute(prepaid_amount), absolute(total_brutto)) > 0;
  const code = 'number_out_of_range' as const;
  return [
    ...(isRounded ? [{ field: 'rounding_amount', code, values: { max: maxRounding } }] : []),
    ...(isOther || isTooMuch ? [{ field: 'prepaid_amount', code }] : []),
  ];
}

/** The due date is not before the invoice date (VAL-13). */
function dayProblems({ invoice_date, due_date }: InvoiceFields): readonly FieldProblem[] {
  const isBefore = invoice_date !== null && due_date !== null && due_date < invoice_date;
  return isBefore ? [{ field: 'due_date', code: 'due_before_invoice' }] : [];
}

function lineProblems(line: InvoiceLineFields, place: number): readonly FieldProblem[] {
  const empty = missing(invoiceLineFields, line);
  const isRateMissing = line.tax_percentage === null && !untaxed.has(line.tax_category ?? 'S');
  const rate = { field: 'tax_percentage', code: 'specific_field_required' as const };
  const all = isRateMissing ? [...empty, { ...rate, values: { field: rate.field } }] : empty;
  return all.map((problem) => ({ ...problem, field: `lines.${place}.${problem.field}` }));
}

/** Nets and taxes sum exactly to the total; a stated tax may differ within the company's tolerance (INV-11). */
function sumProblems(
  { total_brutto }: InvoiceFields,
  rows: readonly TaxRow[],
  { taxTolerance }: InvoiceSettings,
): readonly FieldProblem[] {
  if (rows.length === 0 || !isAmount(total_brutto)) return [];
  const differs = compareAmounts(openDifference(total_brutto, rows), '0') !== 0;
  const isDoubtful = rows.some((row) => isTaxDoubtful(row, taxTolerance));
  return [
    ...(differs ? [{ field: 'total_brutto', code: 'lines_differ' as const }] : []),
    ...(isDoubtful ? [{ field: 'tax_rows', code: 'tax_differs' as const }] : []),
  ];
}
