import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, type ResourceLanguage, type TFunction } from 'i18next';
import { type Language, languages, languageTag } from '../../base/language.ts';
import type { Refusal, RefusalCode, RefusalValue } from '../../base/refusal.ts';
import { fallbackLanguages } from '../constants.ts';
import { numberInText } from '../number-in-text.ts';
import { readableValue } from '../refusal-values.ts';

export type TextValues = Readonly<Record<string, RefusalValue>>;

const directory = join(import.meta.dirname, '../../../locales');

const i18n = createInstance();
await i18n.use(numberInText).init({
  resources: Object.fromEntries(languages.map((language) => [languageTag(language), resources(language)])),
  fallbackLng: fallbackLanguages.map(languageTag),
  interpolation: { escapeValue: false, alwaysFormat: true },
  // Shown for values that were not passed.
  missingInterpolationHandler: () => '…',
  initAsync: false,
});
const translators = new Map<Language, TFunction>(
  languages.map((language) => [language, i18n.getFixedT(languageTag(language))]),
);

/** The text of a key in a language, from `locales/`. Values are inserted unchanged: HTML is escaped later. */
export function text(language: Language, key: string, values: TextValues = {}): string {
  return String(translators.get(language)?.(key, values) ?? key);
}

/** The text of a refusal (ERR-06), with days and numbers in the format of the language. */
export function refusalText(language: Language, refusal: Pick<Refusal, 'code' | 'field' | 'values'>): string {
  const { code, field, values = {} } = refusal;
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    readableValue(code, name, value, language),
  ]);
  return text(language, `error.${code satisfies RefusalCode}`, {
    ...(field === undefined ? {} : { field }),
    ...Object.fromEntries(shown),
  });
}

/** The first supported language of an `Accept-Language` header, else null. */
export function acceptedLanguage(header: string | undefined): Language | null {
  const wishes = (header ?? '')
    .slice(0, longestHeader)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const found = wishes
    .map((wish) =>
      languages.find((language) => languageTag(language) === wish.language || language === wish.language),
    )
    .find((language) => language !== undefined);
  return found ?? null;
}

const longestHeader = 500;

function resources(language: Language): ResourceLanguage {
  return { translation: JSON.parse(readFileSync(join(directory, `${language}.json`), 'utf8')) };
}
