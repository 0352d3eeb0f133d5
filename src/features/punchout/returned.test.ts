import { describe, expect, test } from 'vitest';
import { type CartItem, type CartReading, maxCartItems } from './cart.ts';
import { readReturn } from './returned.ts';

const form = 'application/x-www-form-urlencoded';
const bytes = (text: string) => new TextEncoder().encode(text);

function message(items: string, head = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/cXML.dtd">
<cXML payloadID="1" timestamp="2026-01-01T00:00:00Z"><Header/><Message><PunchOutOrderMessage>
<BuyerCookie>c00kie</BuyerCookie>
<PunchOutOrderMessageHeader operationAllowed="edit"><Total><Money currency="EUR">1</Money></Total>${head}</PunchOutOrderMessageHeader>
${items}</PunchOutOrderMessage></Message></cXML>`;
}

interface Parts {
  readonly quantity?: string;
  readonly price?: string;
  readonly detail?: string;
  readonly id?: string;
  readonly rest?: string;
}

function itemIn({
  quantity = 'quantity="2"',
  price = '<Money currency="EUR">3.50</Money>',
  detail,
  id,
  rest,
}: Parts) {
  return `<ItemIn ${quantity}><ItemID>${id ?? '<SupplierPartID>A1</SupplierPartID>'}</ItemID><ItemDetail>
<UnitPrice>${price}</UnitPrice><Description xml:lang="de">Stift</Description><UnitOfMeasure>EA</UnitOfMeasure>${detail ?? ''}
<Classification domain="UNSPSC">44121701</Classification></ItemDetail>${rest ?? ''}</ItemIn>`;
}

function posted(text: string): CartReading {
  return readReturn({ type: form, body: bytes(`cxml-urlencoded=${encodeURIComponent(text)}`) });
}

function cartOf(reading: CartReading) {
  if (!reading.ok) throw new Error(reading.reason);
  return reading.cart;
}

const firstOf = (text: string) => cartOf(posted(text)).items[0] as CartItem;
const oci = (fields: Readonly<Record<string, string>>, item = 1) =>
  Object.entries(fields)
    .map(([name, value]) => `NEW_ITEM-${name}%5B${item}%5D=${encodeURIComponent(value)}`)
    .join('&');
const readOci = (body: string | Uint8Array, type = form) =>
  readReturn({ type, body: typeof body === 'string' ? bytes(body) : body });
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const pen = { DESCRIPTION: 'Stift', QUANTITY: '2', UNIT: 'PCE', PRICE: '3.50', CURRENCY: 'EUR' };

describe('PUN-06 carts of cXML', () => {
  test('namespaces, comments, CDATA and the order of attributes do not matter', () => {
    const plain = posted(message(itemIn({})));
    const dressed = message(
      itemIn({ price: '<Money alternateAmount="4" currency="EUR"><!-- net -->3.5<![CDATA[0]]></Money>' }),
    )
      .replace(
        '<cXML',
        '<cXML xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://xml.cxml.org" version="1.2"',
      )
      .replace('Stift', '<!-- a --><![CDATA[Stift]]>');
    expect(posted(dressed)).toEqual(plain);
    expect(cartOf(plain)).toMatchObject({ buyer_cookie: 'c00kie', operation_allowed: 'edit' });
  });

  test('accepts base64, a plain body, double escaping, quoting, and leading blanks', () => {
    const text = message(itemIn({}));
    const plain = posted(text);
    const base64 = btoa(text);
    for (const body of [
      `cXML-base64=${encodeURIComponent(base64)}`,
      `cxml-base64=${base64}`,
      `other=1&cxml-base64=${encodeURIComponent(base64.replace(/(.{76})/g, '$1\r\n'))}`,
      `cxml-urlencoded=${encodeURIComponent(encodeURIComponent(text))}`,
      `cXML-urlencoded=${encodeURIComponent(`\n  ${text}`)}`,
      `cxml-urlencoded=${encodeURIComponent(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'))}`,
    ]) {
      expect(readOci(body), body.slice(0, 60)).toEqual(plain);
    }
    expect(readOci(text, 'text/xml; charset=utf-8')).toEqual(plain);
  });

  test('reads umlauts in every encoding', () => {
    const text = message(itemIn({}).replace('Stift', 'Füller für Äußeres'));
    const inLatin = latin(text.replace('UTF-8', 'ISO-8859-1'));
    const asBytes = (all: Uint8Array) =>
      [...all].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    for (const body of [
      `cxml-urlencoded=${encodeURIComponent(text)}`,
      `cxml-urlencoded=${encodeURIComponent(text.replace('UTF-8', 'ISO-8859-1'))}`,
      `cxml-urlencoded=${asBytes(inLatin)}`,
      `cxml-urlencoded=${asBytes(latin(text))}`,
      `cxml-base64=${encodeURIComponent(btoa(String.fromCharCode(...inLatin)))}`,
      `cxml-base64=${encodeURIComponent(btoa(String.fromCharCode(...bytes(text))))}`,
    ]) {
      expect(cartOf(readOci(body)).items[0]?.description, body.slice(0, 90)).toBe('Füller für Äußeres');
    }
  });

  test('optional parts may be missing', () => {
    const bare = message('<ItemIn quantity="1"><ItemID><SupplierPartID>X</SupplierPartID></ItemID></ItemIn>');
    expect(firstOf(bare)).toMatchObject({
      description: 'X',
      unit: null,
      price: null,
      currency: 'EUR',
      problems: [],
    });
    const empty = '<cXML><Message><PunchOutOrderMessage/></Message></cXML>';
    expect(posted(empty)).toMatchObject({ ok: true, cart: { buyer_cookie: null, items: [] } });
  });

  test('PRICE-06 a price per hundred, in the order unit or another one', () => {
    const basis = (attributes: string) =>
      firstOf(
        message(
          itemIn({
            detail: `<PriceBasisQuantity ${attributes}><UnitOfMeasure>KGM</UnitOfMeasure></PriceBasisQuantity>`,
          }),
        ),
      );
    expect(basis('quantity="100" conversionFactor="1"')).toMatchObject({ price: '3.5', price_unit: '100' });
    expect(basis('quantity="100" conversionFactor="4"')).toMatchObject({ price: '3.5', price_unit: '25' });
    expect(basis('quantity="1" conversionFactor="0.3"')).toMatchObject({ price: '1.05', price_unit: '1' });
    expect(basis('quantity="0" conversionFactor="1"').problems).toEqual(['price_invalid']);
    expect(basis('quantity="x"').problems).toEqual(['price_invalid']);
  });

  test.each([
    ['quantity=""', { quantity: null, problems: ['quantity_missing'] }],
    ['', { quantity: null, problems: ['quantity_missing'] }],
    ['quantity="0"', { problems: ['quantity_invalid'] }],
    ['quantity="-1"', { problems: ['quantity_invalid'] }],
    ['quantity="many"', { problems: ['quantity_invalid'] }],
    ['quantity="1.0000"', { quantity: '1', problems: [] }],
    ['quantity="0.0005"', { problems: ['quantity_invalid'] }],
    ['quantity="1,5"', { quantity: '1.5', problems: [] }],
    ['quantity="1,500"', { problems: ['quantity_invalid'] }],
  ])('quantity %s', (quantity, expected) => {
    expect(firstOf(message(itemIn({ quantity })))).toMatchObject(expected);
  });

  test.each([
    ['<Money currency="EUR">0</Money>', { price: '0', problems: [] }],
    ['<Money currency="EUR">-3</Money>', { price: '-3', problems: ['price_negative'] }],
    ['<Money>3</Money>', { price: '3', currency: 'EUR', problems: [] }],
    ['<Money currency="USD">1,234.50</Money>', { price: '1234.5', currency: 'USD' }],
    ['<Money currency="EUR">1.234,50</Money>', { price: '1234.5' }],
    ['<Money currency="EUR">12,5</Money>', { price: '12.5' }],
    ['<Money currency="EUR">.34</Money>', { price: '0.34' }],
    ['<Money currency="EUR">1,234</Money>', { price: null, problems: ['price_invalid'] }],
    ['<Money currency="EUR">free</Money>', { price: null, problems: ['price_invalid'] }],
    ['<Money currency="EUR">99999999999</Money>', { price: null, problems: ['price_invalid'] }],
    ['<Money currency="EUR">1.123456789012</Money>', { price: '1.12345679', problems: [] }],
    ['', { price: null, problems: [] }],
  ])('price %s', (price, expected) => {
    expect(firstOf(message(itemIn({ price })))).toMatchObject(expected);
  });

  test('keeps the supplier’s numbers unchanged, including blanks', () => {
    const id =
      '<SupplierPartID> B 1</SupplierPartID><SupplierPartAuxiliaryID>2793745580059, 1 </SupplierPartAuxiliaryID>';
    expect(firstOf(message(itemIn({ id })))).toMatchObject({
      item_number: ' B 1',
      auxiliary_id: '2793745580059, 1 ',
    });
  });

  test('taxes and freight of the cart and of items', () => {
    const tax = (rate: string) =>
      `<Tax><Money currency="EUR">1</Money><Description xml:lang="de">USt</Description><TaxDetail category="vat" percentageRate="${rate}"/></Tax>`;
    const shipping = (amount: string) =>
      `<Shipping><Money currency="EUR">${amount}</Money><Description xml:lang="de">Versand</Description></Shipping>`;
    const text = message(
      itemIn({}) + itemIn({ rest: `${shipping('1.5')}${tax('7')}` }),
      `${shipping('4.90')}${tax('19')}`,
    );
    expect(cartOf(posted(text)).items).toMatchObject([
      { kind: 'item', tax: '19' },
      { kind: 'item', tax: '7' },
      { kind: 'freight', description: 'Versand', quantity: '1', price: '6.4', tax: '19' },
    ]);
    expect(cartOf(posted(message(itemIn({}), shipping('0')))).items).toHaveLength(1);
    expect(cartOf(posted(message('', shipping('5')))).items).toHaveLength(0);
  });

  test('prefers the requested language, and a short name over a long one', () => {
    const described = (inside: string) =>
      firstOf(message(itemIn({}).replace('<Description xml:lang="de">Stift</Description>', inside)));
    expect(
      described(
        '<Description xml:lang="en">Pen</Description><Description xml:lang="de-DE">Stift</Description>',
      ),
    ).toMatchObject({ description: 'Stift', long_text: null });
    expect(
      described('<Description xml:lang="en"> <ShortName>Pen</ShortName> writes well</Description>'),
    ).toMatchObject({
      description: 'Pen',
      long_text: 'writes well',
    });
  });

  test('keeps scripts as text and drops script addresses', () => {
    const item = firstOf(
      message(
        itemIn({ detail: '' })
          .replace('Stift', '&lt;script&gt;alert(1)&lt;/script&gt;\u202e')
          .replace('</ItemDetail>', '<URL>javascript:alert(1)</URL></ItemDetail>'),
      ),
    );
    expect(item).toMatchObject({ description: '<script>alert(1)</script>', webshop_url: null });
  });

  test('reads two thousand items within seconds', () => {
    // CPU time, so that other load on the machine does not count.
    const started = process.cpuUsage();
    expect(cartOf(posted(message(itemIn({}).repeat(2000)))).items).toHaveLength(2000);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(5000);
  });
});

