import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages, languageTag } from '../../src/base/language.ts';
import { defaultLanguage, fallbackLanguages } from '../../src/platform/constants.ts';
import type { SourceFile } from './rules.ts';

const root = join(import.meta.dirname, '../..');
const theList = 'src/base/language.ts';

const names = [...new Set(languages.flatMap((language) => [language, languageTag(language)]))];
const key = `(${names.join('|')})`;
/** A language as a text, as the name of a property, or in the name of a file. */
const mentions = new RegExp(
  `(?<=['"\`])${key}(?=['"\`])|(?<=[{,]\\s*)${key}(?=:)|(?<=/)${key}(?=\\.js)`,
  'g',
);
const comparison = new RegExp(`[=!]== ['"]${key}['"]`);

/** Files that list languages, or treat one of them specially: each would have to be changed for another language. */
function languageViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (path === theList) return [];
    const named = new Set(text.match(mentions) ?? []);
    return [
      ...(named.size > 2 ? [`${path} names ${[...named].join(', ')}`] : []),
      ...(comparison.test(text) ? [`${path} asks for one language`] : []),
    ];
  });
}

const product = globSync(
  ['{src,scripts,bench}/**/*.{ts,tsx,mjs,css}', 'vite.config.ts', 'index.html', 'db/schema.sql'],
  { cwd: root },
)
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('I18N-01 another language needs only an entry in the list and a file of texts', () => {
  test('no other place lists languages', () => {
    expect(product.length).toBeGreaterThan(500);
    expect(languageViolations(product)).toEqual([]);
  });

  test('every language has its texts, and every text file has its language', () => {
    const files = readdirSync(join(root, 'locales')).filter((name) => name.endsWith('.json'));
    expect(files.toSorted()).toEqual(languages.map((language) => `${language}.json`).toSorted());
  });

  test('the keys have the format required by the database, and tags known to Intl', () => {
    expect(languages.filter((language) => !/^[a-z]{2}$/.test(language))).toEqual([]);
    const tags = languages.map(languageTag);
    expect(Intl.NumberFormat.supportedLocalesOf(tags)).toEqual(tags);
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('I18N-03 the default and the fallbacks are among them', () => {
    expect(languages).toEqual(expect.arrayContaining([defaultLanguage, ...fallbackLanguages]));
  });

  test.each([
    ['a list', 'src/a.ts', "const beta = ['it', 'cz', 'sk'];"],
    ['a table', 'src/a.ts', 'const names = { de: 1,\n  en: 2,\n  cz: 3 };'],
    [
      'files of a library',
      'src/a.ts',
      "import 'x/locale/cs.js';\nimport 'x/locale/de.js';\nimport 'x/locale/sk.js';",
    ],
    ['a check', 'db/schema.sql', "check (lang in ('de', 'en', 'it'))"],
    ['an exception', 'src/a.ts', "const mark = language === 'en' ? '/' : '.';"],
  ])('detects %s', (_, path, text) => {
    expect(languageViolations([{ path, text }])).toHaveLength(1);
  });
});
