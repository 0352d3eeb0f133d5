import { type Amount, compareAmounts, dividedBy, round } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import type { InvoiceFields } from './model.ts';
import type { ExportTarget } from './setting-fields.ts';

/** Four digits before the point and six after it (EXTF column 4, LedgerImport `p31`). */
const greatestAtDatev = '9999.999999';

/** A rate as DATEV writes it: units of the foreign currency for one of the company's. */
export function rateAtDatev(rate: Amount): Amount {
  return round(dividedBy('1', rate), 6);
}

/**
 * What stands against the rate of an invoice (PRICE-07): in another currency than its company's it has one, which the target can
 * write. Null where nothing does, or where it has no company yet.
 */
export function rateProblem(
  { currency, exchange_rate: rate }: Pick<InvoiceFields, 'currency' | 'exchange_rate'>,
  own: string | null,
  target: ExportTarget,
): FieldProblem | null {
  const field = 'exchange_rate';
  if (own === null || currency === own) return null;
  if (rate === null) return { field, code: 'specific_field_required', values: { field } };
  if (target === 'ms365') return null;
  const written = rateAtDatev(rate);
  const isWritable = compareAmounts(written, '0') > 0 && compareAmounts(written, greatestAtDatev) <= 0;
  return isWritable ? null : { field, code: 'exchange_rate_unwritable', values: { rate, written } };
}

/** Whether nobody has typed another rate, or another day of it. */
export function isSameRate(one: Rated, other: Rated): boolean {
  const [left, right] = [one.exchange_rate, other.exchange_rate];
  const isSame = left === null || right === null ? left === right : compareAmounts(left, right) === 0;
  return isSame && one.rate_date === other.rate_date;
}

type Rated = Pick<InvoiceFields, 'exchange_rate' | 'rate_date'>;
