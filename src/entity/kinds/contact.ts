import { typedEmail } from '../../base/typed-text.ts';
import type { Field, FieldOptions } from '../field.ts';
import { text } from './text.ts';

const longestEmail = 254;
const longestUrl = 2000;

/** E-mail syntax of the HTML living standard, with a dot in the domain (VAL-05). */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/** An e-mail address in lower case and without blanks (SHEET-10, VAL-05). */
export function email(options: FieldOptions<string> = {}): Field<string> {
  return text({
    ...options,
    max: longestEmail,
    normal: (value) => typedEmail(value) ?? '',
    pattern: emailPattern,
    rule: 'email',
  });
}

/** A web address (VAL-05). */
export function url(options: FieldOptions<string> = {}): Field<string> {
  return text({
    ...options,
    max: longestUrl,
    problem: (value) =>
      /^https?:\/\//.test(value) && URL.canParse(value)
        ? undefined
        : { code: 'validation_failed', values: { rule: 'url' } },
  });
}

/** A phone number in free notation. */
export function phone(options: FieldOptions<string> = {}): Field<string> {
  return text({ ...options, max: 30, pattern: /^\+?[\d\s()/.-]{2,}$/, rule: 'phone' });
}

/** A country calling code, such as `+49`. */
export function phoneCountryCode(options: FieldOptions<string> = {}): Field<string> {
  return text({ ...options, max: 5, pattern: /^\+[1-9]\d{0,3}$/, rule: 'phone_country_code' });
}
