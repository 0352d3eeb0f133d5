import { typedEmail } from '../../base/typed-text.ts';
import type { Field, FieldOptions } from '../field.ts';
import { text } from './text.ts';

const longestEmail = 254;
const longestUrl = 2000;

/** What the HTML living standard takes for an address, with a domain that has a dot in it (VAL-05). */
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

/** An address of the web (VAL-05). */
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

/** A phone number as people write it. */
export function phone(options: FieldOptions<string> = {}): Field<string> {
  return text({ ...options, max: 30, pattern: /^\+?[\d\s()/.-]{2,}$/, rule: 'phone' });
}

/** The code of a country before a phone number, such as `+49`. */
export function phoneCountryCode(options: FieldOptions<string> = {}): Field<string> {
  return text({ ...options, max: 5, pattern: /^\+[1-9]\d{0,3}$/, rule: 'phone_country_code' });
}
