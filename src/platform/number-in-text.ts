import { languages, languageTag } from '../base/language.ts';
import { amountOf } from '../base/money.ts';
import { formatNumber } from '../base/typed-number.ts';

/**
 * Formats interpolated numbers in the notation of the language, `5.000` or `5,000` (I18N-05); strings, such as an
 * order number, stay unchanged. The formatter of an i18next with `alwaysFormat`.
 */
export const numberInText = {
  type: 'formatter' as const,
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: <Value>(value: Value, _format?: string, tag?: string): Value | string => {
    const language = languages.find((one) => languageTag(one) === tag);
    const isNumber = typeof value === 'number' && Number.isFinite(value);
    return isNumber && language !== undefined ? formatNumber(amountOf(value), language) : value;
  },
};
