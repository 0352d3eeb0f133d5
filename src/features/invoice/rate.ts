import { type Amount, absolute, compareAmounts, dividedBy, isAmount, round } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import type { RateForm } from '../export-target/target.ts';
import type { Reading } from '../recognition/reading.ts';
import type { InvoiceFields, InvoiceHead } from './model.ts';

/**
 * What stands against the rate of an invoice (PRICE-07): in another currency than its company's it has one, which the target can
 * write (`form`). Null where nothing does, or where it has no company yet.
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
  return isWritable
    ? null
    : { field, code: 'exchange_rate_unwritable', values: { rate: Number(rate), written: Number(written) } };
}

type Rated = Pick<InvoiceFields, 'exchange_rate' | 'rate_date'>;

/** Whether nobody has typed another rate, or another day of it. */
export function isSameRate(one: Rated, other: Rated): boolean {
  const [left, right] = [one.exchange_rate, other.exchange_rate];
  const isSame = left === null || right === null ? left === right : compareAmounts(left, right) === 0;
  return isSame && one.rate_date === other.rate_date;
}

/** From so much tax on, half a cent that it was rounded by moves the rate by no more than a ten-thousandth. */
const leastTax = '50';

/**
 * The rate that an e-invoice was taxed by (BT-111 for BT-110): units of the company's currency for one of the invoice's. Null where
 * it states its tax in no other currency or in another than the company's, and where the tax is too small to say the rate.
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

/** The columns of the rate after a reading: what the document states, else nothing that belonged to another reading or currency. */
export function readRate(
  before: Pick<InvoiceHead, 'currency' | 'rate_source'>,
  { currency, invoice_date }: Pick<InvoiceHead, 'currency' | 'invoice_date'>,
  stated: Amount | null,
): Partial<Rated & Pick<InvoiceHead, 'rate_source'>> {
  if (stated !== null) return { exchange_rate: stated, rate_date: invoice_date, rate_source: 'document' };
  const isVoid = before.rate_source === 'document' || before.currency !== currency;
  return isVoid ? { exchange_rate: null, rate_date: null, rate_source: null } : {};
}
