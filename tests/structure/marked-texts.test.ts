import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import { languages } from '../../src/base/language.ts';
import { markedText } from '../../src/platform/web/marked-text.ts';
import { placeholders, readTexts } from './locale-files.ts';

const root = join(import.meta.dirname, '../..');

/** Names as people type them; each has something that a text of the product gives a meaning. */
const names = ['Bohrer < 10 mm > 5 mm', 'A <b>B</b> & C', '</part><part>', '{{name}} $t(shell.cancel)'];

const marked = languages.flatMap((language) =>
  [...readTexts(language)]
    .filter(([, text]) => /<\/?\w+/.test(text))
    .map(([key, text]) => ({ language, key, text })),
);
const texts = createInstance();
await texts.init({ lng: 'de', resources: {}, interpolation: { escapeValue: false } });

describe('PROC-41 texts with a part that is an element of its own', () => {
  test('exist in every language', () =>
    expect(Object.keys(Object.groupBy(marked, ({ language }) => language))).toEqual([...languages]));

  test.each(marked)('$language $key has one part and no other mark', ({ text }) =>
    expect(text.match(/<[^>]*>/g)).toEqual(['<part>', '</part>']),
  );

  test.each(marked)('$language $key shows every name whole', ({ key, text }) => {
    texts.addResource('de', 'translation', key, text);
    for (const name of names) {
      const values = Object.fromEntries(placeholders(text).map((each) => [each, name]));
      const inserted = text.replace(/\{\{\w+\}\}/g, () => name);
      const start = text.indexOf('<part>');
      const { before, part, after } = markedText((safe) => texts.t(key, safe), values);
      expect(`${before}<part>${part}</part>${after}`).toBe(inserted);
      expect(before).toBe(text.slice(0, start));
    }
  });

  test('never pass through `Trans`, which reads names as markup', () => {
    const sources = globSync('src/**/*.{ts,tsx}', { cwd: root });
    const using = sources.filter((file) => /\bimport\b[^;]*\bTrans\b[^;]*'react-i18next'/.test(read(file)));
    expect(using).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
