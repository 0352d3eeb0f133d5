interface LanguageFacts {
  /** The tag for Intl, the html attribute `lang` and plural rules. */
  readonly tag: string;
  /** In the language itself, for the selector. */
  readonly name: string;
  /** Marked "beta" in the selector (I18N-01). */
  readonly isBeta?: boolean;
  /** Region for numbers, times and ages, if the tag alone implies another one. */
  readonly region?: string;
  /** Separator between day, month and year if not a dot (I18N-05). */
  readonly dayMark?: string;
  /** Countries whose letters are in this language. */
  readonly countries: readonly string[];
  /** Words for a checked and an unchecked box, by people and by spreadsheet programs (SHEET-12). */
  readonly yes: readonly [string, ...string[]];
  readonly no: readonly [string, ...string[]];
}

/**
 * The languages of the product by their stored keys, in the order of the selector; `cz` means the language tag `cs`
 * (I18N-01). Another language only needs its entry here and its texts in `locales/`.
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

/** Whether an external value, such as a stored one, is the key of a language of the product. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The tag for Intl, the html attribute `lang` and plural rules (I18N-01). */
export function languageTag(language: Language): string {
  return languageFacts[language].tag;
}

/** The tag with which Intl formats numbers, times and ages (I18N-05). */
export function formatTag(language: Language): string {
  const { tag, region } = languageFacts[language];
  return region === undefined ? tag : `${tag}-${region}`;
}

/** The name of a language for a reader: `Tschechisch`, `Czech`. */
export function languageNameFor(reader: Language, language: Language): string {
  const names = new Intl.DisplayNames([languageTag(reader)], { type: 'language' });
  return names.of(languageTag(language)) ?? languageFacts[language].name;
}
