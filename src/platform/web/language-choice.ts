import { type Language, languages } from '../../base/language.ts';
import { defaultLanguage } from '../constants.ts';

/** The name of each language in itself, as the selector shows it. */
export const languageNames: Readonly<Record<Language, string>> = {
  de: 'Deutsch',
  en: 'English',
  it: 'Italiano',
  cz: 'Čeština',
  sk: 'Slovenčina',
};

/** Languages that carry the mark "beta" in the selector (I18N-01). */
export const betaLanguages: readonly Language[] = ['it', 'cz', 'sk'];

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The first that is a language of: the stored choice, the person's, the tenant's; else German (I18N-03). */
export function chooseLanguage(
  stored: unknown,
  ofPerson: unknown = null,
  ofTenant: unknown = null,
): Language {
  return [stored, ofPerson, ofTenant].find(isLanguage) ?? defaultLanguage;
}
