/** Interface languages; the stored key `cz` stands for the language tag `cs` (I18N-01). */
export const languages = ['de', 'en', 'it', 'cz', 'sk'] as const;
export type Language = (typeof languages)[number];

/** The tag that Intl, the html attribute `lang` and plural rules know (I18N-01). */
export function languageTag(language: Language): string {
  return language === 'cz' ? 'cs' : language;
}
