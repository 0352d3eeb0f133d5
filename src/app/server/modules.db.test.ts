import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../../../tests/support/demo-api.ts';

let api: DemoApi;
let requester: Caller;

beforeAll(async () => {
  api = await demoApi();
  requester = await api.person('requester@demo.test');
});
afterAll(() => api.close());

const setModule = (value: string | null) =>
  api.db.sql(
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
