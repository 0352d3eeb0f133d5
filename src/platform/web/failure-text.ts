import type { RefusalCode, RefusalValue } from '../../base/refusal.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { isAmount, readableValue } from '../refusal-values.ts';
import { AnswerLate, ApiRefusal, RequestFailed } from './failure.ts';
import { formatMoney } from './format.ts';
import { currentLanguage, i18n } from './i18n.ts';

/** The text of a failure in the current language. Bugs are reported as `unexpected` (ERR-06). */
export function failureText(failure: unknown): string {
  if (failure instanceof AnswerLate) return i18n.t('shell.answer_late', { seconds: failure.seconds });
  if (failure instanceof RequestFailed)
    return i18n.t(navigator.onLine === false ? 'shell.needs_network' : 'shell.request_failed');
  if (!(failure instanceof ApiRefusal)) return refusalText('unexpected');
  return refusalText(failure.code, { field: failure.field ?? null, ...failure.values });
}

/**
 * The text of a refusal code; amounts among the values have the format of the language and the `currency` passed with
 * them (API-41), sizes are in MB. Uses the more specific text of a code, if it has one and the values are known
 * (`error.<code>_amount`, `_max`, `_types`, `_number`, `_said`).
 */
export function refusalText(code: RefusalCode, values: Readonly<Record<string, RefusalValue>> = {}): string {
  const currency = typeof values.currency === 'string' ? values.currency : null;
  const shown = Object.entries(values).map(([name, value]): [string, RefusalValue] => [
    name,
    shownValue(code, name, value, currency),
  ]);
  const context = contextOf(code, values);
  const keys = [`error.${code}`, 'error.unexpected'];
  return i18n.t(keys, { ...Object.fromEntries(shown), ...(context && { context }) });
}

/** The variant of a code's text that names the known values. */
function contextOf(code: RefusalCode, values: Readonly<Record<string, RefusalValue>>): string | null {
  if (code === 'payload_too_large' && typeof values.max === 'number') return 'max';
  if (code === 'unsupported_media_type' && typeof values.types === 'string') return 'types';
  if (code === 'duplicate_file' && values.number) return 'number';
  if (typeof values.said === 'string') return 'said';
  return Object.entries(values).some(([name, value]) => isAmount(code, name, value)) ? 'amount' : null;
}

function shownValue(
  code: RefusalCode,
  name: string,
  value: RefusalValue,
  currency: string | null,
): RefusalValue {
  if (name === 'field' && typeof value === 'string') {
    const lastName = value.split('.').at(-1) ?? value;
    return i18n.t(`field.${lastName}`, { defaultValue: lastName });
  }
  if (code === 'payload_too_large' && name === 'max' && typeof value === 'number')
    return formatNumber(String(value / 1024 / 1024), currentLanguage());
  return currency !== null && isAmount(code, name, value)
    ? formatMoney(value, currentLanguage(), currency, 2)
    : readableValue(code, name, value, currentLanguage());
}
