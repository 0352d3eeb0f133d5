import { describe, expect, test } from 'vitest';
import type { CartItem } from './cart.ts';
import { readReturn } from './returned.ts';

interface Sold {
  readonly name: string;
  readonly attributes?: string;
  readonly quantity?: string;
  readonly price?: string;
  readonly rest?: string;
}

function itemIn({ name, attributes = '', quantity = '1', price = '0', rest = '' }: Sold): string {
  return `<ItemIn quantity="${quantity}" ${attributes}><ItemID><SupplierPartID>${name}</SupplierPartID></ItemID><ItemDetail>
    <UnitPrice><Money currency="EUR">${price}</Money></UnitPrice><Description xml:lang="de">${name}</Description>
    <UnitOfMeasure>EA</UnitOfMeasure><Classification domain="UNSPSC">1</Classification></ItemDetail>${rest}</ItemIn>`;
}

function cart(total: string, ...sold: readonly Sold[]): readonly CartItem[] {
  const body = `<cXML payloadID="1" timestamp="2026-01-01T00:00:00Z"><Header/><Message><PunchOutOrderMessage><BuyerCookie>c</BuyerCookie>
    <PunchOutOrderMessageHeader operationAllowed="edit"><Total><Money currency="EUR">${total}</Money></Total></PunchOutOrderMessageHeader>
    ${sold.map(itemIn).join('')}</PunchOutOrderMessage></Message></cXML>`;
  const reading = readReturn({ type: 'text/xml', body: new TextEncoder().encode(body) });
  if (!reading.ok) throw new Error(reading.reason);
  return reading.cart.items;
}

const shown = (items: readonly CartItem[]) =>
  items.map(({ description, quantity, price, long_text }) => [description, quantity, price, long_text]);
const composite = (level?: 'groupLevel' | 'itemLevel') =>
  `lineNumber="1" itemType="composite"${level ? ` compositeItemType="${level}"` : ''}`;
const child = (number: number, parent = 1) =>
  `lineNumber="${number}" parentLineNumber="${parent}" itemType="item"`;

const desk = { name: 'Tischplatte', attributes: child(2), price: '300' };
const legs = { name: 'Tischbein', attributes: child(3), quantity: '4', price: '50' };
const asLines = [
  ['Tischplatte', '1', '300', 'Schreibtisch'],
  ['Tischbein', '4', '50', 'Schreibtisch'],
];
const inOne = [['Schreibtisch', '1', '500', '1 × Tischplatte\n4 × Tischbein']];

