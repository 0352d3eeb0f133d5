import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGraphql } from '../../src/app/server/graphql.ts';
import type { Graphql } from '../../src/graphql/server/graphql.ts';
import type { Database } from '../../src/platform/server/database.ts';
import { type Answer, ApiWorld, type Asker } from './api-world.ts';

let api: ApiWorld;
/** The product with a fault in its functions: what they look for is found with the rights of the writer. */
let careless: Graphql;

beforeAll(async () => {
  api = await ApiWorld.open();
  const { database } = api.db;
  const asWriter: Database = {
    ...database,
    inTenant: (context, run, options) => database.inTenant(context, run, { ...options, role: 'writer' }),
  };
  careless = await openGraphql(asWriter, { error: () => {} });
});
afterAll(() => api.close());

async function mailOf(graphql: Graphql, who: Asker, id: unknown): Promise<Answer> {
  const query = `query ($id: bigint!, $supplier: bigint!) { procurement_order_mail(id: $id, supplier_id: $supplier) }`;
  const variables = { id: Number(id), supplier: Number(api.world.a.row('supplier').id) };
  return JSON.parse((await graphql.execute(api.people[who], { query, variables })).body) as Answer;
}
const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code;

test('ROLE-04 API-33 the mail of an order is told to whoever sees the order, and of no other order', async () => {
  const own = api.world.a.row('procurement').id;
  expect(codeOf(await mailOf(api.graphql, 'administrator', own))).not.toBe('not_found');
  for (const id of [own, api.world.b.row('procurement').id, 999_999])
    expect([id, codeOf(await mailOf(api.graphql, 'stranger', id))]).toEqual([id, 'not_found']);
});

test('ROLE-04 a function that does not look whether the person sees the order would have shown above', async () => {
  const own = api.world.a.row('procurement').id;
  expect(codeOf(await mailOf(careless, 'stranger', own))).not.toBe('not_found');
});
