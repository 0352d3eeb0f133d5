import { describe, expect, test } from 'vitest';
import type { Translation, Value } from '../kind.ts';
import { nameIn, translatedName, translations } from './translated.ts';

const { kind } = translations();

function problemOf(value: unknown): string | undefined {
  return kind.problem(kind.normal(value as readonly Translation[]) ?? [])?.code;
}

describe('VAL-38 translations', () => {
  const german = { lang: 'de', name: 'Prüffeld' };

  test.each<readonly [string, unknown, string | undefined]>([
    ['one text per language', [german, { lang: 'en', name: 'Test field' }], undefined],
    ['a language must be supported', [{ lang: 'xx', name: 'Champ' }], 'invalid_type'],
    ['a language must be chosen', [{ name: 'Prüffeld' }], 'invalid_type'],
    ['no language twice', [german, { lang: 'de', name: 'Feld' }], 'duplicate_key_violation'],
    ['every language requires a text', [german, { lang: 'en', name: '  ' }], 'field_required'],
    ['a text that is too long', [{ lang: 'de', name: 'x'.repeat(256) }], 'value_too_long'],
    ['not a list', { de: 'Prüffeld' }, 'invalid_type'],
  ])('%s', (_title, value, problem) => expect(problemOf(value)).toBe(problem));

  test('texts are stored without surrounding blanks', () => {
    const spaced: Value = [{ lang: 'de', name: ' Prüffeld ' }];
    expect(kind.normal(spaced)).toEqual([german]);
  });
});

test("I18N-07 the name is in the reader's language, else in the main language, else the first", () => {
  const names: readonly Translation[] = [
    { lang: 'it', name: 'Campo' },
    { lang: 'en', name: 'Field' },
  ];
  expect(nameIn(names, 'en', 'it')).toBe('Field');
  expect(nameIn(names, 'sk', 'en')).toBe('Field');
  expect(nameIn(names, 'sk', 'de')).toBe('Campo');
  expect(nameIn([], 'sk', 'de')).toBe('');
});

test("I18N-07 a row has its name in the reader's language, else its `name`", () => {
  const row = { name: 'Prüffeld', translations: [{ lang: 'en', name: 'Field' } as const] };
  expect(translatedName(row, 'en')).toBe('Field');
  expect(translatedName(row, 'sk')).toBe('Prüffeld');
  expect(translatedName({ name: 'Prüffeld' }, 'en')).toBe('Prüffeld');
  expect(translatedName({}, 'en')).toBeNull();
});