describe('PUN-06 PRICE-06 groups in carts of cXML: no price counts twice', () => {
  test('a group with its own price becomes one line that lists its items', () => {
    const group = { name: 'Schreibtisch', attributes: composite('groupLevel'), price: '500' };
    expect(shown(cart('500', group, desk, legs))).toEqual(inOne);
    expect(shown(cart('7', group, desk, legs))).toEqual(inOne);
    const free = [
      { ...desk, price: '0' },
      { ...legs, price: '0' },
    ];
    expect(shown(cart('500', group, ...free))).toEqual(inOne);
  });

  test('a group with priced items is replaced by lines for them, each naming the group', () => {
    const group = { name: 'Schreibtisch', attributes: composite('itemLevel'), price: '500' };
    expect(shown(cart('500', group, desk, legs))).toEqual(asLines);
    expect(shown(cart('500', { ...group, price: '0' }, desk, legs))).toEqual(asLines);
    const taxed = {
      ...group,
      rest: '<Tax><Money currency="EUR">95</Money><TaxDetail percentageRate="19"/></Tax>',
    };
    expect(cart('500', taxed, desk, legs).map(({ tax }) => tax)).toEqual(['19', '19']);
  });

  test('without a price level, the price of the group counts, else those of its items', () => {
    const group = { name: 'Schreibtisch', attributes: composite(), price: '500' };
    expect(shown(cart('500', group, desk, legs))).toEqual(inOne);
    expect(shown(cart('500', { ...group, price: '0' }, desk, legs))).toEqual(asLines);
    expect(shown(cart('500', { ...group, price: '' }, desk, legs))).toEqual(asLines);
  });

  test('without a price level, the reading whose lines add up to the cart total is used', () => {
    const group = { name: 'Schreibtisch', attributes: composite(), price: '450' };
    expect(shown(cart('450', group, desk, legs))).toEqual([['Schreibtisch', '1', '450', inOne[0]?.[3]]]);
    expect(shown(cart('500.00', group, desk, legs))).toEqual(asLines);
    expect(shown(cart('950', group, desk, legs)).map(([name]) => name)).toEqual([
      ...['Schreibtisch', 'Tischplatte', 'Tischbein'],
    ]);
    // A sum at a parent that is not declared a group is not counted twice either.
    const sum = { name: 'Schreibtisch', attributes: 'lineNumber="1"', price: '500' };
    expect(shown(cart('500', sum, desk, legs))).toEqual(inOne);
    expect(shown(cart('1000', sum, desk, legs))).toHaveLength(3);
    expect(shown(cart('', sum, desk, legs))).toHaveLength(3);
  });

  test('a group without a price at the declared level uses the level that has prices', () => {
    const free = { ...desk, price: '0' };
    const unpriced = { name: 'Schreibtisch', attributes: composite('groupLevel'), price: '0' };
    expect(shown(cart('300', unpriced, desk)).map(([name]) => name)).toEqual(['Tischplatte']);
    const priced = { name: 'Schreibtisch', attributes: composite('itemLevel'), price: '500' };
    expect(shown(cart('500', priced, free)).map(([name]) => name)).toEqual(['Schreibtisch']);
    // Everything is free.
    const gift = cart('0', { ...unpriced, attributes: composite('groupLevel') }, free);
    expect(shown(gift)).toEqual([['Schreibtisch', '1', '0', '1 × Tischplatte']]);
  });

  test('handles nested groups between other items in any order', () => {
    const office = { name: 'Büro', attributes: composite('itemLevel') };
    const set = {
      name: 'Tisch',
      attributes: 'lineNumber="2" parentLineNumber="1" itemType="composite" compositeItemType="groupLevel"',
      price: '400',
    };
    const top = { name: 'Platte', attributes: child(3, 2), price: '350' };
    const chair = { name: 'Stuhl', attributes: child(4), price: '90' };
    const pen = { name: 'Stift', attributes: 'lineNumber="5" itemType="lean"', price: '1' };
    const lines = [
      ['Tisch', '1', '400', 'Büro\n1 × Platte'],
      ['Stuhl', '1', '90', 'Büro'],
      ['Stift', '1', '1', null],
    ];
    expect(shown(cart('491', office, set, top, chair, pen))).toEqual(lines);
    expect(shown(cart('491', top, set, chair, office, pen))).toEqual(lines);
  });

  test('positions replace missing line numbers', () => {
    const group = {
      name: 'Schreibtisch',
      attributes: 'itemType="composite" compositeItemType="groupLevel"',
      price: '500',
    };
    const part = { ...desk, attributes: 'parentLineNumber="1" itemType="item"' };
    expect(shown(cart('500', group, part)).map(([name]) => name)).toEqual(['Schreibtisch']);
  });

  test('freight of a group is not counted again for its items', () => {
    const rest =
      '<Shipping><Money currency="EUR">20</Money><Description xml:lang="de">Fracht</Description></Shipping>';
    const group = { name: 'Schreibtisch', attributes: composite('groupLevel'), price: '500', rest };
    const parts = [{ ...desk, rest }, legs];
    expect(cart('500', group, ...parts).map(({ kind, price }) => [kind, price])).toEqual([
      ['item', '500'],
      ['freight', '20'],
    ]);
    const unpriced = { ...group, attributes: composite('itemLevel'), price: '0' };
    expect(cart('500', unpriced, desk, legs).at(-1)).toMatchObject({ kind: 'freight', price: '20' });
  });

  test('cycles, unknown parents and duplicate numbers hide no item', () => {
    const circle = [
      { name: 'A', attributes: 'lineNumber="1" parentLineNumber="2" itemType="composite"', price: '1' },
      { name: 'B', attributes: 'lineNumber="2" parentLineNumber="1" itemType="composite"', price: '2' },
    ];
    const alone = { name: 'C', attributes: child(3, 99), price: '3' };
    const own = { name: 'D', attributes: 'lineNumber="4" parentLineNumber="4"', price: '4' };
    const twice = { name: 'E', attributes: 'lineNumber="4"', price: '5' };
    const names = cart('15', ...circle, alone, own, twice).map(({ description }) => description);
    expect(names).toEqual(['A', 'B', 'C', 'D', 'E']);
    const chain = Array.from({ length: 3000 }, (_, place) => ({
      name: `K${place}`,
      attributes: `lineNumber="${place + 1}" parentLineNumber="${place}"`,
      price: '1',
    }));
    const begun = process.cpuUsage();
    expect(cart('3000', ...chain)).toHaveLength(3000);
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000);
  });
});
