import { describe, expect, it } from 'vitest';
import { amountOf } from '../../src/base/money.ts';
import { readReturn } from '../../src/features/punchout/returned.ts';
import { type Carried, carriedCxml, carriedOci, type SoldItem, soldItems } from '../punchout/carts.ts';
import { inDepth } from '../support/depth.ts';
import { chanceOf } from '../torture/chance.ts';

const rounds = inDepth(250, 3_000);

/** The reading of a cart, in its seller's terms. */
function readItems(carried: Carried) {
  const reading = readReturn(carried, 'de');
  if (!reading.ok) throw new Error(`refused: ${reading.reason}`);
  return reading.cart.items.map((item) => ({
    name: item.description,
    long: item.long_text,
    number: item.item_number,
    auxiliary: item.auxiliary_id,
    quantity: item.quantity,
    unit: item.unit,
    price: item.price,
    per: item.price_unit,
    days: item.lead_time_days,
    group: item.classes[0]?.domain === 'own' ? null : (item.classes[0]?.code ?? null),
    problems: item.problems,
  }));
}

function asRead(items: readonly SoldItem[]) {
  return items.map((item) => ({
    ...item,
    quantity: amountOf(item.quantity),
    price: item.price === null ? null : amountOf(item.price),
    problems: [],
  }));
}

/** Contains only values that the database can store. */
function expectStorable(value: unknown): void {
  const json = JSON.stringify(value);
  expect(json).not.toMatch(/\\u0000|\\ud[89a-f]/);
  expect(() => new TextEncoder().encode(json)).not.toThrow();
}

