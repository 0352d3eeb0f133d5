import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ask, type Library, openLibrary } from '../../../tests/support/graphql/library.ts';
import type { Graphql } from './graphql.ts';

let library: Library;
let graphql: Graphql;

beforeAll(async () => {
  library = await openLibrary();
  graphql = await library.graphql({ seal: (secret) => Buffer.from(`sealed ${secret}`) });
});
afterAll(() => library.test.drop());

const run = (query: string): Promise<Answer> => ask(graphql, library.admin, query);

async function stored(id: number): Promise<string | null> {
  const [row] = await library.test.sql<{ key: Buffer | null }>('select key from shop where id = $1', [id]);
  return row?.key?.toString() ?? null;
}

describe('TECH-07 a secret column', () => {
  it('is stored encrypted and returned as a mask', async () => {
    const { data } = await run(
      'mutation { insert_shop(objects: [{ name: "a", key: "hunter2" }, { name: "b" }]) { returning { id name key } } }',
    );
    expect(data.insert_shop.returning).toEqual([
      { id: 1, name: 'a', key: '********' },
      { id: 2, name: 'b', key: null },
    ]);
    expect(await stored(1)).toBe('sealed hunter2');
    expect(await stored(2)).toBeNull();
  });

  it('is unchanged by the mask, changed by a new value, removed by null', async () => {
    const update = (key: string) =>
      run(
        `mutation { update_shop_by_pk(pk_columns: { id: 1 }, _set: { name: "c", key: ${key} }) { name key } }`,
      );
    expect((await update('"********"')).data.update_shop_by_pk).toEqual({ name: 'c', key: '********' });
    expect(await stored(1)).toBe('sealed hunter2');
    await update('"new"');
    expect(await stored(1)).toBe('sealed new');
    const upsert = `mutation { insert_shop_one(object: { id: 1, name: "d", key: "********" },
      on_conflict: { constraint: shop_pkey, update_columns: [name, key] }) { name key } }`;
    expect((await run(upsert)).data.insert_shop_one).toEqual({ name: 'd', key: '********' });
    expect(await stored(1)).toBe('sealed new');
    for (const nothing of ['null', '""']) {
      await update('"again"');
      expect((await update(nothing)).data.update_shop_by_pk.key).toBeNull();
      expect(await stored(1)).toBeNull();
    }
  });

  it('is excluded from filters, orders, aggregates and conflict keys', async () => {
    for (const query of [
      '{ shop(where: { key: { _eq: "x" } }) { id } }',
      '{ shop(where: { has_key: { _eq: true } }) { id } }',
      '{ shop(order_by: { key: asc }) { id } }',
      '{ shop(distinct_on: key) { id } }',
      '{ shop_aggregate { aggregate { max { key } } } }',
    ]) {
      const { errors } = await run(query);
      expect([query, errors?.[0]?.extensions.code]).toEqual([
        query,
        expect.stringMatching(/not_found|invalid_type/),
      ]);
    }
  });

  it('AUD-03 is masked in the audit', async () => {
    const audit = await library.test.sql<{ row: unknown }>(
      `select to_jsonb(a) as row from audit_log a where "table" = 'shop'`,
    );
    expect(audit.length).toBeGreaterThan(3);
    const words = JSON.stringify(audit);
    expect(words).toContain('********');
    // Bytes would appear as hexadecimal digits.
    expect(words).not.toContain(Buffer.from('sealed').toString('hex'));
  });
});
