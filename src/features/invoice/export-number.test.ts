import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exportNumber,
  followingNumber,
  isShortened,
  numberProblems,
  numbersInStead,
} from './export-number.ts';

describe('VAL-14 the export number', () => {
  it.each([
    ['RE 2025.00123_B', 'RE-2025-00123-B'],
    ['Müller/47', 'Mueller/47'],
    ['018304 / 28865', '018304/28865'],
    ['ÄÖÜß', 'AeOeUess'],
    ['Façade Nº7', 'Facade-No7'],
    ['ｒ－１', 'r-1'],
    ['(4711)', '4711'],
    ['СФ-47', '47'],
    ['Счёт', null],
    ['A - B', 'A-B'],
  ])('%s is exported as %s', (printed, number) => expect(exportNumber(printed, 'datev')).toBe(number));

  it('every derived number is valid, and deriving it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (printed) => {
        for (const target of ['datev', 'datev-csv', 'ms365'] as const) {
          const number = exportNumber(printed, target);
          expect(numberProblems({ number, number_printed: printed }, target)).toEqual([]);
          expect(exportNumber(number, target)).toBe(number);
          if (number !== null && target !== 'ms365') expect(number).toMatch(/^[A-Za-z0-9$%&*+\-/]{1,36}$/);
          expect(number?.length ?? 0).toBeLessThanOrEqual(target === 'ms365' ? 20 : 36);
        }
      }),
    );
  });

  it('Dynamics takes the last 20 characters of the printed number', () => {
    expect(exportNumber('RE 2025.1_ö', 'ms365')).toBe('RE 2025.1_ö');
    expect(exportNumber('ABCDE-12345678901234567890', 'ms365')).toBe('12345678901234567890');
  });

  it('a shortened number needs confirmation, a typed one does not', () => {
    const printed = 'X'.repeat(40);
    expect(isShortened({ number: 'X'.repeat(36), number_printed: printed }, 'datev')).toBe(true);
    expect(isShortened({ number: 'X-40', number_printed: printed }, 'datev')).toBe(false);
    expect(isShortened({ number: 'X', number_printed: 'X' }, 'datev')).toBe(false);
  });

  it('follows the printed number until a person types another', () => {
    const before = { number: 'RE-1', number_printed: 'RE 1' };
    expect(followingNumber(before, { ...before, number_printed: 'RE 2' }, 'datev')).toBe('RE-2');
    const typed = { number: 'EIGENE', number_printed: 'RE 1' };
    expect(followingNumber(before, typed, 'datev')).toBe('EIGENE');
    expect(followingNumber(typed, { ...typed, number_printed: 'RE 2' }, 'datev')).toBe('EIGENE');
    expect(followingNumber(typed, { ...typed, number: null }, 'datev')).toBe('RE-1');
  });

  it('a typed number must follow the rule of the target', () => {
    const codes = (number: string, target: 'datev' | 'ms365') =>
      numberProblems({ number, number_printed: null }, target).map(({ code }) => code);
    expect(codes('RÉ 1', 'datev')).toEqual(['export_number']);
    expect(codes('RÉ 1', 'ms365')).toEqual([]);
    expect(codes('1'.repeat(21), 'ms365')).toEqual(['value_too_long']);
    expect(codes('1'.repeat(21), 'datev')).toEqual([]);
  });
});

describe('EXP-30 equal derived numbers', () => {
  it('all alternatives differ, fit the target, and count as derived', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (printed) => {
        for (const target of ['datev', 'datev-csv', 'ms365'] as const) {
          const number = exportNumber(printed, target);
          if (number === null) continue;
          const all = numbersInStead(number, target);
          expect(new Set(all).size).toBe(all.length);
          for (const one of all.slice(0, 12)) {
            const invoice = { number: one, number_printed: printed };
            expect(numberProblems(invoice, target)).toEqual([]);
            // The suffix stays while the printed number is unchanged.
            expect(followingNumber(invoice, invoice, target)).toBe(one);
            expect(followingNumber(invoice, { ...invoice, number_printed: 'Neu 7' }, target)).toBe(
              exportNumber('Neu 7', target),
            );
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
