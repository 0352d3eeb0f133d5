import { type Language, languageFacts, languages, languageTag } from '../../base/language.ts';

/** A stored postal address. */
export interface PostalAddress {
  readonly name: string;
  readonly complement: string | null;
  readonly address: string | null;
  readonly zipcode: string | null;
  readonly city: string | null;
  /** ISO 3166, two letters. */
  readonly country: string;
}

/** Countries that write the town before its code. */
const townFirst: readonly string[] = ['GB', 'IE', 'US', 'CA', 'AU', 'NZ'];

/** The language of letters to a country; null if the product does not support it. */
export function countryLanguage(country: string): Language | null {
  return languages.find((language) => languageFacts[language].countries.includes(country)) ?? null;
}

/**
 * The lines of an address according to DIN 5008: a foreign country in capitals at the end, in the language of the
 * sender's country.
 */
export function addressLines(address: PostalAddress, fromCountry: string): string[] {
  const { name, complement, zipcode, city, country } = address;
  const town = townFirst.includes(country) ? [city, zipcode] : [zipcode, city];
  return [
    ...linesOf(name),
    ...linesOf(complement),
    ...linesOf(address.address),
    ...linesOf(town.filter(Boolean).join(' ')),
    ...(country === fromCountry ? [] : [countryName(country, fromCountry)]),
  ];
}

/** The non-blank lines of a typed text. */
export function linesOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

function countryName(country: string, fromCountry: string): string {
  const tag = languageTag(countryLanguage(fromCountry) ?? 'en');
  if (!/^[A-Z]{2}$/.test(country)) return country.toUpperCase();
  return (new Intl.DisplayNames(tag, { type: 'region' }).of(country) ?? country).toLocaleUpperCase(tag);
}
