import { type Language, languageTag } from '../base/language.ts';
import type { Field } from './field.ts';
import { choiceLabelKey } from './labels.ts';

const displayTypes = { country: 'region', currency: 'currency', language: 'language' } as const;

/** The text of a choice value; countries, currencies and languages are named by their standard. */
export function choiceText(
  { table, name, field }: { readonly table: string; readonly name: string; readonly field: Field },
  value: string,
  t: (key: string) => string,
  language: Language,
): string {
  const { wording } = field;
  if (wording === undefined || wording === 'role') {
    return t(choiceLabelKey({ table, fields: { [name]: field } }, name, value));
  }
  return codeText(wording, value, language);
}

/** The name of a standard code such as `DE` or `EUR`; any other text is returned unchanged. */
export function codeText(wording: keyof typeof displayTypes, value: string, language: Language): string {
  const names = new Intl.DisplayNames([languageTag(language)], {
    type: displayTypes[wording],
    fallback: 'code',
  });
  const isCode = wording === 'language' || /^[A-Z]{2,3}$/.test(value);
  const named = isCode
    ? (names.of(wording === 'language' ? languageTag(value as Language) : value) ?? value)
    : value;
  return wording === 'currency' ? `${value} ${named}` : named.charAt(0).toLocaleUpperCase() + named.slice(1);
}