describe('PUN-06 hostile returns', () => {
  const bomb = `<!DOCTYPE cXML [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>`;
  test.each([
    ['an entity bomb', message('').replace(/<!DOCTYPE[^>]*>/, bomb), 'doctype'],
    [
      'an external entity',
      message('').replace(/(cXML\.dtd")>/, '$1 [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      'doctype',
    ],
    ['another root', '<!DOCTYPE html><html/>', 'doctype'],
    ['an unknown entity', message(itemIn({}).replace('Stift', '&xxe;')), 'not_xml'],
    ['no XML', 'hello', 'not_xml'],
    ['a truncated message', message('').slice(0, 300), 'not_xml'],
    ['an HTML page', '<html><body>Error</body></html>', 'not_xml'],
    ['depth', message('<a>'.repeat(1000) + '</a>'.repeat(1000)), 'too_deep'],
    ['nodes', message('<a/>'.repeat(200_000)), 'too_large'],
    ['too many items', message('<ItemIn/>'.repeat(maxCartItems + 1)), 'too_many_items'],
  ])('%s', (_, text, reason) => {
    expect(posted(text)).toEqual({ ok: false, reason });
  });

  test('refuses other forms and bodies above the limits', () => {
    expect(readOci('a=1&b=2')).toEqual({ ok: false, reason: 'no_cart' });
    expect(readOci('')).toEqual({ ok: false, reason: 'no_cart' });
    expect(readOci('cxml-base64=***')).toEqual({ ok: false, reason: 'not_xml' });
    expect(readOci(new Uint8Array(21 * 1024 * 1024))).toEqual({ ok: false, reason: 'too_large' });
    expect(readOci('x&'.repeat(200_001))).toEqual({ ok: false, reason: 'too_large' });
    const many = Array.from({ length: maxCartItems + 1 }, (_, item) => oci({ QUANTITY: '1' }, item)).join(
      '&',
    );
    expect(readOci(many)).toEqual({ ok: false, reason: 'too_many_items' });
  });
});

describe('PUN-06 carts of OCI', () => {
  test('sorts items by number, ignoring the case of field names', () => {
    const body = `${oci({ ...pen, DESCRIPTION: 'B' }, 12)}&${oci({ ...pen, DESCRIPTION: 'A' }, 2)}&~caller=CTLG`;
    const reading = readOci(body.replace('NEW_ITEM-UNIT', 'new_item-unit'));
    expect(cartOf(reading).items.map(({ description }) => description)).toEqual(['A', 'B']);
    expect(cartOf(reading)).toMatchObject({ protocol: 'oci', buyer_cookie: null });
  });

  test.each([
    ['10.000', '10'],
    ['1,500', '1.5'],
    ['1.234,5', '1234.5'],
    ['1 234,5', '1234.5'],
    ['1,234,567', '1234567'],
    ['        3', '3'],
  ])('a quantity of %s is %s', (quantity, expected) => {
    expect(cartOf(readOci(oci({ ...pen, QUANTITY: quantity }))).items).toMatchObject([
      { quantity: expected },
    ]);
  });

  test('PRICE-06 a price unit that is empty or a thousand', () => {
    const priced = (fields: Record<string, string>) => cartOf(readOci(oci({ ...pen, ...fields }))).items[0];
    expect(priced({ PRICEUNIT: '' })).toMatchObject({ price: '3.5', price_unit: '1' });
    expect(priced({ PRICE: '12,34', PRICEUNIT: '1000' })).toMatchObject({
      price: '12.34',
      price_unit: '1000',
    });
    expect(priced({ PRICEUNIT: '0' })).toMatchObject({ price: null, problems: ['price_invalid'] });
    expect(priced({ PRICE: '-1' })).toMatchObject({ problems: ['price_negative'] });
    expect(priced({ QUANTITY: '' })).toMatchObject({ problems: ['quantity_missing'] });
  });

  test('reads umlauts in every encoding', () => {
    const rest = oci({ QUANTITY: '1' });
    for (const [body, type] of [
      [`${oci({ DESCRIPTION: 'Füller für 3 €' })}&${rest}`],
      [`NEW_ITEM-DESCRIPTION[1]=F%FCller+f%FCr+3+%80&${rest}`],
      [`NEW_ITEM-DESCRIPTION[1]=F%FCller+f%FCr+3+%A4&${rest}`, `${form}; charset=iso-8859-15`],
      [`NEW_ITEM-DESCRIPTION[1]=F%FCller+f%FCr+3+%80&http_content_charset=utf-8&${rest}`],
      [`NEW_ITEM-DESCRIPTION[1]=F%FCller+f%FCr+3+%80&http_content_charset=windows-1252&${rest}`],
      [`${oci({ DESCRIPTION: 'Füller für 3 €' })}&_charset_=UTF-8&${rest}`, `${form}; charset=nonsense`],
    ] as const) {
      expect(cartOf(readOci(body, type)).items[0]?.description, body).toBe('Füller für 3 €');
    }
    const czech = `NEW_ITEM-DESCRIPTION[1]=%BElu%9D&_charset_=windows-1250&${rest}`;
    expect(cartOf(readOci(czech)).items[0]?.description).toBe('ľluť');
  });

  test('a long text in pieces, and a missing description', () => {
    const pieces = 'NEW_ITEM-LONGTEXT_1:132[]=Zeile+1&NEW_ITEM-LONGTEXT_1:132[]=Zeile+2';
    expect(cartOf(readOci(`${oci(pen)}&${pieces}`)).items[0]?.long_text).toBe('Zeile 1\nZeile 2');
    const { DESCRIPTION: _, ...bare } = pen;
    expect(cartOf(readOci(oci({ ...bare, MATNR: '77' }))).items[0]).toMatchObject({
      description: '77',
      problems: [],
    });
    expect(cartOf(readOci(oci(bare))).items[0]?.problems).toEqual(['description_missing']);
  });

  test('accepts multipart/form-data in any encoding', () => {
    const boundary = '----shop';
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const parts = Object.entries({ ...pen, DESCRIPTION: 'F\u00fcller\r\n' }).map(([name, value]) =>
      part(`NEW_ITEM-${name}[1]`, value),
    );
    const type = `multipart/form-data; boundary="${boundary}"`;
    const whole = `preamble\r\n${parts.join('')}--${boundary}--\r\n`;
    expect(cartOf(readOci(latin(whole), type)).items).toMatchObject([
      { description: 'F\u00fcller', quantity: '2' },
    ]);
    expect(cartOf(readOci(bytes(whole), type)).items).toMatchObject([{ description: 'F\u00fcller' }]);
    const xml = `${part('cxml-urlencoded', message(itemIn({})))}--${boundary}--`;
    expect(cartOf(readOci(bytes(xml), type)).items).toHaveLength(1);
    for (const broken of ['', whole.slice(0, -12), 'no form at all'])
      expect(readOci(bytes(broken), type)).toEqual({ ok: false, reason: 'no_cart' });
    expect(readOci(bytes(whole), 'multipart/form-data')).toEqual({ ok: false, reason: 'no_cart' });
  });

  test('reads every known field', () => {
    const body = oci(
      {
        ...{ DESCRIPTION: 'Schraube', MATNR: '4711', VENDORMAT: 'M6', QUANTITY: '250', UNIT: 'PCE' },
        ...{ PRICE: '12,34', PRICEUNIT: '100', CURRENCY: 'EUR', LEADTIME: '3', VENDOR: ' 70001 ' },
        ...{ MATGROUP: 'Eisen', EXT_QUOTE_ID: 'Q-1', EXT_QUOTE_ITEM: '10' },
        ATTACHMENT: 'https://shop.example/m6.png',
      },
      7,
    );
    expect(cartOf(readOci(`${body}&NEW_ITEM-LONGTEXT_7:132[]=Stahl+verzinkt`)).items).toEqual([
      {
        ...{ kind: 'item', description: 'Schraube', long_text: 'Stahl verzinkt', problems: [] },
        ...{ buyer_number: '4711', item_number: 'M6', auxiliary_id: null, vendor_number: '70001' },
        ...{ quantity: '250', unit: 'PCE', price: '12.34', price_unit: '100', currency: 'EUR', tax: null },
        ...{ lead_time_days: 3, classes: [{ domain: 'MATGROUP', code: 'Eisen' }] },
        ...{ manufacturer: null, manufacturer_number: null, quote_number: 'Q-1', quote_item: '10' },
        ...{ image_url: 'https://shop.example/m6.png', webshop_url: null },
      },
    ]);
  });

  test.each([
    ['https://shop.example/m6.JPG?w=200', 'https://shop.example/m6.JPG?w=200', null],
    ['https://shop.example/sheet.pdf', null, 'https://shop.example/sheet.pdf'],
    ['javascript:alert(1)', null, null],
    ['sheet.pdf', null, null],
  ])('an attachment of %s', (ATTACHMENT, image_url, webshop_url) => {
    expect(cartOf(readOci(oci({ ...pen, ATTACHMENT }))).items).toMatchObject([{ image_url, webshop_url }]);
  });

  test('an empty cart means that the person left without one', () => {
    expect(cartOf(readOci('NEW_ITEM-DESCRIPTION[1]=&NEW_ITEM-QUANTITY[1]=')).items).toEqual([]);
  });
});
