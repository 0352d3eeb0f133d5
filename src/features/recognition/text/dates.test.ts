import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import { daysIn, type SlashOrder, slashOrderOf } from './dates.ts';
import { layoutOf } from './layout.ts';

const dayFirst = { isMonthFirst: false, isTold: true };

function days(text: string, order: SlashOrder = dayFirst) {
  const [row] = layoutOf([typedPage(`\n${text}`)]).rows;
  return (row?.cells ?? []).flatMap((cell) => daysIn(cell, order));
}

describe('REC-05 days as they are printed', () => {
  test.each([
    ['vom 7. Mai 2024', '2024-05-07'],
    ['07.05.24', '2024-05-07'],
    ['2024-05-07', '2024-05-07'],
    ['den 1er janvier 2024', '2024-01-01'],
    ['May 7 , 2024', '2024-05-07'],
    ['3. März 2024', '2024-03-03'],
    ['07/05/2024', '2024-05-07'],
  ])('%s', (text, day) => expect(days(text).map(({ value }) => value)).toEqual([day]));

  test('a day that the calendar does not have, and one of another age, is none', () => {
    expect(days('31.02.2024')).toEqual([]);
    expect(days('01.01.1890')).toEqual([]);
  });

  test('day and month are told by a date that has one reading only', () => {
    const monthFirst = { isMonthFirst: true, isTold: true };
    expect(slashOrderOf(['03/25/2024', '03/04/2024'], '.')).toEqual(monthFirst);
    expect(slashOrderOf(['25/03/2024'], '.')).toEqual(dayFirst);
    expect(slashOrderOf(['03/04/2024'], ',')).toEqual(dayFirst);
    expect(days('03/04/2024', monthFirst)[0]?.value).toBe('2024-03-04');
  });

  test('an order that nothing tells is likely and stays open', () => {
    expect(slashOrderOf(['03/04/2024'], '.')).toEqual({ isMonthFirst: false, isTold: false });
    const ofDollars = slashOrderOf(['03/04/2024', '$ 12.50'], '.');
    expect(days('03/04/2024', ofDollars)[0]).toMatchObject({ value: '2024-03-04', isAmbiguous: true });
  });
});
