import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inDepth } from '../../../tests/support/depth.ts';
import { totals } from '../../document/totals.ts';
import type { CartItem } from './cart.ts';
import { isDiscount, withReadings, withSpreadDiscounts } from './decided.ts';
import { checkedItem } from './item.ts';
import { readingsInCart } from './number-in-cart.ts';
import { type PendingItem, pendingItems } from './pending.ts';

const nothing = {
  ...({ kind: 'item', description: 'Ware', long_text: null, item_number: null, auxiliary_id: null } as const),
  ...{ buyer_number: null, manufacturer: null, manufacturer_number: null, unit: null, lead_time_days: null },
  ...{ vendor_number: null, classes: [], quote_number: null, quote_item: null, image_url: null },
  ...{ webshop_url: null, currency: 'EUR', tax: null, quantity: '1', price: '1', price_unit: '1' },
};
type Given = Partial<Pick<CartItem, 'kind' | 'quantity' | 'price' | 'price_unit' | 'tax'>>;
const pending = (...given: readonly Given[]): readonly PendingItem[] =>
  pendingItems(given.map((one) => checkedItem({ ...nothing, ...one })));

/** The total of lines as a request computes it. */
const totalOf = (items: readonly PendingItem[]) =>
  totals(
    items.map(({ quantity, price, price_unit, tax }) => ({
      ...{ quantity, price_netto: price, price_brutto: null, price_unit, tax },
      price_mode: 'net' as const,
    })),
  ).total_netto;

describe('PUN-16 discounts of a cart', () => {
  it('are spread over the goods in proportion, so that the sum is that of the cart', () => {
    const [cable, drill, freight, discount] = pending(
      { quantity: '3', price: '10' },
      { quantity: '1', price: '70' },
      { kind: 'freight', price: '5' },
      { price: '-5' },
    );
    if (!cable || !drill || !freight || !discount) throw new Error('there are four');
    expect(isDiscount(discount)).toBe(true);
    const spread = withSpreadDiscounts([cable, drill, freight], [discount]);
    expect(spread).toMatchObject([
      { price: '9.5', price_unit: '1' },
      { price: '66.5', price_unit: '1' },
      { price: '5' },
    ]);
  });

  it('become the price of the whole quantity if the unit price would lose a cent', () => {
    const [goods, discount] = pending({ quantity: '3', price: '10' }, { price: '-0.01' });
    if (!goods || !discount) throw new Error('there are two');
    expect(withSpreadDiscounts([goods], [discount])).toMatchObject([{ price: '29.99', price_unit: '3' }]);
  });

  it('lower goods of their own tax rate first', () => {
    const [full, reduced, discount] = pending(
      { price: '100', tax: '19' },
      { price: '100', tax: '7' },
      { price: '-10', tax: '7' },
    );
    if (!full || !reduced || !discount) throw new Error('there are three');
    expect(withSpreadDiscounts([full, reduced], [discount])).toMatchObject([
      { price: '100' },
      { price: '90' },
    ]);
  });

  it('are refused if they exceed the goods', () => {
    const [goods, discount] = pending({ price: '4.99' }, { price: '-5' });
    if (!goods || !discount) throw new Error('there are two');
    expect(withSpreadDiscounts([goods], [discount])).toBeNull();
  });

  it('PRICE-03 leave the sum of any cart to the cent, against whole numbers', () => {
    const item = fc.record({
      quantity: fc.integer({ min: 1, max: 9_999_999 }),
      price: fc.integer({ min: 0, max: 99_999_999 }),
      unit: fc.constantFrom(1, 10, 100, 1000),
      tax: fc.constantFrom(null, '7', '19'),
    });
    const off = fc.record({
      cents: fc.integer({ min: 1, max: 5_000 }),
      tax: fc.constantFrom(null, '7', '19'),
    });
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 8 }),
        fc.array(off, { maxLength: 3 }),
        (goods, offs) => {
          // Quantities in thousandths, prices in ten-thousandths: the net of a line in cents, half away from zero.
          const netOf = ({ quantity, price, unit }: (typeof goods)[number]): bigint => {
            const divisor = 100_000n * BigInt(unit);
            return (2n * BigInt(quantity) * BigInt(price) + divisor) / (2n * divisor);
          };
          const cents = goods.reduce((total, one) => total + netOf(one), 0n);
          const less = BigInt(offs.reduce((total, { cents: one }) => total + one, 0));
          const items = pending(
            ...goods.map(({ quantity, price, unit, tax }) => ({
              ...{ quantity: (quantity / 1000).toFixed(3), price: (price / 10_000).toFixed(4) },
              ...{ price_unit: String(unit), tax },
            })),
          );
          const discounts = pending(
            ...offs.map((one) => ({ price: (-one.cents / 100).toFixed(2), tax: one.tax })),
          );
          const spread = withSpreadDiscounts(items, discounts);
          if (less > cents) {
            expect(spread).toBeNull();
            return;
          }
          expect(spread).not.toBeNull();
          const whole = spread ?? [];
          expect(BigInt(Math.round(Number(totalOf(whole)) * 100))).toBe(cents - less);
          for (const one of whole) expect(Number(one.price)).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: inDepth(200, 5_000) },
    );
  });
});

describe('PUN-16 unclear amounts', () => {
  const unclear = { price: readingsInCart('1,234'), quantity: readingsInCart('2,000') };
  const [item] = pendingItems([checkedItem({ ...nothing, price: undefined, quantity: undefined, unclear })]);
  if (item === undefined) throw new Error('there is one');

  it('have two readings, and no other amount has', () => {
    expect(readingsInCart(' 1,234 ')).toEqual(['1.234', '1234']);
    for (const clear of ['1,23', '1.234', '1,234.50', '0,123', '1234', '', null, 'x,yyy'])
      expect(readingsInCart(clear)).toEqual([]);
  });

  it('are taken as the person reads them', () => {
    expect(item.problems).toEqual(['quantity_invalid', 'price_invalid']);
    const chosen = [
      { position: 0, field: 'price', value: '1234' },
      { position: 0, field: 'quantity', value: '2.000' },
    ] as const;
    expect(withReadings([item], chosen)).toMatchObject([{ price: '1234', quantity: '2', problems: [] }]);
    expect(withReadings([item], chosen.slice(0, 1))).toMatchObject([{ problems: ['quantity_invalid'] }]);
  });

  it('stay unclear if the chosen reading was not offered', () => {
    const strange = [{ position: 0, field: 'price', value: '1' }] as const;
    expect(withReadings([item], strange)).toEqual([item]);
  });
});
