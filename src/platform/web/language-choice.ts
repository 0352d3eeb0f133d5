import { isLanguage, type Language } from '../../base/language.ts';
import { defaultLanguage } from '../constants.ts';

/** The first valid language of: the stored choice, the person's, the tenant's; else German (I18N-03). */
export function chooseLanguage(
  stored: unknown,
  ofPerson: unknown = null,
  ofTenant: unknown = null,
): Language {
  return [stored, ofPerson, ofTenant].find(isLanguage) ?? defaultLanguage;
}
