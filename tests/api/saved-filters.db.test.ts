import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';

let demo: DemoApi;
let buyer: Caller;

beforeAll(async () => {
  demo = await demoApi();
  buyer = await demo.person('buyer@demo.test');
});
afterAll(() => demo.close());

const insert = `mutation ($object: saved_filter_insert_input!) {
  saved: insert_saved_filter_one(object: $object) { id name } }`;

const filterCalled = (name: string) => ({
  object: { lb_user_id: buyer.context.userId, page: 'overview', name, query: { q: 'bohrer' } },
});

test('OVW-04 the name of a saved filter is a plain line, like other names', async () => {
  const { saved } = await buyer.get<{ saved: { id: number; name: string } }>(
    insert,
    filterCalled(' Offene\u202e\r\nBestellungen\t2026\u200f '),
  );
  expect(saved.name).toBe('Offene Bestellungen 2026');
  const { renamed } = await buyer.get<{ renamed: { name: string } }>(
    `mutation ($id: bigint!, $name: String!) {
      renamed: update_saved_filter_by_pk(pk_columns: { id: $id }, _set: { name: $name }) { name } }`,
    { id: saved.id, name: 'Zu\u2066 zahlen\n' },
  );
  expect(renamed.name).toBe('Zu zahlen');
});

test('OVW-04 VAL-05 a filter has a name of at most 60 characters', async () => {
  for (const name of ['\u202e\n', 'x'.repeat(61)]) {
    const { code, problems } = await buyer.refusal(insert, filterCalled(name));
    expect([code, problems?.map(({ field }) => field)]).toEqual(['validation_failed', ['name']]);
  }
});
