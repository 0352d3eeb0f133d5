import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import { daysIn, type SlashOrder, slashOrderOf } from './dates.ts';
import { layoutOf } from './layout.ts';

const dayFirst = { isMonthFirst: false, isReported: true };

function days(text: string, order: SlashOrder = dayFirst) {
  const [row] = layoutOf([typedPage(`\n${text}`)]).rows;
  return (row?.cells ?? []).flatMap((cell) => daysIn(cell, order));
}

describe('REC-05 printed days', () => {
  test.each([
    ['vom 7. Mai 2024', '2024-05-07'],
    ['07.05.24', '2024-05-07'],
    ['2024-05-07', '2024-05-07'],
    ['den 1er janvier 2024', '2024-01-01'],
    ['May 7 , 2024', '2024-05-07'],
    ['3. März 2024', '2024-03-03'],
    ['07/05/2024', '2024-05-07'],
  ])('%s', (text, day) => expect(days(text).map(({ value }) => value)).toEqual([day]));

  test('impossible days and days of another century are not read', () => {
    expect(days('31.02.2024')).toEqual([]);
    expect(days('01.01.1890')).toEqual([]);
  });

  test('an unambiguous date decides the order of day and month', () => {
    const monthFirst = { isMonthFirst: true, isReported: true };
    expect(slashOrderOf(['03/25/2024', '03/04/2024'], '.')).toEqual(monthFirst);
    expect(slashOrderOf(['25/03/2024'], '.')).toEqual(dayFirst);
    expect(slashOrderOf(['03/04/2024'], ',')).toEqual(dayFirst);
    expect(days('03/04/2024', monthFirst)[0]?.value).toBe('2024-03-04');
  });

  test('without evidence the order is a guess and stays ambiguous', () => {
    expect(slashOrderOf(['03/04/2024'], '.')).toEqual({ isMonthFirst: false, isReported: false });
    const ofDollars = slashOrderOf(['03/04/2024', '$ 12.50'], '.');
    expect(days('03/04/2024', ofDollars)[0]).toMatchObject({ value: '2024-03-04', isAmbiguous: true });
  });
});
