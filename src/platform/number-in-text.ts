import { languages, languageTag } from '../base/language.ts';
import { amountOf } from '../base/money.ts';
import { formatNumber } from '../base/typed-number.ts';

/**
 * Numbers that are put into a text stand there as its language writes them, `5.000` or `5,000` (I18N-05); what is a
 * text already, such as the number of an order, stays as it is. The formatter of an i18next with `alwaysFormat`.
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
