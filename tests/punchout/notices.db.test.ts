import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shopIdentity, shopSecret } from '../../src/features/punchout/sandbox/access.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { act, type Document, load } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { ordered } from './shop-request.ts';
import { confirmation, item, message, notifyShop, reference, status, type Where } from './shop-says.ts';
import { marketplace } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let admin: WebCaller;
let requester: WebCaller;
let buyer: WebCaller;
let cxml: number;
let other: number;
const setup = () => ({ demo, shop, requester, buyer });

beforeAll(async () => {
  ({ demo, shop, admin, requester, buyer } = await openShopDemo());
  cxml = await marketplace(admin, shop);
  other = await marketplace(admin, shop, { name: 'Andere', secret: 'other-secret' });
});
afterAll(() => closeShopDemo(demo, shop));

const notify = (text: string, where: Partial<Where> = {}) =>
  notifyShop(demo, text, { tenant: buyer.context.tenantId, place: cxml, ...where });

interface Confirmed {
  readonly number: string | null;
  readonly confirmed_on: string;
  readonly difference_count: number;
  readonly accepted: boolean;
  readonly lines: readonly Record<string, unknown>[];
}
const confirmationsOf = async ({ id }: Pick<Document, 'id'>) =>
  await demo.web.sql<Confirmed>(
    `select c.number, c.confirmed_on::text, c.difference_count, c.accepted_at is not null as accepted,
       (select json_agg(json_build_object('quantity', l.quantity::text, 'price', l.price::text, 'day', l.delivery_date) order by p.sort_no)
        from order_confirmation_line l join procurement_line p on p.id = l.procurement_line_id where l.order_confirmation_id = c.id) as lines
     from order_confirmation c where c.procurement_id = $1 order by c.id`,
    [id],
  );
const stateOf = async ({ id }: Pick<Document, 'id'>) =>
  (
    await demo.web.sql<{ state: string }>(
      'select state from procurement_supplier_order where procurement_id = $1',
      [id],
    )
  )[0]?.state;
const lastEntry = async (document: Document) => {
  const entries = (await load(buyer, document.id))?.timeline.timeline_entries ?? [];
  return entries.findLast(({ comment }) => comment !== null);
};

