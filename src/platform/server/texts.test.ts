import { describe, expect, test } from 'vitest';
import { languages } from '../../base/language.ts';
import { refusalCodes } from '../../base/refusal.ts';
import { acceptedLanguage, refusalText, text } from './texts.ts';

describe('texts', () => {
  test('ERR-06 I18N-08 every refusal has a text of its own in every language', () => {
    for (const language of languages) {
      const texts = refusalCodes.map((code) => text(language, `error.${code}`));
      expect(texts.filter((found) => found.startsWith('error.'))).toEqual([]);
      expect(new Set(texts).size).toBe(refusalCodes.length);
    }
  });

  test('ERR-06 placeholders are filled, and nothing in them is taken as markup or key', () => {
    const refusal = {
      code: 'specific_field_not_found',
      values: { field: '$t(error.unexpected)', type: '<b>{{x}}</b>' },
    } as const;
    expect(refusalText('en', refusal)).toBe(
      'The field "$t(error.unexpected)" was not found in "<b>{{x}}</b>".',
    );
  });

  test('ERR-06 a placeholder that nobody filled is not shown', () => {
    for (const language of languages)
      expect(refusalCodes.map((code) => refusalText(language, { code })).join(' ')).not.toContain('{{');
  });

  test.each([
    ['de', '5.000 Einträge'],
    ['en', '5,000 entries'],
    ['cz', '5\u00a0000'],
  ] as const)(
    'I18N-05 a number in a text stands there as the language writes it: %s',
    (language, written) => {
      expect(text(language, 'entity.count', { count: 5000 })).toContain(written);
      expect(text(language, 'mail.order.text', { number: '12345' })).toContain('12345');
    },
  );

  test.each([
    [undefined, null],
    ['', null],
    ['xx', null],
    ['de', 'de'],
    ['cs-CZ,cs;q=0.9', 'cz'],
    ['en;q=0.5, it;q=0.8', 'it'],
    ['de;q=0, sk', 'sk'],
    ['*', null],
    ['x'.repeat(100_000), null],
  ])('ERR-14 Accept-Language %#', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});
