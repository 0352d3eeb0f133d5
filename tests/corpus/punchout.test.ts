import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dividedBy, times } from '../../src/base/money.ts';
import { type CartItem, type CartReading, cartFailures } from '../../src/features/punchout/cart.ts';
import { responseXml } from '../../src/features/punchout/cxml/message.ts';
import { type MarketplaceOrder, orderRequestXml } from '../../src/features/punchout/cxml/order-request.ts';
import { readAnswer } from '../../src/features/punchout/cxml/read-answer.ts';
import { readNotice } from '../../src/features/punchout/cxml/read-notice.ts';
import { type SetupRequest, setupRequestXml } from '../../src/features/punchout/cxml/setup-request.ts';
import { readReturn } from '../../src/features/punchout/returned.ts';
import { noticeKinds, noticeMessage } from '../../src/features/punchout/sandbox/notice-message.ts';
import { inDepth } from '../support/depth.ts';
import { dtdFaults as faultsBy, readDtd } from '../support/dtd.ts';

/** Samples and DTDs, which are outside of the project. */
const data = join(import.meta.dirname, '../../../shared/data/punchout');
const isThere = existsSync(data);
if (!isThere) console.warn(`Not run: the samples of punch-out are not at ${data}.`);

const dtd = isThere ? readDtd(join(data, 'dtd/cXML.dtd')) : new Map();
const dtdFaults = (files: Readonly<Record<string, string>>) => faultsBy(files, dtd);
const sample = (name: string) => readFileSync(join(data, name), 'utf8');
const form = 'application/x-www-form-urlencoded';

function returned(fields: Readonly<Record<string, string>>): CartReading {
  return readReturn({ type: form, body: new TextEncoder().encode(new URLSearchParams(fields).toString()) });
}

function itemsOf(reading: CartReading): readonly CartItem[] {
  if (!reading.ok) throw new Error(reading.reason);
  return reading.cart.items;
}