describe('PUN-10 a shop confirms an order', () => {
  test('as ordered: it counts as confirmed, and the timeline names the shop', async () => {
    const document = await ordered(setup(), cxml);
    expect(await notify(message(confirmation(document, 'accept')))).toBe('200');
    expect(await stateOf(document)).toBe('confirmed');
    expect(await confirmationsOf(document)).toMatchObject([
      { number: 'AB-77', confirmed_on: '2026-11-26', difference_count: 0, accepted: true },
    ]);
    expect(await lastEntry(document)).toMatchObject({
      message_code: 'confirmation_recorded',
      comment: 'Auftragsbestätigung AB-77 von Sandbox',
      lb_user: { name: 'Kontor' },
    });
  });

  test('PROC-36 another quantity, price or day waits for acceptance', async () => {
    const document = await ordered(setup(), cxml);
    const text = confirmation(
      document,
      'except',
      item(
        1,
        status('quantity="6" type="detail" deliveryDate="2100-01-31"', '0.99'),
        status('quantity="4" type="reject"'),
      ),
    );
    expect(await notify(message(text))).toBe('200');
    expect(await stateOf(document)).toBe('sent');
    expect(await confirmationsOf(document)).toMatchObject([
      {
        ...{ difference_count: 3, accepted: false },
        lines: [
          { quantity: '6.000', price: '0.99000000', day: '2100-01-31' },
          { quantity: '250.000', price: null, day: null },
        ],
      },
    ]);
    expect((await lastEntry(document))?.comment).toContain('Position 1: teilweise abgelehnt');
    const known = (await load(buyer, document.id)) as Document;
    const supplier_id = known.procurement_lines[0]?.supplier_id;
    await act(buyer, 'accept_confirmation', known, { supplier_id, marketplace_id: cxml });
    expect(await stateOf(document)).toBe('confirmed');
  });

  test('line by line: an undecided line stays open when another is confirmed', async () => {
    const document = await ordered(setup(), cxml);
    expect(
      await notify(message(confirmation(document, 'detail', item(1, status('quantity="9" type="detail"'))))),
    ).toBe('200');
    expect(
      await notify(
        message(confirmation(document, 'detail', item(2, status('quantity="250" type="accept"')))),
      ),
    ).toBe('200');
    expect((await confirmationsOf(document)).at(-1)).toMatchObject({
      ...{ difference_count: 1, accepted: false },
      lines: [{ quantity: '9.000' }, { quantity: '250.000' }],
    });
  });

  test('rejects the whole order', async () => {
    const document = await ordered(setup(), cxml);
    expect(await notify(message(confirmation(document, 'reject')))).toBe('200');
    expect(await confirmationsOf(document)).toMatchObject([
      { accepted: false, lines: [{ quantity: '0.000' }, { quantity: '0.000' }] },
    ]);
  });

  test('PUN-10 and announces the shipment', async () => {
    const document = await ordered(setup(), cxml);
    const shipment = `<ShipNoticeRequest><ShipNoticeHeader shipmentID="LS-9" noticeDate="2026-11-26T08:00:00+01:00" deliveryDate="2026-12-01T10:00:00+01:00"/>
      <ShipControl><CarrierIdentifier domain="companyName">DHL</CarrierIdentifier><ShipmentIdentifier>JJD1</ShipmentIdentifier></ShipControl>
      <ShipNoticePortion>${reference(document.order_number_formatted)}<ShipNoticeItem quantity="10" lineNumber="1"><UnitOfMeasure>EA</UnitOfMeasure>
      </ShipNoticeItem></ShipNoticePortion></ShipNoticeRequest>`;
    expect(await notify(message(shipment))).toBe('200');
    const days = await demo.web.sql<{ day: string | null }>(
      'select confirmed_delivery_date::text as day from procurement_line where procurement_id = $1 order by sort_no',
      [document.id],
    );
    expect(days).toEqual([{ day: '2026-12-01' }, { day: null }]);
    expect((await lastEntry(document))?.comment).toBe('Versandanzeige LS-9 von Sandbox\nDHL, JJD1');
  });

  test('PUN-17 a part on its way keeps the promised day of its line, with its own day in the timeline', async () => {
    const document = await ordered(setup(), cxml);
    const promised = status('quantity="10" type="detail" deliveryDate="2026-12-24T10:00:00+01:00"');
    expect(await notify(message(confirmation(document, 'detail', item(1, promised))))).toBe('200');
    const before = await confirmationsOf(document);
    const shipment = `<ShipNoticeRequest><ShipNoticeHeader shipmentID="LS-9" noticeDate="2026-11-26T08:00:00+01:00" deliveryDate="2026-12-01T10:00:00+01:00"/>
      <ShipNoticePortion>${reference(document.order_number_formatted)}<ShipNoticeItem quantity="4" lineNumber="1"><UnitOfMeasure>EA</UnitOfMeasure>
      </ShipNoticeItem></ShipNoticePortion></ShipNoticeRequest>`;
    expect(await notify(message(shipment))).toBe('200');
    const [line] = await demo.web.sql<{ day: string | null }>(
      'select confirmed_delivery_date::text as day from procurement_line where procurement_id = $1 order by sort_no',
      [document.id],
    );
    expect(line?.day).toBe('2026-12-24');
    expect(await confirmationsOf(document)).toEqual(before);
    expect((await lastEntry(document))?.comment).toBe(
      'Versandanzeige LS-9 von Sandbox\nPosition 1: 4 unterwegs, erwartet am 01.12.2026',
    );
  });

  test('reports a status', async () => {
    const document = await ordered(setup(), cxml);
    const [order] = await demo.web.sql<{ id: string }>(
      'select id from procurement_supplier_order where procurement_id = $1',
      [document.id],
    );
    const payload = `order.${buyer.context.tenantId}.${order?.id}.1@kontor.example`;
    const update = `<StatusUpdateRequest><DocumentReference payloadID="${payload}"/><Status code="200" text="OK">Forwarded</Status></StatusUpdateRequest>`;
    expect(await notify(message(update))).toBe('200');
    expect((await lastEntry(document))?.comment).toBe('Nachricht von Sandbox\n200 Forwarded');
    expect(await confirmationsOf(document)).toEqual([]);
  });
});

describe('PUN-10 exactly once', () => {
  test('a repeated message changes nothing, even concurrently; another one with its id is refused', async () => {
    const document = await ordered(setup(), cxml);
    const payload = randomUUID();
    const text = message(confirmation(document, 'accept'), { payload });
    expect(await Promise.all([notify(text), notify(text), notify(text)])).toEqual(['200', '200', '200']);
    expect(await notify(text)).toBe('200');
    expect(await confirmationsOf(document)).toHaveLength(1);
    expect(await notify(message(confirmation(document, 'reject'), { payload }))).toBe('409');
    expect(await confirmationsOf(document)).toHaveLength(1);
  });

  test('a refused message can be repeated', async () => {
    const document = await ordered(setup(), cxml);
    const text = message(
      confirmation(document, 'detail', item(1, status('quantity="10" type="accept"', '0.89'))),
    );
    await demo.web.sql("update procurement set currency = 'USD' where id = $1", [document.id]);
    expect(await notify(text)).toBe('406');
    await demo.web.sql("update procurement set currency = 'EUR' where id = $1", [document.id]);
    expect(await notify(text)).toBe('200');
    expect(await confirmationsOf(document)).toHaveLength(1);
  });
});

