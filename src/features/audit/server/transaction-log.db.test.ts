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
  test('a change of master data is logged with person and input', async () => {
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

  test('refused mutations are not logged', async () => {
    await admin.refusal('mutation { delete_client_by_pk(id: 1) { id } }').catch(() => {});
    const { client } = await admin.get<{ client: { id: number }[] }>('{ client(limit: 1) { id } }');
    const before = (await logged('delete_client_by_pk')).length;
    await admin.refusal('mutation ($id: bigint!) { delete_client_by_pk(id: $id) { id } }', {
      id: client[0]?.id,
    });
    expect(await logged('delete_client_by_pk')).toHaveLength(before);
  });

  test('AUD-09 JOB-02 deletes log rows after 90 days, and never the audit', async () => {
    const { tenantId, actorId } = admin.context;
    await api.db.sql(
      `insert into transaction (tenant_id, transaction_key, mutation, lb_user_id, created_at)
       select $1, 'kept', 'days_' || days, $2, now() - make_interval(days => days) from unnest('{89,91}'::int[]) as days`,
      [tenantId, actorId],
    );
    await api.db.sql(
      `insert into audit_log (tenant_id, type, "table", foreign_key, random_id, created_at)
       values ($1, 'update', 'supplier', 1, 'elevenyear', now() - interval '11 years')`,
      [tenantId],
    );
    const audited = async () =>
      (await api.db.sql<{ count: string }>('select count(*) from audit_log'))[0]?.count;
    const before = await audited();
    await api.db.database.atGate((tx) => tx.query('select app.clean_up()'));
    expect(await logged('days_89')).toHaveLength(1);
    expect(await logged('days_91')).toEqual([]);
    expect(await audited()).toBe(before);
  });

  test('AUD-03 masks the value of a setting, which may be a password', async () => {
    const insert = `mutation { insert_configuration_one(object: {key: "d365_journal_name", model: "string", value: "swordfish"}) { id } }`;
    await admin.get(insert);
    const rows = await logged('insert_configuration_one');
    expect(rows[0]?.variables).toMatchObject({ object: { key: 'd365_journal_name', value: '********' } });
    expect(JSON.stringify(await api.db.sql('select variables from transaction'))).not.toContain('swordfish');
  });
});
