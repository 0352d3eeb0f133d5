import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';

let api: DemoApi;
let admin: Caller;
let requester: Caller;
let tenant: number;

beforeAll(async () => {
  api = await demoApi();
  admin = await api.person('admin@demo.test');
  requester = await api.person('requester@demo.test');
  tenant = admin.context.tenantId;
});
afterAll(() => api.close());

const setColumns =
  'mutation ($set: tenant_save_set_input!) { tenant_save(set: $set) { contact_email city } }';
const setKeys = `mutation ($objects: [configuration_insert_input!]!) {
  insert_configuration(objects: $objects) { returning { key value } } }`;

describe('settings over the API', () => {
  it('SET-04 an administrator sets columns of the tenant, which are stored in normal form', async () => {
    const set = { contact_email: ' Info@Nordfeld.example ', iban: 'DE89 3704 0044 0532 0130 00' };
    expect(await admin.get(setColumns, { set })).toEqual({
      tenant_save: { contact_email: 'info@nordfeld.example', city: 'Hamburg' },
    });
    expect(await admin.get('{ tenant_bank { iban } }')).toEqual({
      tenant_bank: { iban: 'DE89370400440532013000' },
    });
    expect(await requester.refusal('{ tenant_bank { iban } }')).toMatchObject({
      code: 'specific_field_not_found',
    });
  });

  it('VAL-39 an undeclared setting is refused', async () => {
    for (const key of ['no_such_key', 'constructor', 'timezone ', 'module_invoice\u202e']) {
      expect(await admin.refusal(setKeys, { objects: [{ key, value: 'x' }] })).toMatchObject({
        code: 'validation_failed',
        problems: [{ field: 'key', code: 'invalid_type' }],
      });
    }
  });

  it('VAL-39 invalid settings are refused by field, and nothing is written', async () => {
    expect(
      await admin.refusal(setColumns, { set: { iban: 'DE00', bic: 'X', phone: '040 1' } }),
    ).toMatchObject({ code: 'validation_failed', problems: [{ field: 'iban' }, { field: 'bic' }] });
    expect(
      await admin.refusal(setKeys, {
        objects: [{ key: 'initial_order_number', model: 'number', value: '1.5' }],
      }),
    ).toMatchObject({ code: 'validation_failed', problems: [{ field: 'initial_order_number' }] });
    expect(
      await admin.refusal(setKeys, { objects: [{ key: 'module_permissions', value: 'perhaps' }] }),
    ).toMatchObject({
      code: 'validation_failed',
    });
    const { configuration } = await admin.get<{ configuration: unknown[] }>(
      '{ configuration(where: { key: { _in: ["initial_order_number", "module_permissions"] } }) { key } }',
    );
    expect(configuration).toEqual([]);
  });

  it('SET-02 BUD-03 an unknown time zone is refused by name on every path, also while days are counted by it', async () => {
    await api.db.sql(
      'insert into budget_amount (tenant_id, procurement_id, cost_center_id, day, is_decided, net, committed) select $1, p.id, c.id, $2, true, 1, 1 from procurement p, cost_center c where p.tenant_id = $1 and c.tenant_id = $1 limit 1',
      [tenant, '2001-01-01'],
    );
    await admin.get(setKeys, { objects: [{ key: 'timezone', value: 'Europe/Vienna' }] });
    const object = { key: 'timezone', value: 'Mars/Olympus' };
    const conflict = 'constraint: configuration_tenant_id_key_client_id_key, update_columns: [value]';
    for (const query of [
      `mutation ($object: configuration_insert_input!) { insert_configuration_one(object: $object, on_conflict: { ${conflict} }) { id } }`,
      'mutation ($object: configuration_set_input!) { update_configuration(where: { key: { _eq: "timezone" } }, _set: $object) { affected_rows } }',
    ])
      expect(await admin.refusal(query, { object })).toMatchObject({
        code: 'validation_failed',
        problems: [{ field: 'timezone', code: 'validation_failed' }],
      });
  });

  it('SET-02 an upsert replaces a setting by its own constraint', async () => {
    const set = (value: string) =>
      admin.get(
        `mutation ($value: String!) { insert_configuration_one(object: { key: "task_reminder_days", model: "number", value: $value },
          on_conflict: { constraint: configuration_tenant_id_key_client_id_key, update_columns: [value] }) { value } }`,
        { value },
      );
    for (const value of ['4', '5']) expect(await set(value)).toEqual({ insert_configuration_one: { value } });
    expect(
      await api.db.sql(
        "select value from configuration where tenant_id = $1 and key = 'task_reminder_days'",
        [tenant],
      ),
    ).toEqual([{ value: '5' }]);
  });

  it('ROLE-19 only administrators change settings, and only of their own tenant', async () => {
    expect(
      await requester.refusal(setKeys, { objects: [{ key: 'timezone', value: 'Europe/Vienna' }] }),
    ).toMatchObject({
      code: expect.stringMatching(/permission_denied|validation_failed/),
    });
    const { tenant: seen } = await admin.get<{ tenant: unknown[] }>('{ tenant { id } }');
    expect(seen).toEqual([{ id: tenant }]);
    expect(await requester.refusal('mutation { tenant_save(set: { city: "Bonn" }) { id } }')).toMatchObject({
      code: 'specific_field_not_found',
    });
    await admin.get(setColumns, { set: { city: 'Bonn' } });
    expect(await api.db.sql('select id::int from tenant where city = $1', ['Bonn'])).toEqual([
      { id: tenant },
    ]);
  });
});
