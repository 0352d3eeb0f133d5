import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';

let demo: DemoApi;
let requester: Caller;
let buyer: Caller;
let admin: Caller;
let product: number;

beforeAll(async () => {
  demo = await demoApi();
  [requester, buyer, admin] = await Promise.all([
    demo.person('requester@demo.test'),
    demo.person('buyer@demo.test'),
    demo.person('admin@demo.test'),
  ]);
  const { product: known } = await requester.get<{ product: { id: number }[] }>(
    '{ product(limit: 1, order_by: { id: asc }) { id } }',
    {},
  );
  product = Number(known[0]?.id);
});
afterAll(() => demo.close());

const insert =
  'mutation ($object: favourite_product_insert_input!) { favourite: insert_favourite_product_one(object: $object) { id } }';
const mark = async (who: Caller) =>
  (
    await who.get<{ favourite: { id: number } }>(insert, {
      object: { lb_user_id: who.context.userId, product_id: product },
    })
  ).favourite.id;
const seenBy = async (who: Caller) =>
  (
    await who.get<{ favourite_product: { id: number; product: { id: number } }[] }>(
      '{ favourite_product { id product { id } } }',
      {},
    )
  ).favourite_product;

describe('PROC-41 a favourite', () => {
  it('is of the person alone: others, also administrators, neither see it nor take it away', async () => {
    const id = await mark(requester);
    expect(await seenBy(requester)).toEqual([{ id, product: { id: product } }]);
    for (const other of [buyer, admin]) {
      expect(await seenBy(other)).toEqual([]);
      const { taken } = await other.get<{ taken: { affected_rows: number } }>(
        'mutation ($id: bigint!) { taken: delete_favourite_product(where: { id: { _eq: $id } }) { affected_rows } }',
        { id },
      );
      expect(taken.affected_rows).toBe(0);
    }
    await requester.get('mutation ($id: bigint!) { delete_favourite_product_by_pk(id: $id) { id } }', { id });
    expect(await seenBy(requester)).toEqual([]);
  });

  it('is not marked for somebody else, and once per article', async () => {
    const { code } = await requester.refusal(insert, {
      object: { lb_user_id: buyer.context.userId, product_id: product },
    });
    expect(code).toBe('permission_denied');
    await mark(buyer);
    const again = { object: { lb_user_id: buyer.context.userId, product_id: product } };
    expect((await buyer.refusal(insert, again)).code).not.toBe('unexpected');
    expect(await seenBy(buyer)).toHaveLength(1);
  });
});
