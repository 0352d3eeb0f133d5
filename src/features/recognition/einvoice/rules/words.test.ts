import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { misspelledGerman } from '../../../../../tests/structure/german.ts';
import { flatten, placeholders } from '../../../../../tests/structure/locale-files.ts';
import { type Language, languages } from '../../../../base/language.ts';
import { allRules, type Finding } from './judge.ts';
import { type RuleWords, sentenceOf } from './words.ts';

const directory = join(import.meta.dirname, '../../../../../locales/rules');

function wordsOf(language: Language): RuleWords {
  return JSON.parse(readFileSync(join(directory, `${language}.json`), 'utf8'));
}

const german = wordsOf('de');

describe('REC-11 the texts of the rules', () => {
  test('exist in exactly the supported languages', () => {
    expect(readdirSync(directory).toSorted()).toEqual(languages.map((each) => `${each}.json`).toSorted());
  });

  test.each(languages)(
    'REC-11 I18N-01 have the same keys and placeholders in all languages: %s',
    (language) => {
      const own = flatten(wordsOf(language));
      const reference = flatten(german);
      expect([...own.keys()]).toEqual([...reference.keys()]);
      const differing = [...own].filter(
        ([key, text]) => placeholders(text).join() !== placeholders(reference.get(key) ?? '').join(),
      );
      expect(differing).toEqual([]);
      expect([...own].filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([]);
    },
  );

  test('REC-11 I18N-01 are translated: no sentence is the same in two languages', () => {
    const sentences = languages.flatMap((language) => Object.values(wordsOf(language).texts));
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  test('REC-11 GER are spelled with umlauts', () => {
    const misspelled = [...flatten(german).values()].map(misspelledGerman);
    // The code of a tax category.
    expect(misspelled.filter((word) => word !== null && word !== 'AE')).toEqual([]);
  });

  test('REC-11 each rule has a sentence, each term has a name, and no sentence is unused', () => {
    const used = new Set(allRules.map(({ text }) => text));
    expect(Object.keys(german.texts).toSorted()).toEqual([...used].toSorted());
    const terms = new Set(allRules.flatMap((rule) => rule.terms));
    expect([...terms].filter((term) => german.terms[term] === undefined)).toEqual([]);
  });
});

describe('REC-11 a finding in words', () => {
  const finding: Finding = {
    rule: 'BR-22',
    level: 'error',
    terms: ['BT-129'],
    place: [{ group: 'BG-25', number: 3, label: '30' }],
    text: 'missing',
    values: {},
  };

  test.each([
    ['de', 'Position 30: Menge (BT-129) fehlt.'],
    ['en', 'Line 30: Quantity (BT-129) is missing.'],
  ] as const)('REC-11 names place and term: %s', (language, sentence) => {
    expect(sentenceOf(finding, wordsOf(language))).toBe(sentence);
  });

  test('REC-11 amounts are written in the format of the reader', () => {
    const sum: Finding = {
      ...finding,
      terms: ['BT-106'],
      place: [],
      text: 'sumOfLines',
      values: { stated: '1200.50', computed: '1200.05' },
    };
    expect(sentenceOf(sum, german, (amount) => amount.replace('.', ','))).toBe(
      'Summe der Positionen (BT-106) ist 1200,50; die Beträge der Positionen ergeben 1200,05.',
    );
  });

  test('REC-11 values of the document are cut when long and are no placeholders', () => {
    const value = `{{term}}${'x'.repeat(200)}`;
    const code: Finding = { ...finding, text: 'code', values: { value, list: 'UNTDID 1001' }, place: [] };
    expect(sentenceOf(code, german)).toBe(
      `Menge (BT-129): „{{term}}${'x'.repeat(92)}…“ steht nicht in der Liste UNTDID 1001.`,
    );
  });

  test('REC-11 alternative terms are joined by "or"', () => {
    const any: Finding = { ...finding, place: [], terms: ['BT-9', 'BT-20'], text: 'missingAny' };
    expect(sentenceOf(any, german)).toBe(
      'Es fehlt: Fälligkeitsdatum (BT-9) oder Zahlungsbedingungen (BT-20).',
    );
  });

  test('REC-11 a place within a place, and a category by its name', () => {
    const place = [
      { group: 'BG-25', number: 1, label: '1' },
      { group: 'BG-27', number: 2, label: '2' },
    ] as const;
    expect(sentenceOf({ ...finding, place, terms: ['BT-136'] }, german)).toBe(
      'Position 1, Abzug 2: Betrag des Abzugs der Position (BT-136) fehlt.',
    );
    const rate: Finding = {
      ...finding,
      terms: ['BT-152'],
      text: 'rateZero',
      values: { category: 'E', value: '7' },
    };
    expect(sentenceOf(rate, german)).toBe(
      'Position 30: Bei „Steuerbefreit (E)“ muss der Steuersatz 0 sein: Steuersatz der Position (BT-152).',
    );
  });
});
