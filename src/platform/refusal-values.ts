import { isDay } from '../base/day.ts';
import type { Language } from '../base/language.ts';
import type { RefusalCode, RefusalValue } from '../base/refusal.ts';
import { formatDay } from '../base/typed-day.ts';
import { formatNumber } from '../base/typed-number.ts';

const amountNames: readonly string[] = ['amount', 'value', 'limit'];
const decimalNames: readonly string[] = ['rate', 'written', 'automatic', 'max'];
const dayNames: readonly string[] = ['day', 'date', 'closed_until'];

/** Refusals whose value is a name or an account number, not an amount. */
const named: readonly RefusalCode[] = ['supplier_named', 'number_taken', 'export_d365_dimension'];

/** Whether a value is an amount of money; a decimal string, and null for people who may not see it (ROLE-07). */
export function isAmount(code: RefusalCode, name: string, value: RefusalValue): value is string {
  return amountNames.includes(name) && !named.includes(code) && isDecimal(value);
}

/**
 * A value of a refusal in the notation of the language: days, and decimals with their comma (I18N-05). Names that
 * look like numbers stay unchanged, such as a budget called "2026.01".
 */
export function readableValue(
  code: RefusalCode,
  name: string,
  value: RefusalValue,
  language: Language,
): RefusalValue {
  if (typeof value === 'string' && dayNames.includes(name) && isDay(value)) return formatDay(value, language);
  const isNumber =
    isAmount(code, name, value) ||
    (decimalNames.includes(name) && isDecimal(value)) ||
    (typeof value === 'number' && !Number.isInteger(value));
  return isNumber ? formatNumber(String(value), language) : value;
}

function isDecimal(value: RefusalValue): value is string {
  return typeof value === 'string' && /^-?\d{1,30}(\.\d{1,30})?$/.test(value);
}
