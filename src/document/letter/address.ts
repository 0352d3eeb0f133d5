import { type Language, languageFacts, languages, languageTag } from '../../base/language.ts';

/** An address as it is stored, whoever it belongs to. */
export interface PostalAddress {
  readonly name: string;
  readonly complement: string | null;
  readonly address: string | null;
  readonly zipcode: string | null;
  readonly city: string | null;
  /** ISO 3166, two letters. */
  readonly country: string;
}

/** Where the town stands before its code. */
const townFirst: readonly string[] = ['GB', 'IE', 'US', 'CA', 'AU', 'NZ'];

/** The language of letters to a country, null where the product does not speak it. */
export function countryLanguage(country: string): Language | null {
  return languages.find((language) => languageFacts[language].countries.includes(country)) ?? null;
}

/**
 * An address line by line as DIN 5008 wants it: a foreign country in capitals at the end, in the language
 * of the country that the letter leaves from.
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

/** The lines of a text that somebody typed, without blank ones. */
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
