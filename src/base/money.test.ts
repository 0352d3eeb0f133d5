import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountOf,
  compareAmounts,
  couplePrice,
  decimalPlaces,
  dividedBy,
  grossOf,
  isAmount,
  minus,
  netOf,
  round,
  sum,
  times,
} from './money.ts';

describe('rounding', () => {
  it.each([
    ['-0.005', 2, '-0.01'],
    ['0.005', 2, '0.01'],
    ['0.0049', 2, '0.00'],
    ['-0.001', 2, '0.00'],
    ['1.005', 2, '1.01'],
    ['2.675', 2, '2.68'],
    ['12', 2, '12.00'],
    ['-12.345', 0, '-12'],
    ['-12.5', 0, '-13'],
    ['99999999999999.995', 2, '100000000000000.00'],
  ])('PRICE-02 %s to %i places is %s', (value, decimals, rounded) => {
    expect(round(value, decimals)).toBe(rounded);
  });

  it('PRICE-02 rounds a value and its negative symmetrically', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 4 }), (n, decimals) => {
        const value = dividedBy(String(n), '10000');
        const negative = minus('0', value);
        expect(compareAmounts(round(negative, decimals), minus('0', round(value, decimals)))).toBe(0);
      }),
    );
  });
});

describe('price coupling', () => {
  it.each([
    ['12.35', '19', 2, '14.70'],
    ['12.35', '19', 3, '14.697'],
    ['12.35', '19', 4, '14.6965'],
    ['0.125', '7', 3, '0.134'],
    ['0.125', '7', 4, '0.1338'],
  ])('PRICE-02 net %s with %s % at %i places gives gross %s', (net, tax, decimals, gross) => {
    expect(couplePrice({ mode: 'net', price: net }, tax, decimals)).toEqual({
      price_netto: net,
      price_brutto: gross,
    });
  });

  it.each([
    ['9.99', '19', 2, '8.39'],
    ['9.99', '19', 3, '8.395'],
    ['9.99', '19', 4, '8.3950'],
    ['10.00', '7', 2, '9.35'],
    ['10.00', '7', 3, '9.346'],
    ['10.00', '7', 4, '9.3458'],
  ])('PRICE-02 gross %s with %s % at %i places gives net %s', (gross, tax, decimals, net) => {
    expect(couplePrice({ mode: 'gross', price: gross }, tax, decimals)).toEqual({
      price_netto: net,
      price_brutto: gross,
    });
  });

  it('PRICE-02 the net of a gross price computed from it is the original', () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 }).map((n) => round(dividedBy(String(n), '100'), 2));
    fc.assert(
      fc.property(cents, fc.constantFrom('0', '7', '19', '22', '25'), (net, tax) => {
        expect(netOf(grossOf(net, tax, 2), tax, 2)).toBe(net);
      }),
    );
  });
});

describe('decimal text', () => {
  it('PRICE-04 computes without binary floating point', () => {
    expect(sum(['0.1', '0.2'])).toBe('0.3');
    expect(times('1.1', '1.1')).toBe('1.21');
    expect(minus('0.3', '0.3')).toBe('0');
    expect(sum([])).toBe('0');
    expect(times('0.0000001', '1')).toBe('0.0000001');
    expect(times('123456789012345678', '10')).toBe('1234567890123456780');
  });

  it('API-05 keeps JSON numbers as written', () => {
    expect(amountOf(12.35)).toBe('12.35');
    expect(amountOf(1e21)).toBe('1000000000000000000000');
    expect(amountOf('007.50')).toBe('7.5');
    expect(amountOf(-0)).toBe('0');
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, 'abc', ''])
      expect(() => amountOf(wrong)).toThrow('Invalid number');
  });

  it('distinguishes amounts from other text', () => {
    expect(['0', '-1.50', '12'].every(isAmount)).toBe(true);
    expect(['', '1,5', '.5', '1.', '1e3', ' 1', '+1', 'NaN'].some(isAmount)).toBe(false);
    expect(decimalPlaces('12.350')).toBe(2);
    expect(() => dividedBy('1', '0.00')).toThrow(RangeError);
  });
});
