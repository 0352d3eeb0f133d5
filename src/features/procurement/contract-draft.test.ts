import { describe, expect, it } from 'vitest';
import { totals } from '../../document/totals.ts';
import { agreedPrice } from './contract-draft.ts';

describe('PROC-25 an order has the price of its contract', () => {
  it.each([
    ['a total that divides evenly', '150', '975.00', '6.5', '1'],
    ['a line without quantity', null, '420.00', '420', '1'],
    ['a fraction of a unit', '2.5', '100', '40', '1'],
    ['a total of zero', '3', '0.00', '0', '1'],
    ['PRICE-06 a total that does not divide evenly', '3', '100.00', '100', '3'],
    ['a credit', '4', '-10.00', '-2.5', '1'],
  ])('%s', (_, quantity, total, price, unit) => {
    const agreed = agreedPrice({ quantity, total, tax: '19' }, 2);
    expect(Number(agreed.price_netto)).toBe(Number(price));
    expect(agreed).toMatchObject({ price_mode: 'net', price_unit: unit, tax: '19' });
  });

  it('computes the gross price, and works without a tax rate', () => {
    expect(agreedPrice({ quantity: '1', total: '100.00', tax: '19' }, 2).price_brutto).toBe('119.00');
    expect(agreedPrice({ quantity: '1', total: '100.00', tax: null }, 2)).toMatchObject({
      price_brutto: '100.00',
      tax: null,
    });
  });

  it.each([
    ['3', '100.00'],
    ['7', '0.01'],
    ['999', '1234.57'],
    ['0.333', '12.34'],
  ])('costs exactly the contract price: %s for %s', (quantity, total) => {
    const agreed = agreedPrice({ quantity, total, tax: '19' }, 2);
    expect(totals([{ ...agreed, quantity }]).total_netto).toBe(total);
  });
});
