import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayOfInstant } from '../../../base/day.ts';
import { formatDay } from '../../../base/typed-day.ts';
import { formatNumber } from '../../../base/typed-number.ts';
import { text } from '../../../platform/server/texts.ts';
import { type DocumentationLanguage, documentationLanguages } from '../model.ts';
import type { Words, WordValues } from '../words.ts';

const directory = join(import.meta.dirname, '../../../../locales/documentation');

type Texts = Readonly<Record<string, unknown>>;

const texts = Object.fromEntries(
  documentationLanguages.map((lang) => [
    lang,
    JSON.parse(readFileSync(join(directory, `${lang}.json`), 'utf8')) as Texts,
  ]),
) as Readonly<Record<DocumentationLanguage, Texts>>;

/** Texts and formats of a documentation's language, in the tenant's time zone. */
export function documentWords(lang: DocumentationLanguage, timeZone: string): Words {
  return {
    of: (key, values = {}) => filledIn(found(lang, key), values, lang),
    label: (key) => text(lang, key),
    amount: (value) => formatNumber(value, lang),
    money: (value) => formatNumber(value, lang, 2),
    day: (day) => formatDay(day, lang),
    instant: (at) => {
      const instant = new Date(at);
      const time = new Intl.DateTimeFormat('de', { timeZone, hour: '2-digit', minute: '2-digit' });
      return `${formatDay(dayOfInstant(instant, timeZone), lang)}, ${time.format(instant)}`;
    },
  };
}

function found(lang: DocumentationLanguage, key: string): string {
  const value = key
    .split('.')
    .reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
      texts[lang],
    );
  if (typeof value !== 'string') throw new RangeError(`the documentation has no text ${key} in ${lang}`);
  return value;
}

function filledIn(pattern: string, values: WordValues, lang: DocumentationLanguage): string {
  return pattern.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`no value for ${name}`);
    return typeof value === 'number' ? formatNumber(String(value), lang) : value;
  });
}
