import { expect, test } from 'vitest';
import { flag } from '../kinds/flag.ts';
import { text } from '../kinds/text.ts';
import { lostZeros } from './lost-zeros.ts';

const entity = {
  fields: { zipcode: text(), phone: text(), number: text(), item_number: text(), active: flag() },
};
const zerosOf = (field: string, texts: readonly string[]) =>
  lostZeros(
    entity,
    [field],
    texts.map((cell, line) => ({ line, cells: [cell] })),
  )[0]?.count ?? 0;

test.each([
  ['zipcode', ['18055', '20095', '80331', '50667', '1067', '4109'], 0],
  ['zipcode', ['18055', '20095', '80331', '50667', '10115', '1067', '4109'], 2],
  ['zipcode', ['1010', '8020', '6020'], 0],
  ['phone', ['301234567', '+49 30 1234', '030 1234', '4930123456'], 2],
  ['number', ['0027', '4210', '4300', '4400', '27'], 1],
  ['item_number', ['1', '22', '333', '4,93E+12'], 1],
  ['active', ['1', '0'], 0],
])('SHEET-19 %s %j has %i doubtful values', (field, texts, count) => {
  expect(zerosOf(field, texts)).toBe(count);
});
