import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import { amountsIn, type DecimalMark, decimalMarkOf, plainNumber } from './amounts.ts';
import { layoutOf } from './layout.ts';

function amounts(text: string, mark: DecimalMark) {
  const [row] = layoutOf([typedPage(`\n${text}`)]).rows;
  return (row?.cells ?? []).flatMap((cell) => amountsIn(cell, mark));
}

describe('REC-05 numbers as they are printed', () => {
  test.each([
    ['1.234,56', ',', '1234.56'],
    ['1,234.56', ',', '1234.56'],
    ['1 234,56', ',', '1234.56'],
    ["1'234.50", '.', '1234.50'],
    ['1.234', ',', '1234'],
    ['1.234', '.', '1.234'],
    ['0.025', ',', '0.025'],
    ['12.50', ',', '12.50'],
    ['1.234.567', ',', '1234567'],
    ['1.23.4', ',', null],
  ] as const)('%s with %s is %s', (text, mark, value) => expect(plainNumber(text, mark)).toBe(value));

  test('the decimal mark is inferred from the document', () => {
    expect(decimalMarkOf(['Summe 12,50', '01.02.2025'])).toBe(',');
    expect(decimalMarkOf(['Total 1,250.00', '12.50'])).toBe('.');
  });

  test('signs, currencies and percents belong to their number; dates and article numbers are no amounts', () => {
    const read = amounts('-4,85 €  EUR 12,00  19 %  7,50-  AB-12  01.02.2025  $3.00', ',');
    expect(read.map(({ value, currency, isPercent }) => [value, currency, isPercent])).toEqual([
      ['-4.85', 'EUR', false],
      ['12', 'EUR', false],
      ['19', null, true],
      ['-7.5', null, false],
      ['3', 'USD', false],
    ]);
  });
});
