import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts, round, sum } from '../../base/money.ts';
import type { TaxRow } from '../invoice/model.ts';
import { grossShares, type NetLine } from './gross-shares.ts';

const line = (net: string, tax_percentage = '19'): NetLine => ({ net, tax_percentage, tax_category: 'S' });
const row = (net: string, tax: string, tax_percentage = '19'): TaxRow => ({
  ...line(net, tax_percentage),
  tax,
});

describe('EXP-12 the share of a line in the total', () => {
  it('is its net plus its share of the stated tax', () =>
    expect(
      grossShares([line('100'), line('50.00', '7')], [row('100', '19.00'), row('50', '3.50', '7')], '172.50'),
    ).toEqual(['119.00', '53.50']));

  it('gets a leftover cent if it lost most by rounding, among equal lines the last ones', () =>
    expect(
      grossShares([line('0.10'), line('0.10'), line('0.10')], [row('0.30', '0.06')], '0.36').concat(
        grossShares([line('33.33'), line('33.33'), line('33.34')], [row('100.00', '19.00')], '119.00'),
      ),
    ).toEqual(['0.12', '0.12', '0.12', '39.66', '39.66', '39.68']));

  it('leftover cents stay with their tax rate, from which the tax is computed', () => {
    const lines = [line('602.64', '7'), line('343.86', '7'), line('4902.31'), line('4268.26'), line('0.01')];
    const rows = [row('946.50', '66.27', '7'), row('9170.58', '1742.42')];
    const shares = grossShares(lines, rows, '11925.77');
    expect(round(sum(shares.slice(0, 2)), 2)).toBe('1012.77');
    expect(round(sum(shares.slice(2)), 2)).toBe('10913.00');
  });

  it('uses the tax as stated, not as computed', () =>
    expect(grossShares([line('100')], [row('100', '19.02')], '119.02')).toEqual(['119.02']));

  it('keeps the sign of a deduction, and is zero for a line of zero', () =>
    expect(grossShares([line('100'), line('0'), line('-10')], [row('90', '17.10')], '107.10')).toEqual([
      '119.00',
      '0.00',
      '-11.90',
    ]));

  it('covers lines of one rate that cancel each other out', () =>
    expect(grossShares([line('10'), line('-10')], [row('0', '0')], '0.00')).toEqual(['11.90', '-11.90']));

  it('is at its own rate where a deduction of the same rate leaves little, of which a cent of tax is much', () =>
    expect(
      grossShares([line('1000'), line('-999.50')], [row('0.50', '0.10')], '0.60').concat(
        grossShares([line('6000'), line('4000'), line('-9999.90')], [row('0.10', '0.03')], '0.13'),
      ),
    ).toEqual(['1190.00', '-1189.40', '7140.00', '4760.00', '-11899.87']));

  it('has no tax under reverse charge, even if the line names the rate that we owe', () => {
    const owed = { ...line('100'), tax_category: 'AE' } as const;
    expect(grossShares([owed, line('200')], [], '338.00')).toEqual(['100.00', '238.00']);
  });

  it('has the opposite sign in a full credit note, to the cent', () => {
    const lines = [line('0.13', '7'), line('0.13', '7')];
    const opposite = lines.map((one) => ({ ...one, net: `-${one.net}` }));
    expect(grossShares(lines, [row('0.26', '0.03', '7')], '0.29')).toEqual(['0.14', '0.15']);
    expect(grossShares(opposite, [row('-0.26', '-0.03', '7')], '-0.29')).toEqual(['-0.14', '-0.15']);
  });

  it('the largest line takes a deviation that roundings do not explain', () =>
    expect(grossShares([line('10'), line('100')], [row('110', '20.90')], '131.00')).toEqual([
      '11.90',
      '119.10',
    ]));

  it('the shares of any lines add up to the total to the cent', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => (value / 100).toFixed(2));
    const lines = fc.array(fc.tuple(cents, fc.constantFrom('0', '7', '19')), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lines, fc.integer({ min: -2, max: 2 }), (drawn, off) => {
        const all = drawn.map(([net, rate]) => line(net, rate));
        const rows = ['0', '7', '19'].flatMap((rate) => {
          const nets = all.filter((one) => one.tax_percentage === rate).map(({ net }) => net);
          const net = sum(nets);
          const tax = round(String((Number(net) * Number(rate)) / 100 + off / 100), 2);
          return nets.length === 0 ? [] : [row(net, tax, rate)];
        });
        const total = round(sum(rows.flatMap(({ net, tax }) => [net, tax])), 2);
        const shares = grossShares(all, rows, total);
        expect(compareAmounts(sum(shares), total)).toBe(0);
        expect(shares.every((share) => /^-?\d+\.\d\d$/.test(share))).toBe(true);
      }),
    );
  });
});