describe('PUN-17 refused notices', () => {
  test('appear in the log with their reason and claimed names, without content, at most twenty an hour', async () => {
    const document = await ordered(setup(), cxml);
    const accepted = message(confirmation(document, 'accept'), { identity: 'Hub', secret: 'wrong' });
    for (let place = 0; place < 22; place += 1) expect(await notify(accepted)).toBe('401');
    const { punchout_log: rows } = await admin.get<{
      punchout_log: readonly { status: number; response: string; request: string | null; header: object }[];
    }>(
      'query ($id: bigint!) { punchout_log(where: { marketplace_id: { _eq: $id }, response: { _eq: "sender_unknown" } }) { status response request header } }',
      {
        id: cxml,
      },
    );
    expect(rows).toHaveLength(20);
    expect(rows[0]).toMatchObject({ status: 401, request: null, header: { from: 'Hub', sender: 'Hub' } });
    expect(JSON.stringify(rows)).not.toContain('wrong');
  });
});

describe('PUN-10 authentication of notices', () => {
  test('requires the secret and a known name', async () => {
    const document = await ordered(setup(), cxml);
    const accepted = confirmation(document, 'accept');
    for (const sender of [
      { secret: 'wrong' },
      { secret: '' },
      { secret: 'other-secret' },
      { identity: 'Somebody' },
      { from: 'Somebody' },
    ])
      expect([sender, await notify(message(accepted, sender))]).toEqual([sender, '401']);
    const bare = message(accepted).replace(/<Sender>.*<\/Sender>/s, '');
    expect(await notify(bare)).toBe('401');
    for (const place of [404_404, other]) expect(await notify(message(accepted), { place })).toBe('401');
    expect(await notify(message(accepted), { tenant: 404_404 })).toBe('401');
    await demo.web.sql('update marketplace set active = false where id = $1', [cxml]);
    expect(await notify(message(accepted))).toBe('401');
    await demo.web.sql('update marketplace set active = true where id = $1', [cxml]);
    expect(await confirmationsOf(document)).toEqual([]);
    expect(await notify(message(accepted, { identity: shopIdentity }), { type: 'application/xml' })).toBe(
      '200',
    );
  });

  test('refuses orders of other shops, unknown ones and cancelled ones', async () => {
    const document = await ordered(setup(), cxml);
    const foreign = message(confirmation(document, 'accept'), { identity: 'Andere', secret: 'other-secret' });
    expect(await notify(foreign, { place: other })).toBe('404');
    expect(await notify(message(confirmation({ order_number_formatted: 'PO-404404' }, 'accept')))).toBe(
      '404',
    );
    expect(
      await notify(message(confirmation(document, 'detail', item(3, status('quantity="1" type="accept"'))))),
    ).toBe('404');
    const cleared = await act(buyer, 'send_to_clearing', document, {
      comment: 'Weg',
      person_id: admin.context.userId,
    });
    await act(admin, 'cancel', cleared, { comment: 'Weg' });
    expect(['409', '560']).toContain(await notify(message(confirmation(document, 'accept'))));
    expect(await confirmationsOf(document)).toEqual([]);
  });

  test('refuses other content and oversized bodies', async () => {
    for (const text of ['', 'x', '<html/>', '<!DOCTYPE cXML [<!ENTITY a "a">]><cXML>&a;</cXML>'])
      expect([text, await notify(text)]).toEqual([text, '400']);
    expect(await notify(message('<OrderRequest/>'))).toBe('450');
    const url = `/api/punchin/notice/${buyer.context.tenantId}/${cxml}`;
    const payload = 'x'.repeat(1024 * 1024 + 1);
    expect(
      (await demo.send({ method: 'POST', url, payload, headers: { 'content-type': 'text/xml' } })).status,
    ).toBe(413);
  });
});

test('PUN-09 logs a notice without its secret', async () => {
  const document = await ordered(setup(), cxml);
  await notify(message(confirmation(document, 'accept')));
  await notify(message(confirmation({ order_number_formatted: 'PO-404404' }, 'accept')));
  const { punchout_log: logged } = await admin.get<{ punchout_log: { request: string; status: number }[] }>(
    `query ($id: bigint!) { punchout_log(where: { marketplace_id: { _eq: $id }, direction: { _eq: "incoming" }, url: { _like: "%notice%" } },
      order_by: { id: desc }, limit: 2) { request response status } }`,
    { id: cxml },
  );
  expect(logged.map((each) => each.status)).toEqual([404, 200]);
  expect(JSON.stringify(logged)).toContain('<SharedSecret>********</SharedSecret>');
  expect(JSON.stringify(logged)).not.toContain(shopSecret);
});
