import { afterEach, describe, expect, test } from 'vitest';
import type { CartItem } from '../cart.ts';
import { orderRequestXml } from '../cxml/order-request.ts';
import { readNotice } from '../cxml/read-notice.ts';
import { type Notice, noticedLines } from '../notice.ts';
import { shopIdentity, shopSecret } from './access.ts';
import { type ShopSandbox, startShopSandbox } from './shop.ts';

let shop: ShopSandbox | undefined;
afterEach(() => shop?.close());

const place = {
  name: 'Büro',
  deliver_to: [],
  street: '',
  city: '',
  zipcode: null,
  country: 'DE',
  email: null,
};
const item: CartItem = {
  ...{
    kind: 'item',
    description: 'Stuhl „Köln“',
    long_text: null,
    item_number: 'STUHL-1',
    auxiliary_id: null,
  },
  ...{
    buyer_number: null,
    manufacturer: null,
    manufacturer_number: null,
    quantity: '4',
    unit: 'EA',
    price: '189',
  },
  ...{ price_unit: '1', currency: 'EUR', tax: null, lead_time_days: null, vendor_number: null, classes: [] },
  ...{ quote_number: null, quote_item: null, image_url: null, webshop_url: null, problems: [] },
};

/** Sends an order as the product does. */
async function order(
  at: ShopSandbox,
  type: 'new' | 'delete' = 'new',
  payloadId = 'order.7.9.1@kontor.example',
) {
  const parties = {
    from: { domain: 'NetworkId', identity: shopIdentity },
    to: { domain: 'NetworkId', identity: 'Stuhl & Tisch' },
    secret: shopSecret,
  };
  const head = { payloadId, timestamp: '2026-11-26T08:15:00+01:00', language: 'de' };
  const body = orderRequestXml(head, parties, {
    ...{ order_number: 'PO-1', ordered_at: head.timestamp, version: 1, type, earlier_payload: 'x' },
    ...{
      cart_cookies: [],
      currency: 'EUR',
      ship_to: { ...place, id: null },
      bill_to: { ...place, id: null },
    },
    contact: { name: 'Ina Berg', email: 'ina@example.com' },
    ...{ comment: null, isTest: false },
    items: [
      { line_number: 1, item, delivery_date: '2100-01-31', cost_center: null, ledger_account: null },
      { line_number: 2, item, delivery_date: null, cost_center: null, ledger_account: null },
    ],
  });
  expect(await (await fetch(at.orderUrl, { method: 'POST', body })).text()).toContain('code="200"');
  return at.orders.at(-1)?.id ?? '';
}

const desk = async (at: ShopSandbox) => await (await fetch(at.url)).text();

describe('PUN-10 the desk of the sandbox shop', () => {
  test('sends the notice a person clicks, with the parties of the order, and shows the answer', async () => {
    const messages: string[] = [];
    shop = await startShopSandbox({
      notifyBuyer: async (_, message) => {
        messages.push(message);
        return '<cXML><Response><Status code="200" text="OK"/></Response></cXML>';
      },
    });
    const id = await order(shop);
    const click = async (fields: Readonly<Record<string, string>>) => {
      const body = new URLSearchParams(fields);
      const { status, url } = await fetch(`${shop?.url}/desk/${id}`, { method: 'POST', body });
      expect([status, url]).toEqual([200, `${shop?.url}/`]);
      const reading = readNotice(messages.at(-1) ?? '');
      if (!reading.ok) throw new Error(reading.reason);
      return reading.notice;
    };
    const told = async (fields: Readonly<Record<string, string>>): Promise<Notice> => {
      const notice = await click(fields);
      if (notice.kind === 'invoice') throw new Error('an invoice');
      return notice;
    };
    const known = {
      from: 'Stuhl & Tisch',
      sender: { identity: 'Stuhl & Tisch', secret: shopSecret },
      orders: [{ order_number: 'PO-1', order_payload: 'order.7.9.1@kontor.example' }],
    };
    expect(await click({ kind: 'accept' })).toMatchObject({
      kind: 'confirmation',
      number: 'AB-1001',
      rest: 'accepted',
      ...known,
    });
    const changed = await told({
      kind: 'change',
      'quantity-0': '3',
      'day-0': '2100-02-15',
      'quantity-1': '0',
    });
    expect(changed).toMatchObject({ kind: 'confirmation', number: 'AB-1002', ...known });
    expect(noticedLines(changed.orders[0] ?? { portions: [] })).toMatchObject([
      { line_number: 1, quantity: '3', delivery_date: '2100-02-15', states: ['partly_rejected'] },
      { line_number: 2, quantity: '0', states: ['rejected'] },
    ]);
    const sent = await told({ kind: 'ship', 'quantity-0': '4', 'day-0': '2100-02-01', 'quantity-1': '0' });
    expect(sent).toMatchObject({
      kind: 'ship_notice',
      number: 'LS-1003',
      carrier: 'Sandbox-Paketdienst',
      ...known,
    });
    expect(noticedLines(sent.orders[0] ?? { portions: [] })).toMatchObject([
      { line_number: 1, quantity: '4', delivery_date: '2100-02-01' },
    ]);
    const invoiced = await click({ kind: 'bill', 'quantity-0': '4', 'quantity-1': '0' });
    expect(invoiced).toMatchObject({ kind: 'invoice', number: 'RE-1004', ...known });
    expect(await desk(shop)).toContain('Bestätigt AB-1001: 200 OK');
  });

  test('shows that the buyer cannot be reached, and refuses outdated or unknown orders', async () => {
    shop = await startShopSandbox({ notifyBuyer: () => Promise.reject(new Error('the buyer is offline')) });
    const id = await order(shop);
    const click = async (to: string, kind: string) =>
      (await fetch(`${shop?.url}/desk/${to}`, { method: 'POST', body: new URLSearchParams({ kind }) }))
        .status;
    expect(await click(id, 'accept')).toBe(200);
    expect(await desk(shop)).toContain('the buyer is offline');
    expect([await click('nobody', 'accept'), await click(id, 'else')]).toEqual([404, 404]);
    await order(shop, 'delete', 'order.7.9.2@kontor.example');
    expect(await desk(shop)).not.toContain('<form');
  });

  test('only lists orders without a connection to the buyer', async () => {
    shop = await startShopSandbox();
    const id = await order(shop);
    expect(await desk(shop)).toContain('4 × STUHL-1, 4 × STUHL-1');
    expect(await desk(shop)).not.toContain('<form');
    expect(
      (
        await fetch(`${shop.url}/desk/${id}`, {
          method: 'POST',
          body: new URLSearchParams({ kind: 'accept' }),
        })
      ).status,
    ).toBe(404);
  });
});
