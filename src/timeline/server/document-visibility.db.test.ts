import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoApi, demoApi } from '../../../tests/support/demo-api.ts';
import type { Context } from '../../platform/context.ts';
import { documentVisibility } from './document-visibility.ts';

let demo: DemoApi;
let requester: Context;
let admin: Context;

beforeAll(async () => {
  demo = await demoApi();
  requester = (await demo.person('requester@demo.test')).context;
  admin = (await demo.person('admin@demo.test')).context;
});
afterAll(() => demo.close());

/** Whether each of the two hears of changes: the requester, and the administrator who acts as the requester. */
async function heard(change: string): Promise<readonly boolean[]> {
  const visibility = documentVisibility(demo.db.database);
  const subscribers = await Promise.all(
    [requester, { ...requester, actorId: admin.userId }].map(async (context) => ({
      context,
      rights: await visibility.rightsOf(context),
    })),
  );
  await demo.db.sql(change);
  const visible = await visibility.visibleTo(requester.tenantId, subscribers, []);
  return visible.map((changes) => changes !== null);
}

test('AUTH-20 people hear of changes while their rights stand', async () => {
  expect(await heard('select')).toEqual([true, true]);
});

test('AUTH-20 whoever acts as another hears nothing once no administrator any more, even if no notification arrived', async () => {
  expect(await heard("update lb_user set roles = '{user-price}' where email = 'admin@demo.test'")).toEqual([
    true,
    false,
  ]);
  await demo.db.sql("update lb_user set roles = '{user-admin}' where email = 'admin@demo.test'");
});

test('AUTH-20 changed rights end what a person hears, even if no notification arrived', async () => {
  expect(await heard("update lb_user set roles = '{}' where email = 'requester@demo.test'")).toEqual([
    false,
    false,
  ]);
});