describe.skipIf(!isThere)('PUN-06 every sample is read as described in its README', () => {
  test('the cart of the specification', () => {
    const reading = returned({ 'cxml-urlencoded': sample('cxml/spec-examples/PunchOutOrderMessage.xml') });
    expect(reading).toMatchObject({
      ok: true,
      cart: { protocol: 'cxml', buyer_cookie: '34234234ADFSDF234234', operation_allowed: 'edit' },
    });
    expect(itemsOf(reading)).toMatchObject([
      {
        description: 'Learn ASP in a Week!',
        item_number: '1234',
        auxiliary_id: 'supplier cookie to describe configuration options on this item',
        quantity: '1',
        price: '10.23',
        price_unit: '1',
        currency: 'USD',
        unit: 'EA',
        manufacturer: "O'Reilly",
        manufacturer_number: 'ISBN-23455634',
        classes: [{ domain: 'SPSC', code: '12345' }],
        problems: [],
      },
      { description: 'WordBasic Macros', quantity: '2', price: '50', auxiliary_id: null },
    ]);
  });

  test('the cart of another library, in both notations', () => {
    const text = sample('cxml/friendsofcxml/PunchoutOrderMessage.xml');
    const plain = returned({ 'cxml-urlencoded': text });
    expect(returned({ 'cxml-base64': Buffer.from(text).toString('base64') })).toEqual(plain);
    expect(itemsOf(plain)).toMatchObject([
      { description: 'Excelsior Desk Chair', quantity: '3', price: '763.2', buyer_number: 'KD5555' },
      { description: '22Excelsior Desk Chair', quantity: '5', item_number: '666' },
    ]);
  });

  test('PRICE-06 an OCI post with a price for five units', () => {
    const lines = sample('oci/return-post-spec-example.txt')
      .split('\n')
      .filter((line) => line.startsWith('NEW_'));
    const reading = returned(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))));
    const [item] = itemsOf(reading);
    expect(item).toMatchObject({
      description: 'Schrauben M6x40',
      long_text: 'Langtext zur Position 1',
      quantity: '10',
      unit: 'PCE',
      price: '50',
      price_unit: '5',
      currency: 'EUR',
      item_number: '4711',
    });
    const { quantity, price, price_unit } = item as CartItem;
    expect(dividedBy(times(quantity ?? '', price ?? ''), price_unit)).toBe('100');
  });

  test('every OCI field is recognised by its name', () => {
    const names = sample('oci/oci-fields.csv')
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split(';')[0] || []);
    expect(names.length).toBeGreaterThan(30);
    const fields = names.map((name) => [
      name.startsWith('LONGTEXT') ? 'NEW_ITEM-LONGTEXT_1:132[]' : `NEW_ITEM-${name}[1]`,
      /QUANTITY|PRICE|LEADTIME/.test(name) ? '2' : `v ${name}`,
    ]);
    const [item] = itemsOf(returned(Object.fromEntries(fields)));
    expect(item).toMatchObject({
      quantity: '2',
      price: '2',
      price_unit: '2',
      lead_time_days: 2,
      vendor_number: 'v VENDOR',
      problems: [],
    });
    expect(item).toMatchObject({
      buyer_number: 'v MATNR',
      manufacturer: 'v MANUFACTCODE',
      manufacturer_number: 'v MANUFACTMAT',
      auxiliary_id: 'v EXT_PRODUCT_ID',
      quote_number: 'v EXT_QUOTE_ID',
      quote_item: 'v EXT_QUOTE_ITEM',
      classes: [
        { domain: 'MATGROUP', code: 'v MATGROUP' },
        { domain: 'v EXT_SCHEMA_TYPE', code: 'v EXT_CATEGORY_ID' },
      ],
    });
  });

  test('PUN-04 answers', () => {
    expect(readAnswer(sample('cxml/spec-examples/PunchOutSetupResponse.xml'))).toEqual({
      ok: true,
      status: { code: '200', text: 'OK' },
      startPage: 'http://premier.workchairs.com/store?23423SDFSDF23',
    });
    const order = { ok: true, status: { code: '200', text: 'OK' }, startPage: null };
    expect(readAnswer(sample('cxml/spec-examples/OrderResponse.xml'))).toEqual(order);
    expect(readAnswer(sample('cxml/spec-examples/StatusUpdateResponse.xml'))).toEqual(order);
    expect(readAnswer(sample('cxml/spec-examples/ProfileResponse.xml'))).toEqual(order);
  });

  test("PUN-10 a shop's answers about the state of an order", () => {
    expect(readNotice(sample('cxml/spec-examples/StatusUpdateRequest.xml'))).toMatchObject({
      ok: true,
      notice: {
        kind: 'status',
        orders: [{ order_payload: '0c300508b7863dcclb_14999' }],
        from: '942888711',
        status: { code: '200', text: 'Forwarded to manufacturer' },
        sender: { identity: '942888711', secret: 'abracadabra' },
      },
    });
  });

  test.each([
    'cxml/friendsofcxml/QuoteMessage.xml',
    'cxml/friendsofcxml/PunchOutSetupRequest.xml',
    'cxml/friendsofcxml/simple-profile-request.xml',
    'cxml/spec-examples/OrderRequest.xml',
    'cxml/spec-examples/ProfileRequest.xml',
    'cxml/spec-examples/PunchOutSetupRequest.xml',
  ])('%s is no cart', (name) => {
    expect(returned({ 'cxml-urlencoded': sample(name) })).toEqual({ ok: false, reason: 'other_message' });
    expect(readNotice(sample(name))).toEqual({ ok: false, reason: 'other_message' });
  });
});

