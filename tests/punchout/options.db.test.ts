import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ShopSandbox } from '../../src/features/punchout/sandbox/shop.ts';
import { text } from '../../src/platform/server/texts.ts';
import { completeForm, type Document, run } from '../procurement/requests.ts';
import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { closeShopDemo, openShopDemo } from './shop-demo.ts';
import { fillCart, marketplace, post, type Start } from './shopping.ts';

let demo: DemoWeb;
let shop: ShopSandbox;
let admin: WebCaller;
let requester: WebCaller;
let cxml: number;

beforeAll(async () => {
  ({ demo, shop, admin, requester } = await openShopDemo());
  cxml = await marketplace(admin, shop);
});
afterEach(() => demo.web.sql("delete from configuration where key like 'punchout%'"));
afterAll(() => closeShopDemo(demo, shop));

const draft = async (): Promise<Document> =>
  run(requester, 'save', { head: await completeForm(requester), lines: [] });
const start = async ({ id }: Pick<Document, 'id'>) =>
  await post(requester, '/api/punchout/start', { procurement_id: id, marketplace_id: cxml });
const set = async (key: string, value: string) =>
  await admin.ask(
    'mutation ($object: configuration_insert_input!) { insert_configuration_one(object: $object) { id } }',
    { object: { key, value, model: key === 'punchout_log' ? 'boolean' : 'string' } },
  );
const logged = async () =>
  (
    await admin.get<{ punchout_log: readonly { direction: string; url: string; request: string }[] }>(
      'query ($id: bigint!) { punchout_log(where: { marketplace_id: { _eq: $id } }, order_by: { id: desc }) { direction url request } }',
      { id: cxml },
    )
  ).punchout_log;

describe('SET-06 options of punch-out', () => {
  test('PUN-09 logs nothing if switched off, and otherwise also an administrator’s connection test', async () => {
    await set('punchout_log', 'false');
    const visit = (await start(await draft())).json<Start>();
    const posted = await fillCart(visit, { 'KUG-100': 1 });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      (await demo.send({ method: 'POST', url: posted.path, payload: posted.body, headers })).status,
    ).toBe(200);
    await post(admin, '/api/marketplace/test', { id: cxml });
    expect(await logged()).toEqual([]);
    await demo.web.sql("delete from configuration where key = 'punchout_log'");
    await post(admin, '/api/marketplace/test', { id: cxml });
    expect(await logged()).toMatchObject([{ direction: 'outgoing', url: shop.cxmlUrl }]);
    expect(JSON.stringify(await logged())).not.toContain('sandbox-secret');
  });

  test('PUN-06 shops return browsers to the configured server', async () => {
    expect(JSON.stringify(await set('punchout_return_host', 'shop.kontor.example'))).toContain('url');
    expect(JSON.stringify(await set('punchout_return_host', 'https://back.kontor.example'))).not.toContain(
      'errors',
    );
    const visit = (await start(await draft())).json<Start>();
    const visited = shop.visits.get(visit.url.split('/').at(-1) ?? '');
    expect(visited?.hookUrl).toMatch(/^https:\/\/back\.kontor\.example\/api\/punchin\/return\/[\w-]{43}$/);
  });

  test('PUN-15 refuses a company with punch-out switched off', async () => {
    const document = await draft();
    const { client_id } = await completeForm(requester);
    const enable = async (enabled: boolean, who = admin) =>
      await who.ask(
        `mutation ($id: bigint!, $enabled: Boolean!) {
          update_client_by_pk(pk_columns: { id: $id }, _set: { punchout_enabled: $enabled }) { id } }`,
        { id: client_id, enabled },
      );
    expect(JSON.stringify(await enable(false, requester))).toContain('errors');
    expect(JSON.stringify(await enable(false))).not.toContain('errors');
    const answer = await start(document);
    expect(answer.status).not.toBe(200);
    expect(String(answer.body)).toContain(text('de', 'error.punchout_not_configured'));
    await enable(true);
    expect((await start(document)).status).toBe(200);
  });
});
