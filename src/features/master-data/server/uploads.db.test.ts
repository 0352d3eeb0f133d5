import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';

let api: DemoApi;

beforeAll(async () => {
  api = await demoApi();
});
afterAll(() => api.close());

test('ADM-14 JOB-02 the daily clean-up deletes unused uploads of master data after a day', async () => {
  const add = async (name: string, daysAgo: number, isMasterData = true): Promise<string> => {
    const [row] = await api.db.sql<{ id: string }>(
      `insert into file (tenant_id, name, mime, size, sha256, is_master_data, created_at)
       select id, $1, 'image/png', 4, '\\x00', $2, now() - make_interval(days => $3) from tenant where name = 'demo'
       returning id`,
      [name, isMasterData, daysAgo],
    );
    return row?.id ?? '';
  };
  const one = (table: string) =>
    `(select min(r.id) from ${table} r join tenant t on t.id = r.tenant_id and t.name = 'demo')`;
  await api.db.sql(`update product set image_file_id = $1 where id = ${one('product')}`, [
    await add('image', 2),
  ]);
  await api.db.sql(`update client set logo_file_id = $1 where id = ${one('client')}`, [await add('logo', 2)]);
  await api.db.sql(`update lb_user set signature_file_id = $1 where id = ${one('lb_user')}`, [
    await add('signature', 2),
  ]);
  await api.db.sql(
    `insert into product_file (tenant_id, product_id, file_id)
     select tenant_id, id, $1 from product where id = ${one('product')}`,
    [await add('data sheet', 2)],
  );
  await add('left behind', 2);
  await add('just uploaded', 0);
  await add('of somebody', 2, false);

  await api.db.database.atGate((tx) => tx.query('select app.clean_up()'));

  const kept = await api.db.sql<{ name: string }>(
    "select name from file where sha256 = '\\x00' order by name",
  );
  expect(kept.map(({ name }) => name)).toEqual([
    'data sheet',
    'image',
    'just uploaded',
    'logo',
    'of somebody',
    'signature',
  ]);
});
