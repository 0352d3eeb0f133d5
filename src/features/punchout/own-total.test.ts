import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CartItem } from './cart.ts';
import { readCxmlCart } from './cxml/read-cart.ts';
import { sumsOf, totalDifference } from './own-total.ts';

/** Amounts in hundredths, so that everything is computed a second time in whole numbers. */
const money = (hundredths: bigint) => {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

interface Sold {
  readonly quantity: bigint;
  readonly price: bigint;
  readonly per: bigint;
}

/** Half a cent rounds away from zero. */
function netOf({ quantity, price, per }: Sold): bigint {
  const doubled = 2n * quantity * (price < 0n ? -price : price);
  const rounded = (doubled + per) / (2n * per);
  return price < 0n ? -rounded : rounded;
}

interface Cart {
  readonly sold: readonly Sold[];
  readonly freight?: bigint;
  readonly tax?: bigint;
  readonly total: bigint;
  readonly currency?: string;
}

function cartOf({ sold, freight, tax, total, currency = 'EUR' }: Cart) {
  const items = sold.map(
    ({
      quantity,
      price,
      per,
    }) => `<ItemIn quantity="${quantity}"><ItemID><SupplierPartID>A</SupplierPartID></ItemID>
<ItemDetail><UnitPrice><Money currency="EUR">${money(price)}</Money></UnitPrice><Description>Stift</Description>
<UnitOfMeasure>EA</UnitOfMeasure><PriceBasisQuantity quantity="${per}" conversionFactor="1"/></ItemDetail></ItemIn>`,
  );
  const stated = (name: string, amount: bigint | undefined) =>
    amount === undefined ? '' : `<${name}><Money currency="EUR">${money(amount)}</Money></${name}>`;
  const reading =
    readCxmlCart(`<cXML payloadID="1"><Header/><Message><PunchOutOrderMessage><BuyerCookie>c</BuyerCookie>
<PunchOutOrderMessageHeader operationAllowed="edit"><Total><Money currency="${currency}">${money(total)}</Money></Total>
${stated('Shipping', freight)}${stated('Tax', tax)}</PunchOutOrderMessageHeader>${items.join('')}</PunchOutOrderMessage></Message></cXML>`);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.cart;
}

function differenceOf(cart: Cart) {
  const { items, total } = cartOf(cart);
  return total && totalDifference(total.amount, sumsOf(items, total.currency));
}

const drawn = fc.record({
  sold: fc.array(
    fc.record({
      quantity: fc.bigInt(1n, 500n),
      price: fc.bigInt(-2_000n, 900_000n).filter((price) => price !== 0n),
      per: fc.constantFrom(1n, 100n, 1000n),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  freight: fc.bigInt(1n, 9_000n),
  tax: fc.bigInt(1n, 90_000n),
});

describe('PUN-16 the total of a shop', () => {
  test('is that of its items, with or without freight and a stated tax, in any cart', () => {
    fc.assert(
      fc.property(drawn, ({ sold, freight, tax }) => {
        const goods = sold.map(netOf).reduce((before, each) => before + each, 0n);
        for (const total of [goods, goods + freight, goods + tax, goods + freight + tax])
          expect(differenceOf({ sold, freight, tax, total })).toBe(null);
      }),
    );
  });

  test('differs from its items by a cent or more, in any cart', () => {
    fc.assert(
      fc.property(drawn, fc.bigInt(1n, 5_000n), ({ sold, freight }, off) => {
        const goods = sold.map(netOf).reduce((before, each) => before + each, 0n);
        // Freight and tax would explain these totals.
        fc.pre(off !== freight);
        expect(differenceOf({ sold, freight, total: goods + off })).not.toBe(null);
        expect(differenceOf({ sold, freight, total: goods - off })).not.toBe(null);
        expect(differenceOf({ sold, total: goods + off })).not.toBe(null);
      }),
    );
  });

  test('is told with the sum of the items', () =>
    expect(differenceOf({ sold: [{ quantity: 3n, price: 1000n, per: 1n }], total: 2900n })).toEqual({
      shop: '29.00',
      items: '30',
    }));

  test('cannot be compared with an unclear price or another currency', () => {
    const sold = [{ quantity: 3n, price: 1000n, per: 1n }];
    const { items } = cartOf({ sold, total: 2900n });
    const unclear: CartItem = { ...(items[0] as CartItem), price: null };
    expect(totalDifference('29', sumsOf([...items, unclear], 'EUR'))).toBe(null);
    expect(differenceOf({ sold, total: 2900n, currency: 'USD' })).toBe(null);
  });
});
