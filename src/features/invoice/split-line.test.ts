import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Amount, compareAmounts, dividedBy, round, sum } from '../../base/money.ts';
import { emptyStored } from '../../document/fields.ts';
import { invoiceLineFields } from './fields.ts';
import { isSplit, netsOf, restOf, splitLine } from './split-line.ts';

const line = {
  ...emptyStored(invoiceLineFields),
  description: 'Miete',
  quantity: '3',
  unit_net_price: '100',
  total_netto: '300.00',
  procurement_line_id: 9,
};
const scaled = (value: number, decimals: number): Amount =>
  round(dividedBy(String(value), `1${'0'.repeat(decimals)}`), decimals);

describe('VAL-19 splitting a line', () => {
  it('the last part gets the rest', () => {
    expect(restOf('percent', '300', ['33.33', null])).toBe('66.67');
    expect(restOf('amount', '-300', ['-100'])).toBe('-200');
    expect(netsOf('amount', '300', ['100.5'])).toEqual(['100.50', '199.50']);
    expect(netsOf('percent', '100.01', ['50'])).toEqual(['50.00', '50.01']);
  });

  it.each([
    ['percent', '300', ['50'], true],
    ['percent', '-300', ['50'], true],
    ['percent', '300', [null], false],
    ['percent', '300', ['100'], false],
    ['percent', '300', ['-5'], false],
    ['amount', '300', ['299.99'], true],
    ['amount', '300', ['300'], false],
    ['amount', '300', ['-1'], false],
    ['amount', '300', ['1.005'], false],
    ['amount', '-300', ['-1'], true],
    ['amount', '-300', ['1'], false],
    ['percent', '0', ['50'], false],
    ['amount', '0', ['5'], false],
    ['percent', '0.01', ['50'], false],
  ] as const)('by %s, %s into %j and the rest: %s', (mode, net, shares, is) =>
    expect(isSplit(mode, net, shares)).toBe(is),
  );

  it('quantities are divided, price and order link stay', () => {
    const parts = splitLine(line, netsOf('percent', '300.00', ['50', '25']));
    expect(parts.map(({ quantity, total_netto }) => [quantity, total_netto])).toEqual([
      ['1.5', '150.00'],
      ['0.75', '75.00'],
      ['0.75', '75.00'],
    ]);
    for (const part of parts) expect(part).toMatchObject({ unit_net_price: '100', procurement_line_id: 9 });
  });
});

it('VAL-19 parts sum exactly to the net and the quantity of the line', () => {
  const amount = (decimals: number) =>
    fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((value) => scaled(value, decimals));
  const positive = fc.integer({ min: 0, max: 1_000_000 }).map((value) => scaled(value, 2));
  const some = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      amount(2),
      amount(3),
      positive,
      positive,
      some,
      (total_netto, quantity, line_allowance, line_charge, hundredths) => {
        const shares = hundredths.map((share) => scaled(share, 2));
        fc.pre(isSplit('percent', total_netto, shares));
        const whole = { ...line, total_netto, quantity, line_allowance, line_charge };
        const nets = netsOf('percent', total_netto, shares);
        const parts = splitLine(whole, nets);
        for (const name of ['total_netto', 'quantity', 'line_allowance', 'line_charge'] as const)
          expect(compareAmounts(sum(parts.map((part) => part[name] ?? '0')), whole[name])).toBe(0);
      },
    ),
  );
});
