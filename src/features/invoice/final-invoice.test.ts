import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareAmounts, minus, round, sum } from '../../base/money.ts';
import { breakdownOf, deducted, remainder, totalsOfRows } from './final-invoice.ts';
import type { TaxCategory, TaxRow } from './model.ts';

const row = (rate: string, net: string, tax: string, category: TaxCategory = 'S'): TaxRow => ({
  tax_percentage: rate,
  tax_category: category,
  net,
  tax,
});

it('INV-22 the remainder is the final invoice minus its prepayments, by category and rate', () => {
  const left = remainder(
    [row('19', '1000.00', '190.00'), row('7', '100.00', '7.00')],
    [row('19.00', '300.00', '57.00'), row('19', '200.00', '38.00'), row('0', '50.00', '0.00', 'AE')],
  );
  expect(left).toEqual([
    expect.objectContaining({ net: '500.00', tax: '95.00' }),
    row('7', '100.00', '7.00'),
    row('0', '-50.00', '0.00', 'AE'),
  ]);
  expect(totalsOfRows(left)).toEqual({
    total_netto: '550.00',
    total_tax: '102.00',
    total_brutto: '652.00',
  });
});

it('INV-22 a prepayment without a breakdown counts at its rate, one in another currency is ignored', () => {
  expect(breakdownOf({ total_brutto: '119', tax: '19' }, [])).toEqual([row('19', '100.00', '19')]);
  const prepayments = [
    { id: 1, currency: 'EUR', rows: [] },
    { id: 2, currency: 'CZK', rows: [] },
  ];
  expect(deducted('EUR', prepayments).map(({ id }) => id)).toEqual([1]);
});

it('INV-22 remainder and prepayments sum to the final invoice', () => {
  const money = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => round(String(cents / 100), 2));
  const rows = fc.array(
    fc.tuple(fc.constantFrom('19', '7', '0'), money, money).map(([rate, net, tax]) => row(rate, net, tax)),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(rows, rows, (final, prepaid) => {
      const left = totalsOfRows(remainder(final, prepaid)).total_brutto;
      const [whole, before] = [final, prepaid].map((list) => totalsOfRows(list).total_brutto);
      expect(compareAmounts(minus(whole ?? '0', before ?? '0'), sum([left]))).toBe(0);
    }),
  );
});
