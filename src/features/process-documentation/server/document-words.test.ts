import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chapterKeys, documentationLanguages, parts } from '../model.ts';
import { documentWords } from './document-words.ts';

const texts = documentationLanguages.map((lang) => leavesOf(JSON.parse(source(lang))));

function source(lang: string): string {
  return readFileSync(join(import.meta.dirname, `../../../../locales/documentation/${lang}.json`), 'utf8');
}

/** All texts of a locale file by key. */
function leavesOf(value: unknown, key = ''): ReadonlyMap<string, string> {
  if (typeof value === 'string') return new Map([[key, value]]);
  return new Map(
    Object.entries(value as object).flatMap(([name, inner]) => [
      ...leavesOf(inner, key === '' ? name : `${key}.${name}`),
    ]),
  );
}

test('ARC-06 both languages have the same texts with the same values', () => {
  const [german = new Map<string, string>(), english = new Map<string, string>()] = texts;
  expect([...english.keys()]).toEqual([...german.keys()]);
  const valuesOf = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
  for (const [key, text] of german) expect([key, valuesOf(english.get(key))]).toEqual([key, valuesOf(text)]);
});

test('ARC-06 every part and chapter has a title and a default text', () => {
  for (const lang of documentationLanguages) {
    const words = documentWords(lang, 'Europe/Berlin');
    for (const part of Object.keys(parts)) expect(words.of(`part.${part}`)).not.toBe('');
    for (const key of chapterKeys) {
      expect(words.of(`chapter.${key}.title`)).not.toBe('');
      expect(words.of(`chapter.${key}.text`, { company: 'A', program: '1' }).length).toBeGreaterThan(40);
    }
  }
});

test('ARC-06 formats days, times and amounts for the language', () => {
  const [german, english] = documentationLanguages.map((lang) => documentWords(lang, 'Europe/Berlin'));
  expect(german?.instant('2026-12-31T23:30:00Z')).toBe('01.01.2027, 00:30');
  expect(english?.instant('2026-12-31T23:30:00Z')).toBe('01/01/2027, 00:30');
  expect([german?.money('12500'), english?.money('12500.5')]).toEqual(['12.500,00', '12,500.50']);
});

test('ARC-06 throws on a missing text', () => {
  const words = documentWords('de', 'Europe/Berlin');
  expect(() => words.of('chapter.nothing')).toThrow(RangeError);
  expect(() => words.of('foot')).toThrow(RangeError);
});
