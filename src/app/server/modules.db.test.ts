import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../../../tests/support/demo-web.ts';

let demo: DemoWeb;
let requester: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  requester = await demo.person('requester@demo.test');
});
afterAll(() => demo.close());

const setModule = (value: string | null) =>
  demo.web.sql(
    value === null
      ? "delete from configuration where key = 'module_procurement'"
      : `insert into configuration (tenant_id, key, value) values (${requester.context.tenantId}, 'module_procurement', '${value}')`,
  );

const save = `mutation ($key: uuid!) { procurement_save(idempotency_key: $key, head: { name: "Bohrer" }) { id } }`;

test('GEN-10 ERR-16 commands of a switched-off module answer module_off, and work again once it is on', async () => {
  await setModule('false');
  expect(await requester.refusal(save, { key: randomUUID() })).toMatchObject({ code: 'module_off' });
  await setModule(null);
  const saved = await requester.get<{ procurement_save: { id: number } }>(save, { key: randomUUID() });
  expect(saved.procurement_save.id).toBeGreaterThan(0);
});

test('GEN-10 API-33 the calls that order from a supplier do so, too', async () => {
  const payload = { supplier_id: 1 };
  const refusals = async () =>
    Promise.all(
      ['send', 'confirm'].map(async (action) => {
        const answer = await requester.send({ method: 'POST', url: `/api/procurement/1/${action}`, payload });
        return answer.json().code;
      }),
    );
  await setModule('false');
  expect(await refusals()).toEqual(['module_off', 'module_off']);
  await setModule(null);
  expect(await refusals()).not.toContain('module_off');
});