const parties = {
  from: { domain: 'NetworkId', identity: 'kontor & "Söhne"' },
  to: { domain: 'NetworkId', identity: 'Amazon' },
  secret: 's3cr3t <&>',
};
const head = { payloadId: '1.2@kontor.example', timestamp: '2026-11-26T08:15:00+01:00', language: 'de' };
const address = {
  name: 'Musterfirma GmbH & Co.',
  deliver_to: ['Ina Berg', 'Einkauf'],
  street: 'Hauptstraße 1',
  city: 'Köln',
  zipcode: '50667',
  country: 'DE',
  email: 'ina@example.com',
  phone: '+49 221 1234',
  id: 'K1',
};
const cartItem: CartItem = {
  kind: 'item',
  description: 'Stuhl <b>',
  long_text: null,
  item_number: 'B00',
  auxiliary_id: '2793745580059, 1 ',
  buyer_number: null,
  manufacturer: 'Sitz',
  manufacturer_number: 'S 1',
  quantity: '3',
  unit: 'EA',
  price: '12.34',
  price_unit: '100',
  currency: 'EUR',
  tax: '19',
  lead_time_days: 3,
  vendor_number: null,
  classes: [{ domain: 'UNSPSC', code: '56101504' }],
  quote_number: null,
  quote_item: null,
  image_url: null,
  webshop_url: null,
  problems: [],
};
const bare: CartItem = {
  ...cartItem,
  auxiliary_id: null,
  unit: null,
  classes: [],
  price: null,
  manufacturer: null,
};
const setup: SetupRequest = {
  operation: 'create',
  buyerCookie: 'abc',
  returnUrl: 'https://kontor.example/api/punchin/return/x?a=1&b=2',
  setupUrl: 'https://shop.example/cxml',
  user: { email: 'ina@example.com', name: 'Ina Berg' },
  businessUnit: null,
  shipTo: null,
  currency: 'EUR',
  items: [cartItem, bare],
  isTest: false,
};
const ordered = {
  line_number: 1,
  item: cartItem,
  delivery_date: null,
  cost_center: '4711',
  ledger_account: null,
};
const order: MarketplaceOrder = {
  order_number: 'PO-1',
  ordered_at: '2026-11-26T08:15:00+01:00',
  version: 1,
  type: 'new',
  earlier_payload: null,
  cart_cookies: ['abc'],
  currency: 'EUR',
  ship_to: address,
  bill_to: { ...address, street: '', city: '', zipcode: null, deliver_to: [], email: null, id: null },
  contact: { name: 'Ina Berg', email: 'ina@example.com' },
  comment: 'Bitte klingeln ]]> & mehr',
  items: [
    ordered,
    { ...ordered, line_number: 2, item: bare, delivery_date: '2026-12-01', ledger_account: '6815' },
    {
      ...ordered,
      line_number: 3,
      item: { ...bare, kind: 'freight', price: '4.9', price_unit: '1', quantity: '1' },
    },
  ],
  isTest: true,
};

