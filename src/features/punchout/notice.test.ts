import { describe, expect, test } from 'vitest';
import { readNotice } from './cxml/read-notice.ts';
import { type Notice, noticedLines } from './notice.ts';

function message(request: string, head = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.071/Fulfill.dtd">
<cXML payloadID="n1@shop.example" timestamp="2026-01-01T00:00:00Z" xml:lang="de"><Header>
<From><Credential domain="NetworkId"><Identity>Amazon</Identity></Credential></From>
<To><Credential domain="NetworkId"><Identity>kontor</Identity></Credential></To>
<Sender><Credential domain="NetworkId"><Identity>Amazon</Identity><SharedSecret>s3cr3t</SharedSecret></Credential>
<UserAgent>Shop</UserAgent></Sender></Header>${head}<Request>${request}</Request></cXML>`;
}

const reference = `<OrderReference orderID="PO-7"><DocumentReference payloadID="order.1.2.1@kontor.example"/></OrderReference>`;
const status = (attributes: string, inside = '') =>
  `<ConfirmationStatus ${attributes}><UnitOfMeasure>EA</UnitOfMeasure>${inside}</ConfirmationStatus>`;
const item = (line: string, statuses: string) =>
  `<ConfirmationItem quantity="10" lineNumber="${line}"><UnitOfMeasure>EA</UnitOfMeasure>${statuses}</ConfirmationItem>`;
const confirmation = (type: string, items = '', inside = '') =>
  message(
    `<ConfirmationRequest><ConfirmationHeader type="${type}" confirmID="AB 1" noticeDate="2026-11-26T08:00:00+01:00">${inside}</ConfirmationHeader>
     ${reference}${items}</ConfirmationRequest>`,
  );

function noticeOf(text: string): Notice {
  const reading = readNotice(text);
  if (!reading.ok) throw new Error(reading.reason);
  if (reading.notice.kind === 'invoice') throw new Error('an invoice');
  return reading.notice;
}
const linesOf = (text: string) => noticedLines(noticeOf(text).orders[0] ?? { portions: [] });

describe('PUN-10 order confirmations of shops', () => {
  test('reads sender, order reference and confirmation number', () => {
    expect(noticeOf(confirmation('accept', '', '<Comments xml:lang="de"> Vielen Dank </Comments>'))).toEqual({
      ...{ kind: 'confirmation', payload_id: 'n1@shop.example', from: 'Amazon' },
      sender: { identity: 'Amazon', secret: 's3cr3t' },
      ...{ number: 'AB 1', noticed_on: '2026-11-26', rest: 'accepted', is_withdrawn: false },
      ...{ carrier: null, tracking_numbers: [], comment: 'Vielen Dank', status: null },
      orders: [{ order_number: 'PO-7', order_payload: 'order.1.2.1@kontor.example', portions: [] }],
    });
  });

  test.each([
    ['accept', 'accepted'],
    ['except', 'accepted'],
    ['reject', 'rejected'],
    ['detail', null],
    ['allDetail', null],
    ['backordered', null],
    ['nonsense', null],
  ])('type %s sets the remaining lines to %s', (type, rest) => {
    expect(noticeOf(confirmation(type)).rest).toBe(rest);
  });

  test('a line in portions: drops rejected ones, takes the last day and the highest price', () => {
    const price = (amount: string) => `<UnitPrice><Money currency="EUR">${amount}</Money></UnitPrice>`;
    const portions =
      status('quantity="4" type="accept" deliveryDate="2026-12-01T00:00:00+01:00"', price('3.50')) +
      status('quantity="3" type="backordered" deliveryDate="2026-12-20"', price('3.75')) +
      status('quantity="3" type="reject"');
    expect(linesOf(confirmation('detail', item('2', portions)))).toEqual([
      {
        ...{ line_number: 2, quantity: '7', price: '3.75', price_unit: null, currency: 'EUR' },
        ...{ delivery_date: '2026-12-20', states: ['backordered', 'partly_rejected'] },
      },
    ]);
  });

  test('a line that is entirely rejected, and one that occurs twice', () => {
    const rejected = item('1', status('quantity="10" type="reject"'));
    const twice =
      item('2', status('quantity="1" type="accept"')) + item('2', status('quantity="2" type="accept"'));
    expect(linesOf(confirmation('except', rejected + twice))).toMatchObject([
      { line_number: 1, quantity: '0', states: ['rejected'] },
      { line_number: 2, quantity: '3', states: [] },
    ]);
  });

  test('PRICE-06 another item with its own price, for a hundred', () => {
    const other = `<ItemIn quantity="10"><ItemID><SupplierPartID>B</SupplierPartID></ItemID><ItemDetail><UnitPrice>
      <Money currency="USD">1.234,50</Money></UnitPrice><Description xml:lang="de">B</Description><UnitOfMeasure>EA</UnitOfMeasure>
      <PriceBasisQuantity quantity="100" conversionFactor="1"><UnitOfMeasure>EA</UnitOfMeasure></PriceBasisQuantity></ItemDetail></ItemIn>`;
    const text = confirmation(
      'detail',
      item('1', status('quantity="10" type="detail" shipmentDate="2026-12-03T10:00:00Z"', other)),
    );
    expect(linesOf(text)).toMatchObject([
      { price: '1234.5', price_unit: '100', currency: 'USD', delivery_date: '2026-12-03' },
    ]);
  });

  test.each([
    ['quantity="x" type="accept"', { quantity: null }],
    ['quantity="-1" type="accept"', { quantity: null }],
    ['quantity="1,500" type="accept"', { quantity: null }],
    ['type="accept"', { quantity: null }],
    ['quantity="1" type="accept" deliveryDate="2026-02-30"', { delivery_date: null }],
    ['quantity="1" type="accept" deliveryDate="2026-02-28 or so"', { delivery_date: null }],
    ['quantity="1" type="accept" deliveryDate="tomorrow"', { delivery_date: null }],
  ])('ignores unreadable values: %s', (attributes, expected) => {
    expect(linesOf(confirmation('detail', item('1', status(attributes))))).toMatchObject([expected]);
  });

  test('ignores lines without a line number', () => {
    const accepted = status('quantity="1" type="accept"');
    expect(
      linesOf(confirmation('detail', item('x', accepted) + item('', accepted) + item('-1', accepted))),
    ).toEqual([]);
  });
});

describe('PUN-10 shipment notices', () => {
  const shipment = (attributes: string, portions: string) =>
    message(`<ShipNoticeRequest><ShipNoticeHeader shipmentID="LS-9" noticeDate="2026-11-26T08:00:00+01:00" ${attributes}/>
      <ShipControl><CarrierIdentifier domain="SCAC">DHLX</CarrierIdentifier><CarrierIdentifier domain="companyName">DHL</CarrierIdentifier>
      <ShipmentIdentifier>JJD 1</ShipmentIdentifier><ShipmentIdentifier>JJD 1</ShipmentIdentifier></ShipControl>${portions}</ShipNoticeRequest>`);
  const portion = (order: string, items: string) =>
    `<ShipNoticePortion><OrderReference orderID="${order}"><DocumentReference payloadID=""/></OrderReference>${items}</ShipNoticePortion>`;
  const shipped = (line: string) =>
    `<ShipNoticeItem quantity="4" lineNumber="${line}"><UnitOfMeasure>EA</UnitOfMeasure></ShipNoticeItem>`;

  test('reads carrier, tracking numbers, and the lines of each order', () => {
    const text = shipment(
      'deliveryDate="2026-12-01T12:00:00+01:00"',
      portion('PO-7', shipped('1')) + portion('PO-8', shipped('2')),
    );
    expect(noticeOf(text)).toMatchObject({
      ...{ kind: 'ship_notice', number: 'LS-9', carrier: 'DHL', tracking_numbers: ['JJD 1'], rest: null },
      orders: [
        { order_number: 'PO-7', portions: [{ line_number: 1, quantity: '4', delivery_date: '2026-12-01' }] },
        { order_number: 'PO-8', portions: [{ line_number: 2, price: null }] },
      ],
    });
  });

  test('recognises a cancelled shipment and a return to the shop', () => {
    expect(noticeOf(shipment('operation="delete"', portion('PO-7', ''))).is_withdrawn).toBe(true);
    expect(noticeOf(shipment('reason="return"', portion('PO-7', ''))).is_withdrawn).toBe(true);
  });

  test('refuses more orders than one shipment can have', () => {
    expect(readNotice(shipment('', portion('PO-7', '').repeat(21)))).toEqual({
      ok: false,
      reason: 'other_message',
    });
  });
});

describe('PUN-10 hostile notices', () => {
  const plain = confirmation('accept');
  test.each([
    [
      'an entity bomb',
      plain.replace(/<!DOCTYPE[^>]*>/, '<!DOCTYPE cXML [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>'),
      'not_xml',
    ],
    [
      'an external entity',
      plain.replace('.dtd">', '.dtd" [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      'not_xml',
    ],
    ['depth', message('<a>'.repeat(1000) + '</a>'.repeat(1000)), 'not_xml'],
    ['nodes', message('<a/>'.repeat(200_000)), 'not_xml'],
    ['a truncated message', plain.slice(0, 400), 'not_xml'],
    ['an HTML page', '<html/>', 'not_xml'],
    ['nothing', '', 'not_xml'],
    ['another message', message('<OrderRequest/>'), 'other_message'],
    ['a message without name', plain.replace(/payloadID="n1[^"]*"/, 'payloadID=""'), 'other_message'],
    ['a message with an endless name', plain.replace('n1@', 'x'.repeat(300)), 'other_message'],
    [
      'more portions than lines of the order',
      confirmation('detail', item('1', status('quantity="1" type="accept"').repeat(20_000))),
      'not_xml',
    ],
  ])('%s', (_, text, reason) => {
    expect(readNotice(text)).toEqual({ ok: false, reason });
  });

  test('keeps scripts as text and removes direction marks', () => {
    const { comment } = noticeOf(confirmation('accept', '', '<Comments>&lt;script&gt;\u202e</Comments>'));
    expect(comment).toBe('<script>');
  });
});
