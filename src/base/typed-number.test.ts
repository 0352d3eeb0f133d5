import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from './language.ts';
import { amountOf, dividedBy } from './money.ts';
import { formatNumber, typedNumber, unreadable } from './typed-number.ts';

describe('SHEET-07 numbers in German and Italian notation', () => {
  it.each([
    ['1.234,56', '1234.56'],
    ['1.234', '1234'],
    ['1234,5', '1234.5'],
    ['-12,00', '-12.00'],
    ['-0,00', '0.00'],
    ['1.234.567,891', '1234567.891'],
    ['0', '0'],
    ['007', '7'],
    [' 7 ', '7'],
    ['\u00a07\u00a0', '7'],
    ['', null],
    ['   ', null],
    ['12.5', unreadable],
    ['1,2,3', unreadable],
    ['1.23,4', unreadable],
    ['1.2345', unreadable],
    ['abc', unreadable],
    ['12 EUR', unreadable],
    [',5', unreadable],
    ['5,', unreadable],
    ['--1', unreadable],
    ['- 5', unreadable],
    ['+5', unreadable],
    ['1e3', unreadable],
    ['1 234', unreadable],
  ])('%j', (text, value) => {
    expect(typedNumber(text, 'de')).toBe(value);
    expect(typedNumber(text, 'it')).toBe(value);
  });
});

describe('SHEET-07 numbers of the other languages', () => {
  it.each([
    ['en', '1,234.56', '1234.56'],
    ['en', '1234.5', '1234.5'],
    ['en', '12,5', unreadable],
    ['cz', '1 234,56', '1234.56'],
    ['cz', '1\u00a0234,56', '1234.56'],
    ['sk', '1\u202f234\u202f567,8', '1234567.8'],
    ['sk', '1.5', unreadable],
    ['cz', '12 34', unreadable],
    ['en', '1.234,56', unreadable],
    ['de', '1,234.56', unreadable],
    ['cz', '1.234,56', unreadable],
  ] as const)('%s %j', (language, text, value) => {
    expect(typedNumber(text, language)).toBe(value);
  });
});

describe('SHEET-07 displayed numbers can be typed back in each language', () => {
  it.each([
    ['en', 'en-GB'],
    ['de', 'de'],
    ['it', 'it'],
    ['cz', 'cs'],
    ['sk', 'sk'],
  ] as const)('%s, as formatted by the browser', (language, tag) => {
    const format = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, useGrouping: 'always' });
    for (const value of [0, 7.5, -12.25, 1234.56, 1234567.89]) {
      expect(Number(typedNumber(format.format(value), language))).toBe(value);
    }
  });

  it('every amount in every language, as formatted by us', () => {
    const value = fc.integer().map((n) => amountOf(dividedBy(String(n), '1000')));
    fc.assert(
      fc.property(value, fc.constantFrom(...languages), (amount, language) => {
        expect(typedNumber(formatNumber(amount, language), language)).toBe(amount);
      }),
    );
  });
});

describe('I18N-05 numbers in the format of each language', () => {
  it.each([
    ['de', '1234.56', 2, '1.234,56'],
    ['it', '1234.5', 2, '1.234,50'],
    ['en', '-1234567.891', 2, '-1,234,567.89'],
    ['cz', '1234567', 0, '1\u00a0234\u00a0567'],
    ['sk', '999.995', 2, '1\u00a0000,00'],
    ['de', '0.333', undefined, '0,333'],
    ['de', '-123', undefined, '-123'],
  ] as const)('%s %s with %s decimals', (language, value, decimals, text) => {
    expect(formatNumber(value, language, decimals)).toBe(text);
  });
});