describe.skipIf(!isThere)('written messages are valid by the DTD', () => {
  test('PUN-10 notices of the sandbox', () => {
    const fulfill = readDtd(join(data, 'dtd/Fulfill.dtd'));
    const line = {
      lineNumber: '1',
      item: 'A',
      auxiliary: '',
      name: 'Stuhl <b>',
      quantity: '4',
      unit: 'EA',
      wantedOn: '',
    };
    const buyer = { domain: 'NetworkId', identity: 'kontor & "Söhne"' };
    const taken = {
      id: 'x',
      payloadId: 'p&1',
      number: 'PO-1',
      type: 'new',
      cookies: [],
      lines: [line],
      buyer,
      shop: buyer,
      company: 'Muster & Co',
    };
    const promised = [
      { line, quantity: 3, day: '2026-12-01' },
      { line, quantity: 0, day: '' },
    ];
    const sent = { payloadId: 'n&1', now: new Date('2026-11-26T08:15:00Z'), secret: 's3cr3t <&>' };
    // Invoices have a DTD of their own.
    const kinds = noticeKinds.filter((kind) => kind !== 'bill');
    const files = kinds.map((kind) => [
      `${kind}.xml`,
      noticeMessage(taken, { kind, number: 'AB-1', promised }, sent),
    ]);
    expect(faultsBy(Object.fromEntries(files), fulfill)).toEqual([]);
  });

  test('samples are valid, damaged ones are not', () => {
    const name = 'cxml/spec-examples/PunchOutSetupRequest.xml';
    expect(dtdFaults({ 'sample.xml': sample(name) })).toEqual([]);
    const damaged = sample(name).replace('<BuyerCookie>34234234ADFSDF234234</BuyerCookie>', '');
    expect(dtdFaults({ 'sample.xml': damaged }).join()).toMatch(/PunchOutSetupRequest/);
  });

  test('PUN-04 set-ups', () => {
    const files = {
      'create.xml': setupRequestXml(head, parties, setup),
      'edit.xml': setupRequestXml(head, parties, { ...setup, operation: 'edit', shipTo: address }),
      'inspect.xml': setupRequestXml(head, parties, { ...setup, operation: 'inspect', businessUnit: 'Köln' }),
      'no-secret.xml': setupRequestXml(head, { ...parties, secret: null }, { ...setup, isTest: true }),
    };
    expect(dtdFaults(files)).toEqual([]);
    expect(files['create.xml']).not.toContain('ItemOut');
    expect(files['edit.xml']).toContain(
      '<SupplierPartAuxiliaryID>2793745580059, 1 </SupplierPartAuxiliaryID>',
    );
    expect(files['inspect.xml']).toContain('<Extrinsic name="UserBusinessUnit">Köln</Extrinsic>');
  });

  test('PUN-10 orders, their changes and cancellations', () => {
    const files = {
      'new.xml': orderRequestXml(head, parties, order),
      'delete.xml': orderRequestXml(head, parties, { ...order, type: 'delete', earlier_payload: 'x' }),
      'update.xml': orderRequestXml(head, parties, { ...order, type: 'update', comment: null, version: 2 }),
      'answer.xml': responseXml(head, { code: '200', text: 'OK' }),
      'refusal.xml': responseXml(head, { code: '400', text: 'Bad Request', detail: 'no order <&>' }),
    };
    expect(dtdFaults(files)).toEqual([]);
    expect(files['new.xml']).toContain('<Extrinsic name="BuyerCookie">abc</Extrinsic>');
    expect(files['new.xml']).toContain('<Total><Money currency="EUR">0.37</Money></Total>');
    expect(readAnswer(files['refusal.xml'])).toMatchObject({ ok: true, status: { code: '400' } });
  });

  test('any content of a cart', () => {
    const text = fc.option(fc.string({ unit: 'binary', maxLength: 50 }));
    const item = fc.record({
      description: fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
      item_number: text,
      auxiliary_id: text,
      unit: text,
      price_unit: fc.constantFrom('1', '5', '0.5'),
      classes: fc.array(
        fc.record({ domain: fc.string({ unit: 'binary' }), code: fc.string({ unit: 'binary' }) }),
      ),
    });
    const carts = fc.sample(fc.array(item, { minLength: 1, maxLength: 4 }), inDepth(40, 1000));
    const files = carts.map((items, place) => {
      const written = items.map((each) => ({ ...cartItem, ...each }));
      return [
        [`s${place}.xml`, setupRequestXml(head, parties, { ...setup, operation: 'edit', items: written })],
        [
          `o${place}.xml`,
          orderRequestXml(head, parties, {
            ...order,
            items: written.map((each) => ({ ...ordered, item: each })),
          }),
        ],
      ];
    });
    expect(dtdFaults(Object.fromEntries(files.flat()))).toEqual([]);
  });
});

test('PUN-06 no return makes the reading throw', () => {
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .string({ unit: 'binary' })
      .map((text) => new TextEncoder().encode(`cxml-urlencoded=${encodeURIComponent(text.toWellFormed())}`)),
    fc.string().map((text) => new TextEncoder().encode(`cxml-base64=${text}`)),
    fc
      .array(
        fc.tuple(
          fc.constantFrom('PRICE', 'QUANTITY', 'UNIT', 'DESCRIPTION', '__proto__'),
          fc.string(),
          fc.nat(9),
        ),
      )
      .map((fields) =>
        new TextEncoder().encode(
          fields
            .map(([name, value, index]) => `NEW_ITEM-${name}[${index}]=${encodeURIComponent(value)}`)
            .join('&'),
        ),
      ),
  );
  fc.assert(
    fc.property(body, fc.constantFrom(form, 'text/xml', `${form}; charset=nonsense`, ''), (bytes, type) => {
      const reading = readReturn({ type, body: bytes });
      if (!reading.ok) expect(cartFailures).toContain(reading.reason);
    }),
    { numRuns: inDepth(300, 5000) },
  );
});
