interface LanguageFacts {
  /** What Intl, the html attribute `lang` and plural rules call it. */
  readonly tag: string;
  /** In itself, as the selector shows it. */
  readonly name: string;
  /** Carries the mark "beta" in the selector (I18N-01). */
  readonly isBeta?: boolean;
  /** As whose region it writes numbers, times and ages, where the tag alone would mean another one. */
  readonly region?: string;
  /** What stands between day, month and year where that is no dot (I18N-05). */
  readonly dayMark?: string;
  /** Countries to which letters go in this language. */
  readonly countries: readonly string[];
  /** The words for a checkbox that is set and for one that is not: that of people, and what programs write (SHEET-12). */
  readonly yes: readonly [string, ...string[]];
  readonly no: readonly [string, ...string[]];
}

/**
 * The languages of the product by their stored keys, in the order of the selector; `cz` stands for the language tag
 * `cs` (I18N-01). Another language needs its entry here and its texts in `locales/`, and nothing else.
 */
const facts = {
  de: {
    tag: 'de',
    name: 'Deutsch',
    countries: ['DE', 'AT', 'CH', 'LI', 'LU'],
    yes: ['ja', 'wahr'],
    no: ['nein', 'falsch'],
  },
  en: {
    tag: 'en',
    name: 'English',
    region: 'GB',
    dayMark: '/',
    countries: ['GB', 'IE', 'US', 'CA', 'AU', 'NZ', 'MT'],
    yes: ['yes'],
    no: ['no'],
  },
  it: {
    tag: 'it',
    name: 'Italiano',
    isBeta: true,
    countries: ['IT', 'SM', 'VA'],
    yes: ['sì', 'si', 'vero'],
    no: ['no', 'falso'],
  },
  cz: {
    tag: 'cs',
    name: 'Čeština',
    isBeta: true,
    countries: ['CZ'],
    yes: ['ano', 'pravda'],
    no: ['ne', 'nepravda'],
  },
  sk: {
    tag: 'sk',
    name: 'Slovenčina',
    isBeta: true,
    countries: ['SK'],
    yes: ['áno', 'pravda'],
    no: ['nie', 'nepravda'],
  },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof facts;

export const languageFacts: Readonly<Record<Language, LanguageFacts>> = facts;
export const languages = Object.keys(facts) as readonly Language[];

/** Whether a value from outside, such as a stored one, is the key of a language of the product. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The tag that Intl, the html attribute `lang` and plural rules know (I18N-01). */
export function languageTag(language: Language): string {
  return languageFacts[language].tag;
}

/** The tag by which Intl writes numbers, times and ages as the product means them (I18N-05). */
export function formatTag(language: Language): string {
  const { tag, region } = languageFacts[language];
  return region === undefined ? tag : `${tag}-${region}`;
}

/** What the reader calls a language: `Tschechisch`, `Czech`. */
export function languageNameFor(reader: Language, language: Language): string {
  const names = new Intl.DisplayNames([languageTag(reader)], { type: 'language' });
  return names.of(languageTag(language)) ?? languageFacts[language].name;
}
