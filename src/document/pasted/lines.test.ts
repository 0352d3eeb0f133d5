import { describe, expect, it } from 'vitest';
import { amount, day, notes, percent } from '../fields.ts';
import { guessedFields, pastedLines } from './lines.ts';

const fields = {
  description: notes({ max: 20 }),
  quantity: amount({ decimals: 3 }),
  price: amount({ price: true }),
  tax: percent(),
  delivery_date: day(),
};
const reading = { language: 'de', today: '2026-11-30' } as const;
const read = (rows: readonly (readonly string[])[], chosen: readonly (string | null)[]) =>
  pastedLines(rows, chosen, fields, reading).map(({ values, unread }) => ({
    ...Object.fromEntries(values),
    ...(unread.size === 0 ? {} : { unread: Object.fromEntries(unread) }),
  }));

describe('PROC-40 pasted cells become values of a line', () => {
  it('reads them as the table view does, and leaves out columns without a field', () => {
    expect(
      read(
        [['Bohrer', '1.200', 'egal', '4,50 €', '19 %', '24.12.2026']],
        ['description', 'quantity', null, 'price', 'tax', 'delivery_date'],
      ),
    ).toEqual([
      { description: 'Bohrer', quantity: '1200', price: '4.50', tax: '19', delivery_date: '2026-12-24' },
    ]);
  });

  it('reads a column in the other notation if its numbers fit only that', () => {
    expect(read([['1,234.50'], ['3.10']], ['price'])).toEqual([{ price: '1234.50' }, { price: '3.10' }]);
  });

  it('reads a column in the person’s notation if both fit', () => {
    expect(read([['1.234'], ['2.000']], ['quantity'])).toEqual([{ quantity: '1234' }, { quantity: '2000' }]);
  });

  it('reports cells that no field accepts, and does not guess', () => {
    expect(read([['Bohrer', 'zehn', '-3']], ['description', 'quantity', 'price'])).toEqual([
      { description: 'Bohrer', unread: { quantity: 'zehn', price: '-3' } },
    ]);
    expect(read([['x'.repeat(21)]], ['description'])).toEqual([{ unread: { description: 'x'.repeat(21) } }]);
  });
});

describe('PROC-40 the meaning of a column chooses its field', () => {
  const contract = [
    { name: 'name', role: 'text' },
    { name: 'quantity', role: 'quantity' },
    { name: 'total', role: 'total' },
  ] as const;

  it('a single price column is the total of a line without a price', () => {
    expect(guessedFields(['text', 'price'], contract)).toEqual(['name', 'total']);
  });

  it('next to a quantity or a total it is not, and a column without a field is left out', () => {
    expect(guessedFields(['text', 'quantity', 'price', null], contract)).toEqual([
      'name',
      'quantity',
      null,
      null,
    ]);
    expect(guessedFields(['text', 'price', 'total'], contract)).toEqual(['name', null, 'total']);
  });
});
