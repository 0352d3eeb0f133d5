import { isBic } from '../../base/bic.ts';
import { gtinOf } from '../../base/gtin.ts';
import { isIban, normalIban, shownIban } from '../../base/iban.ts';
import { isVatNumber, normalVatNumber } from '../../base/vat-number.ts';
import { bicLengths, codeLength, ibanLength, vatNumberLength } from '../../platform/constants.ts';
import type { Field, FieldOptions } from '../field.ts';
import { text } from './text.ts';

/** Letters, digits, dot, space and underscore, at most 15 characters (VAL-01). */
export function code(options: FieldOptions<string> = {}): Field<string> {
  return text({ ...options, max: codeLength, pattern: /^[\p{L}\p{N}. _]*$/u, rule: 'code' });
}

/** A number of digits without a leading 0, such as a profit center's (VAL-31). */
export function digits(options: FieldOptions<string> & { readonly maxDigits: number }): Field<string> {
  return text({ ...options, max: options.maxDigits, pattern: /^[1-9]\d*$/, rule: 'digits' });
}

/** Stored without blanks and punctuation in upper case; country length and check digits must match (VAL-03). */
export function iban(options: FieldOptions<string> = {}): Field<string> {
  return text({
    ...options,
    max: ibanLength.max,
    normal: normalIban,
    shown: shownIban,
    problem: (value) => (isIban(value) ? undefined : { code: 'validation_failed', values: { rule: 'iban' } }),
  });
}

/** Stored without blanks in upper case: 8 or 11 characters, an existing country, and no test BIC (VAL-02). */
export function bic(options: FieldOptions<string> = {}): Field<string> {
  return text({
    ...options,
    max: Math.max(...bicLengths),
    normal: (value) => value.replace(/\s/g, '').toUpperCase(),
    problem: (value) => (isBic(value) ? undefined : { code: 'validation_failed', values: { rule: 'bic' } }),
  });
}

/** Stored without blanks and punctuation in upper case. A number invalid in its country is a warning only (VAL-29). */
export function vatNumber(options: FieldOptions<string> = {}): Field<string> {
  return text({
    ...options,
    max: vatNumberLength,
    normal: normalVatNumber,
    pattern: /^[A-Z0-9]*$/,
    rule: 'vat_number',
    warning: (value) =>
      isVatNumber(value) ? undefined : { code: 'validation_failed', values: { rule: 'vat_number_doubtful' } },
  });
}

/** Digits with a right check digit, in 8, 12, 13 or 14 places as printed; stored without blanks and hyphens. */
export function gtin(options: FieldOptions<string> = {}): Field<string> {
  return text({
    ...options,
    normal: (value) => value.replace(/[\s-]/g, ''),
    problem: (value) =>
      gtinOf(value) === null ? { code: 'validation_failed', values: { rule: 'gtin' } } : undefined,
  });
}
