import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts, dividedBy, minus, round, sum } from '../base/money.ts';
import { type PricedLine, totals } from './totals.ts';

function net(quantity: string, price: string, tax: string, details: Partial<PricedLine> = {}): PricedLine {
  return { quantity, price_netto: price, price_brutto: null, price_mode: 'net', tax, ...details };
}

function gross(quantity: string, price: string, tax: string): PricedLine {
  return { quantity, price_netto: null, price_brutto: price, price_mode: 'gross', tax };
}

describe('PRICE-03 totals', () => {
  it('sums the nets of the lines and the taxes per rate', () => {
    const result = totals([net('3', '12.35', '19'), net('10', '0.333', '19'), net('1', '5.00', '7')]);
    expect(result.lines.map((line) => line.total_netto)).toEqual(['37.05', '3.33', '5.00']);
    expect(result.taxes).toEqual([
      { tax: '7', total_netto: '5.00', total_tax: '0.35' },
      { tax: '19', total_netto: '40.38', total_tax: '7.67' },
    ]);
    expect(result).toMatchObject({ total_netto: '45.38', total_tax: '8.02', total_brutto: '53.40' });
  });

  it('keeps gross amounts as typed', () => {
    expect(totals([gross('100', '9.99', '19')])).toMatchObject({
      total_brutto: '999.00',
      total_netto: '839.50',
      total_tax: '159.50',
    });
  });

  it('derives the net of gross lines from their sum, and the lines add up to it', () => {
    const result = totals([gross('1', '9.99', '19'), gross('1', '9.99', '19')]);
    expect(result).toMatchObject({ total_brutto: '19.98', total_netto: '16.79', total_tax: '3.19' });
    expect(result.lines.map((line) => line.total_netto)).toEqual(['8.39', '8.40']);
  });

  it('combines net and gross lines of one rate', () => {
    expect(totals([net('1', '100', '19'), gross('1', '119.00', '19.00')])).toMatchObject({
      total_netto: '200.00',
      total_tax: '38.00',
      total_brutto: '238.00',
      taxes: [{ tax: '19' }],
    });
  });

  it('has two decimals for any price, also without lines', () => {
    expect(totals([])).toMatchObject({ total_netto: '0.00', total_tax: '0.00', total_brutto: '0.00' });
    expect(totals([net('1', '0.3333', '19')]).total_netto).toBe('0.33');
  });

  it('counts an unfinished line as 0 and a missing rate as 0 %', () => {
    const unfinished = [
      { ...net('1', '5', '19'), quantity: null },
      { ...net('2', '5', '19'), tax: null },
    ];
    expect(totals(unfinished)).toMatchObject({ total_netto: '10.00', total_brutto: '10.00' });
    expect(totals(unfinished).lines).toHaveLength(2);
  });
});

describe('PRICE-06 price units', () => {
  it.each([
    ['1234', '0.28451', null, '351.09'],
    ['1000', '12.34', '1000', '12.34'],
    ['500', '12.34', '1000', '6.17'],
    ['3', '10', '1', '30.00'],
  ])('%s at %s per %s is %s', (quantity, price, price_unit, total) => {
    expect(totals([net(quantity, price, '19', { price_unit })]).total_netto).toBe(total);
  });

  it('subtracts allowances and adds charges before rounding', () => {
    const line = net('3', '0.333', '19', { line_allowance: '0.10', line_charge: '1.005' });
    expect(totals([line]).total_netto).toBe('1.90');
  });
});

describe('totals of random lines', () => {
  const price = fc.integer({ min: 0, max: 1_000_000 }).map((n) => dividedBy(String(n), '10000'));
  const quantity = fc.integer({ min: -5000, max: 100_000 }).map((n) => dividedBy(String(n), '1000'));
  const line = fc.record<PricedLine>({
    quantity,
    price_netto: price,
    price_brutto: price,
    price_mode: fc.constantFrom('net', 'gross'),
    tax: fc.constantFrom('0', '7', '19'),
  });

  it('PRICE-03 gross = net + taxes, net = sum of the lines, and gross lines keep their cents', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const result = totals(lines);
        expect(result.total_brutto).toBe(round(sum([result.total_netto, result.total_tax]), 2));
        expect(result.total_netto).toBe(round(sum(result.lines.map((one) => one.total_netto)), 2));
        expect(result.total_tax).toBe(round(sum(result.taxes.map((one) => one.total_tax)), 2));
        if (lines.every((one) => one.price_mode === 'gross')) {
          const typed = round(sum(result.lines.map((one) => one.total_brutto)), 2);
          expect(compareAmounts(minus(result.total_brutto, typed), '0')).toBe(0);
        }
      }),
    );
  });
});
