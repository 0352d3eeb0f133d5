import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';

let api: DemoApi;
let admin: Caller;

beforeAll(async () => {
  api = await demoApi();
  admin = await api.person('admin@demo.test');
}, 60_000);
afterAll(() => api.close());

const logged = (mutation: string) =>
  api.db.sql<{ variables: unknown; lb_user_id: string }>(
    'select variables, lb_user_id from transaction where mutation = $1 order by id',
    [mutation],
  );

describe('AUD-09 the log of mutations', () => {
  test('a change of master data is kept with who asked for what', async () => {
    const { supplier } = await admin.get<{ supplier: { id: number }[] }>('{ supplier(limit: 1) { id } }');
    const id = supplier[0]?.id ?? 0;
    await admin.get(
      'mutation ($id: bigint!, $notes: String) { update_supplier_by_pk(pk_columns: {id: $id}, _set: {notes: $notes}) { id } }',
      { id, notes: 'Nur telefonisch' },
    );
    expect(await logged('update_supplier_by_pk')).toEqual([
      {
        lb_user_id: String(admin.context.actorId),
        variables: { pk_columns: { id }, _set: { notes: 'Nur telefonisch' } },
      },
    ]);
  });

  test('what was refused is not kept', async () => {
    await admin.refusal('mutation { delete_client_by_pk(id: 1) { id } }').catch(() => {});
    const { client } = await admin.get<{ client: { id: number }[] }>('{ client(limit: 1) { id } }');
    const before = (await logged('delete_client_by_pk')).length;
    await admin.refusal('mutation ($id: bigint!) { delete_client_by_pk(id: $id) { id } }', {
      id: client[0]?.id,
    });
    expect(await logged('delete_client_by_pk')).toHaveLength(before);
  });

  test('AUD-03 the value of a setting may be a password and is masked', async () => {
    const insert = `mutation { insert_configuration_one(object: {key: "mail.password", model: "password", value: "swordfish"}) { id } }`;
    await admin.get(insert);
    const rows = await logged('insert_configuration_one');
    expect(rows[0]?.variables).toMatchObject({ object: { key: 'mail.password', value: '********' } });
    expect(JSON.stringify(await api.db.sql('select variables from transaction'))).not.toContain('swordfish');
  });
});
