import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languageTag } from '../../src/base/language.ts';

const directory = join(import.meta.dirname, '../../locales');

/** All texts of one language: full key such as `shell.cancel` to text. */
export type Texts = ReadonlyMap<string, string>;

export function readTexts(language: Language): Texts {
  return flatten(JSON.parse(readFileSync(join(directory, `${language}.json`), 'utf8')));
}

export function flatten(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]): [string, string][] =>
      typeof value === 'object' && value !== null
        ? [...flatten(value, `${prefix}${name}.`)]
        : [[prefix + name, String(value)]],
    ),
  );
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** The key used in code: `hits` for `hits_one` and `hits_other`. */
export function usedKey(key: string): string {
  return key.replace(pluralSuffix, '');
}

export function isPlural(key: string): boolean {
  return pluralSuffix.test(key);
}

/** The plural forms of a language; every language may have an additional one for zero. */
export function pluralForms(language: Language): string[] {
  return new Intl.PluralRules(languageTag(language)).resolvedOptions().pluralCategories;
}

/** Forms that the text without a suffix may cover: large numbers and fractions. */
export const generalForms: readonly string[] = ['many', 'other'];

/** The names in `{{name}}`, sorted and unique. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(?:- )?([\w.]+)/g)].map((match) => match[1] ?? ''))].sort();
}
