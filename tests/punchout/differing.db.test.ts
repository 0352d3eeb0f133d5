import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { sendDigest } from '../../src/document/server/digest.ts';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { act, type Document, load } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { mailTokens } from '../support/web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { ordered } from './shop-request.ts';
import { confirmation, item, message, notifyShop, status } from './shop-says.ts';
import { marketplace } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let admin: WebCaller;
let requester: WebCaller;
let buyer: WebCaller;
let place: number;

beforeAll(async () => {
  ({ demo, shop, admin, requester, buyer } = await openShopDemo());
  place = await marketplace(admin, shop);
});
beforeEach(async () => {
  await demo.web.sql("update lb_user set lang = 'de' where id = $1", [buyer.context.userId]);
});
afterAll(() => closeShopDemo(demo, shop));

interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text_body: string;
}

/** An order, with all notifications and mails deleted. */
async function placed(): Promise<Document> {
  const document = await ordered({ demo, shop, requester, buyer }, place);
  await demo.web.sql('delete from notification');
  await demo.web.sql('delete from mail');
  return document;
}
const notify = (text: string) => notifyShop(demo, text, { tenant: buyer.context.tenantId, place });
/** All mails after sending digests; the repeated digest must be empty. */
async function mails(): Promise<readonly Mail[]> {
  for (const who of [buyer, requester, admin, buyer])
    await sendDigest(
      { database: demo.web.database, publicUrl: 'http://localhost:8080', kinds, tokens: mailTokens },
      { tenantId: who.context.tenantId, personId: who.context.userId },
    );
  return await demo.web.sql<Mail>('select recipient, subject, text_body from mail order by id');
}

const differing: Readonly<Record<string, string>> = {
  'a smaller quantity': item(1, status('quantity="6" type="detail"')),
  'another price': item(1, status('quantity="10" type="detail"', '0.99')),
  'a later day': item(1, status('quantity="10" type="detail" deliveryDate="2100-01-31"')),
  'a rejected line': item(2, status('quantity="250" type="reject"')),
};

describe('PROC-36 PUN-10 the sender of the order is mailed about a differing confirmation', () => {
  test.each(Object.entries(differing))('%s', async (_, difference) => {
    const document = await placed();
    expect(await notify(message(confirmation(document, 'except', difference)))).toBe('200');
    const reported = await mails();
    expect(reported.map(({ recipient }) => recipient)).toEqual(['buyer@demo.test']);
    expect(reported[0]?.subject).toBe(
      `${document.order_number_formatted}: Auftragsbestätigung von Sandbox weicht von der Bestellung ab`,
    );
    expect(reported[0]?.text_body).toContain('Auftragsbestätigung AB-77 von Sandbox');
    expect(reported[0]?.text_body).toContain(`/procurement/form?id=${document.id}`);
    // Mails show no prices to people without the price role.
    expect(reported[0]?.text_body).not.toContain('0,99');
  });

  test('MAIL-04 in the recipient’s language', async () => {
    const document = await placed();
    await demo.web.sql("update lb_user set lang = 'it' where id = $1", [buyer.context.userId]);
    await notify(message(confirmation(document, 'reject')));
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `${document.order_number_formatted}: la conferma di Sandbox differisce dall'ordine`,
    ]);
  });

  test('once per message, even if repeated, and again for another message', async () => {
    const document = await placed();
    const text = message(confirmation(document, 'reject'), { payload: randomUUID() });
    await Promise.all([notify(text), notify(text), notify(text)]);
    await notify(text);
    expect(await mails()).toHaveLength(1);
    await notify(message(confirmation(document, 'except', differing['a smaller quantity'] ?? '')));
    expect(await mails()).toHaveLength(2);
  });

  test('not for a confirmation as ordered or a refused message', async () => {
    const document = await placed();
    expect(await notify(message(confirmation(document, 'accept')))).toBe('200');
    expect(await notify(message(confirmation(document, 'reject'), { secret: 'wrong' }))).toBe('401');
    const strange = item(9, status('quantity="1" type="reject"'));
    expect(await notify(message(confirmation(document, 'except', strange)))).toBe('404');
    expect(await mails()).toEqual([]);
  });

  test('a person who records it triggers a mail to the sender, but not to themselves', async () => {
    const document = await placed();
    const lines = document.procurement_lines.map(({ id }) => ({ procurement_line_id: id, quantity: '1' }));
    const supplier_id = document.procurement_lines[0]?.supplier_id;
    const confirmed = { supplier_id, marketplace_id: place, lines };
    const known = await act(buyer, 'record_confirmation', document, confirmed);
    expect(await mails()).toEqual([]);
    await demo.web.sql("update lb_user set roles = roles || '{user-change-order}' where id = $1", [
      admin.context.userId,
    ]);
    const changer = await demo.person('admin@demo.test');
    await act(changer, 'record_confirmation', (await load(changer, known.id)) as Document, confirmed);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['buyer@demo.test']);
  });

  // Last test, since the roles end the session.
  test('MAIL-05 the requester is mailed if the sender is gone', async () => {
    const document = await placed();
    await demo.web.sql('update lb_user set blocked = true where id = $1', [buyer.context.userId]);
    await notify(message(confirmation(document, 'reject')));
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['requester@demo.test']);
  });
});