describe('PUN-06 a cart is read equally in every notation of a shop', () => {
  it(`${rounds} carts of cXML`, () => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const chance = chanceOf(seed);
      const items = soldItems(chance, 4);
      const carried = carriedCxml(`cookie ${seed}`, items, chance);
      expect([seed, readItems(carried)]).toEqual([seed, asRead(items)]);
    }
  });

  it(`${rounds} carts of OCI`, () => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const chance = chanceOf(seed);
      const items = soldItems(chance, 4);
      expect([seed, readItems(carriedOci(items, chance))]).toEqual([seed, asRead(items)]);
    }
  });

  it('five hundred items', () => {
    const chance = chanceOf(17);
    const [one] = soldItems(chance, 1);
    const items = Array.from({ length: 500 }, (_, place) => ({
      ...(one as SoldItem),
      number: `N${place}`,
      auxiliary: null,
    }));
    expect(readItems(carriedOci(items, chance))).toEqual(asRead(items));
    expect(readItems(carriedCxml('c', items, chance))).toEqual(asRead(items));
  });

  it(`${rounds} broken carts are refused or read, and never contain unstorable values`, () => {
    const refusals = new Set<string>();
    for (let seed = 1; seed <= rounds; seed += 1) {
      const chance = chanceOf(seed);
      const items = soldItems(chance, 2);
      const { type, body } = chance.share(0.5) ? carriedCxml('c', items, chance) : carriedOci(items, chance);
      const broken = body.slice(0, chance.share(0.3) ? chance.below(body.length) : body.length);
      for (let times = chance.below(6); times > 0; times -= 1)
        broken[chance.below(broken.length)] = chance.below(256);
      const reading = readReturn({ type, body: broken }, 'de');
      if (reading.ok) expectStorable(reading.cart.items);
      else refusals.add(reading.reason);
    }
    expect(refusals.size).toBeGreaterThan(1);
  });

  it('NUL, control characters and half characters in every field', () => {
    const nasty = [
      '\0',
      'a\0b',
      '\u0001',
      '\u202eabc',
      'http://x/\0.png',
      'javascript:alert(1)',
      '\ud800',
      '10^400',
      '9'.repeat(401),
      `1${'0'.repeat(39)}`,
      '-5',
      '1e400',
      '<script>',
      'NaN',
      'Infinity',
    ];
    const fields = [
      'DESCRIPTION',
      'MATNR',
      'VENDORMAT',
      'QUANTITY',
      'UNIT',
      'PRICE',
      'PRICEUNIT',
      'CURRENCY',
      'LEADTIME',
      'VENDOR',
      'MATGROUP',
      'EXT_QUOTE_ID',
      'EXT_QUOTE_ITEM',
      'EXT_PRODUCT_ID',
      'EXT_SCHEMA_TYPE',
      'EXT_CATEGORY_ID',
      'ATTACHMENT',
      'MANUFACTCODE',
      'MANUFACTMAT',
      'LONGTEXT',
    ];
    for (const value of nasty)
      for (const field of fields) {
        const wanted = {
          DESCRIPTION: 'Stift',
          QUANTITY: '1',
          PRICE: '1',
          CURRENCY: 'EUR',
          EXT_CATEGORY_ID: '1',
          [field]: value,
        };
        const form = new URLSearchParams(
          Object.entries(wanted).map(([name, each]) => [`NEW_ITEM-${name}[1]`, each]),
        );
        const reading = readReturn({
          type: 'application/x-www-form-urlencoded',
          body: new TextEncoder().encode(form.toString()),
        });
        if (!reading.ok) throw new Error(`${field} ${value}: ${reading.reason}`);
        expectStorable(reading.cart.items);
        const [item] = reading.cart.items;
        expect([field, value, item?.image_url ?? '']).toEqual([
          field,
          value,
          expect.not.stringMatching(/^javascript|\0/),
        ]);
        expect(item?.description).not.toMatch(/[\0\u202e]/);
        // An invalid number keeps the item from becoming a line, and is reported.
        if (['QUANTITY', 'PRICE'].includes(field) && !/^[\p{Cc}]*$/u.test(value))
          expect([field, value, item?.problems.length]).toEqual([field, value, 1]);
      }
  });

  const bare = (inside: string) =>
    `<cXML><Message><PunchOutOrderMessage><BuyerCookie>c</BuyerCookie>${inside}</PunchOutOrderMessage></Message></cXML>`;
  const item = (detail: string) =>
    `<ItemIn quantity="1"><ItemID><SupplierPartID>1</SupplierPartID></ItemID><ItemDetail>${detail}</ItemDetail></ItemIn>`;
  const described = (text: string, language: string) => {
    const reading = readReturn({ type: 'text/xml', body: new TextEncoder().encode(text) }, language);
    return reading.ok ? reading.cart.items[0]?.description : reading.reason;
  };

  it('I18N-01 in Czech, whose key in the product is not a language tag', () => {
    const both =
      '<Description xml:lang="en">Pen</Description><Description xml:lang="cs-CZ">Pero</Description>';
    expect(described(bare(item(both)), 'cz')).toBe('Pero');
    expect(described(bare(item(both)), 'de')).toBe('Pen');
    // `it` does not match other tags with this prefix.
    const other = '<Description xml:lang="en">Pen</Description><Description xml:lang="itx">X</Description>';
    expect(described(bare(item(other)), 'it')).toBe('Pen');
  });

  it('with signatures whose prefix is declared only in the DTD', () => {
    const signed = bare(item('<Description xml:lang="de">Stift</Description>')).replace(
      '<Message>',
      '<ds:Signature xades:Id="1"><ds:Object/></ds:Signature><Message>',
    );
    expect(described(signed, 'de')).toBe('Stift');
  });

  it("in an encoding other than the prolog's", () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${bare(item('<Description>Füller</Description>'))}`;
    expect(described(text, 'de')).toBe('Füller');
    const latin = Uint8Array.from(text.replace('ISO-8859-1', 'UTF-8'), (sign) => sign.charCodeAt(0));
    const reading = readReturn({ type: 'text/xml', body: latin }, 'de');
    expect(reading).toMatchObject({ ok: true, cart: { items: [{ description: 'Füller' }] } });
  });
});
