import { type Amount, absolute, compareAmounts, dividedBy, isAmount, round } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import type { RateForm } from '../export-target/target.ts';
import type { Reading } from '../recognition/reading.ts';
import type { InvoiceFields, InvoiceHead } from './model.ts';

/**
 * The problem of an invoice's rate (PRICE-07): in a foreign currency it must have a rate that the target can write
 * (`form`). Null without a problem or without a company.
 */
export function rateProblem(
  { currency, exchange_rate: rate }: Pick<InvoiceFields, 'currency' | 'exchange_rate'>,
  own: string | null,
  form: RateForm | null,
): FieldProblem | null {
  const field = 'exchange_rate';
  if (own === null || currency === own) return null;
  if (rate === null) return { field, code: 'specific_field_required', values: { field } };
  if (form === null) return null;
  const written = form.written(rate);
  const isWritable = compareAmounts(written, '0') > 0 && compareAmounts(written, form.greatest) <= 0;
  return isWritable ? null : { field, code: 'exchange_rate_unwritable', values: { rate, written } };
}

type Rated = Pick<InvoiceFields, 'exchange_rate' | 'rate_date'>;

/** Whether rate and rate date are unchanged. */
export function isSameRate(one: Rated, other: Rated): boolean {
  const [left, right] = [one.exchange_rate, other.exchange_rate];
  const isSame = left === null || right === null ? left === right : compareAmounts(left, right) === 0;
  return isSame && one.rate_date === other.rate_date;
}

/** From this tax on, a rounding error of half a cent changes the rate by at most one ten-thousandth. */
const leastTax = '50';

/**
 * The rate by which an e-invoice was taxed (BT-111 / BT-110): company currency per unit of the invoice's. Null if it
 * does not state its tax in the company's currency, or if the tax is too small to derive the rate.
 *
 * @param own the company's
 */
export function statedRate(
  { fields, accountedTax }: Pick<Reading, 'fields' | 'accountedTax'>,
  own: string | null,
): Amount | null {
  const tax = fields.totalTax?.value ?? '0';
  if (accountedTax === undefined || accountedTax.currency !== own || fields.currency?.value === own)
    return null;
  if (!isAmount(tax) || !isAmount(accountedTax.amount)) return null;
  const smaller = [tax, accountedTax.amount].map(absolute);
  if (smaller.some((one) => compareAmounts(one, leastTax) < 0)) return null;
  const rate = round(dividedBy(accountedTax.amount, tax), 6);
  return compareAmounts(rate, '0') > 0 ? rate : null;
}

/**
 * The changed rate columns after a reading: the stated rate, else cleared if from a reading or another currency.
 */
export function readRate(
  before: Pick<InvoiceHead, 'currency' | 'rate_source'>,
  { currency, invoice_date }: Pick<InvoiceHead, 'currency' | 'invoice_date'>,
  stated: Amount | null,
): Partial<Rated & Pick<InvoiceHead, 'rate_source'>> {
  if (stated !== null) return { exchange_rate: stated, rate_date: invoice_date, rate_source: 'document' };
  const isVoid = before.rate_source === 'document' || before.currency !== currency;
  return isVoid ? { exchange_rate: null, rate_date: null, rate_source: null } : {};
}
