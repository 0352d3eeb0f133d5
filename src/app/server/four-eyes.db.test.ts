import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImportSetup, openImports } from '../../../tests/entity/imports.ts';
import type { WebCaller } from '../../../tests/support/demo-web.ts';
import { bankColumns } from '../../features/configuration/settings.ts';
import { access } from './access.ts';

let setup: ImportSetup;
/** Another administrator, impersonated by the first one below. */
let other: WebCaller;
let acting: WebCaller;
/** One row of each table used. */
let ids: Readonly<Record<string, number>>;

beforeAll(async () => {
  setup = await openImports();
  const { web } = setup.demo;
  await web.sql(
    "update lb_user set roles = roles || '{user-admin,user-price}' where email = 'requester@demo.test'",
  );
  other = await setup.demo.person('requester@demo.test');
  const { tenantId } = setup.admin.context;
  const idOf = async (table: string, condition = 'true') => {
    const [row] = await web.sql<{ id: string }>(
      `select id from ${table} where tenant_id = $1 and ${condition} order by id desc limit 1`,
      [tenantId],
    );
    return Number(row?.id);
  };
  const add = async (table: string, columns: string, values: string) => {
    const [row] = await web.sql<{ id: string }>(
      `insert into ${table} (tenant_id, ${columns}) values ($1, ${values}) returning id`,
      [tenantId],
    );
    return Number(row?.id);
  };
  await web.sql(
    "delete from configuration where tenant_id = $1 and key in ('user_clearing_id', 'user_consignee_id')",
    [tenantId],
  );
  const department = await add('department', 'name', "'Vier Augen'");
  ids = {
    person: await idOf('lb_user', "email = 'buyer@demo.test'"),
    group: await add('lb_user', 'name, is_group', "'Vier Augen', true"),
    supplier: await add('supplier', 'name, iban', "'Vier Augen', 'DE89370400440532013000'"),
    client: await idOf('client'),
    department,
    approved: await add('department', 'name', "'Freigegeben'"),
    cost_center: await idOf('cost_center'),
    product_group: await idOf('product_group'),
    approver: 0,
  };
  ids = {
    ...ids,
    approver: await add('department_approver', 'department_id, lb_user_id', `${ids.approved}, ${ids.person}`),
  };
  await add('configuration', 'key, lb_user_id', `'user_consignee_id', ${ids.person}`);
  await add('configuration', 'key, value', "'approval_limit_priority', 'false'");
  await web.sql('insert into task_group_user (tenant_id, task_group_id, lb_user_id) values ($1, $2, $3)', [
    tenantId,
    ids.group,
    await idOf('lb_user', "email = 'approver1@demo.test'"),
  ]);
  acting = await actingAs(other);
}, 120_000);
afterAll(() => setup.close());

async function actingAs(person: WebCaller): Promise<WebCaller> {
  const { jwt } = (
    await setup.admin.send({
      method: 'POST',
      url: '/api/auth/impersonate',
      payload: { user_id: person.context.userId },
    })
  ).json<{ jwt: string }>();
  return {
    ...person,
    send: (options) =>
      setup.demo.send({ ...options, headers: { ...options.headers, authorization: `Bearer ${jwt}` } }),
  };
}

async function codeOf(who: WebCaller, query: string): Promise<string | undefined> {
  const answer = await who.send({ method: 'POST', url: '/v1/graphql', payload: { query } });
  return answer.json<{ errors?: { extensions: { code: string } }[] }>().errors?.[0]?.extensions.code;
}

const byKey = (table: string, id: number | undefined, set: string) =>
  `mutation { update_${table}_by_pk(pk_columns: { id: ${id} }, _set: { ${set} }) { id } }`;
const byCondition = (table: string, id: number | undefined, set: string) =>
  `mutation { update_${table}(where: { id: { _eq: ${id} } }, _set: { ${set} }) { affected_rows } }`;
/** Saved as by the spreadsheet (SHEET-15). */
const bySheet = (table: string, id: number | undefined, set: string) =>
  `mutation { insert_${table}(objects: [{ id: ${id}, ${set} }], on_conflict: { constraint: ${table}_pkey,
    update_columns: [${set.split(':')[0]}] }) { affected_rows } }`;

/** Columns under the four-eyes rule per record, in GraphQL; the values differ from the stored ones. */
const guardedColumns = (): readonly (readonly [table: string, row: string, set: string])[] => [
  ['supplier', 'supplier', 'iban: "DE02120300000000202051"'],
  ['supplier', 'supplier', 'bic: "BYLADEM1001"'],
  ['supplier', 'supplier', 'bank: "DKB"'],
  ['lb_user', 'person', 'roles: ["user-price", "user-dashboard"]'],
  ['lb_user', 'person', 'approval_limit: "1234.00"'],
  ['lb_user', 'person', 'priority_approval_limit: 77'],
  ['client', 'client', 'bank_change_second_person: false'],
  ['client', 'client', 'separate_check: false'],
  ['client', 'client', 'min_approval: 7'],
  ['client', 'client', 'self_approval: "allowed"'],
  ['client', 'client', 'when_limit_exceeded: "block"'],
  ['client', 'client', 'when_budget_exceeded: "additional_approval"'],
  ['client', 'client', 'substitute_limit: "represented"'],
  ['client', 'client', `user_clearing_id: ${other.context.userId}`],
  ['client', 'client', `user_invoice_clearing_id: ${other.context.userId}`],
  ['department', 'department', `user_send_order_id: ${other.context.userId}`],
  ['department', 'department', `user_consignee_id: ${other.context.userId}`],
  ['product_group', 'product_group', `user_select_product_id: ${other.context.userId}`],
];

/** The columns distributed over three ways of changing a row. */
function columnMutations(): readonly string[] {
  const ways = [byKey, byCondition, bySheet];
  return guardedColumns().map(([table, row, set], place) =>
    (ways[place % ways.length] ?? byKey)(table, ids[row], set),
  );
}

/** Rows that are themselves roles or limits. */
const rowMutations = (): readonly string[] => [
  byKey('task_group', ids.group, 'roles: ["user-price"]'),
  byKey('task_group', ids.group, 'approval_limit: "99.00"'),
  byKey('task_group', ids.group, 'priority_approval_limit: 9'),
  `mutation { insert_task_group_one(object: { name: "Neu", roles: ["user-price"] }) { id } }`,
  `mutation { insert_task_group_user_one(object: { task_group_id: ${ids.group}, lb_user_id: ${ids.person} }) { lb_user_id } }`,
  `mutation { delete_task_group_user(where: { task_group_id: { _eq: ${ids.group} } }) { affected_rows } }`,
  `mutation { insert_department_approver_one(object: { department_id: ${ids.department}, lb_user_id: ${ids.person} }) { id } }`,
  `mutation { insert_cost_center_approver_one(object: { cost_center_id: ${ids.cost_center}, lb_user_id: ${ids.group} }) { id } }`,
  `mutation { insert_supplier_approver_one(object: { supplier_id: ${ids.supplier}, lb_user_id: ${ids.person} }) { id } }`,
  byKey('department_approver', ids.approver, 'is_required: true'),
  `mutation { delete_department_approver_by_pk(id: ${ids.approver}) { id } }`,
  `mutation { insert_department_one(object: { name: "Anders", user_clearing_id: ${ids.person} }) { id } }`,
  `mutation { insert_supplier_one(object: { name: "Neu", iban: "DE02120300000000202051" }) { id } }`,
  `mutation { insert_configuration_one(object: { key: "user_clearing_id", model: "lb_user", lb_user_id: ${ids.person} }) { id } }`,
  `mutation { delete_configuration(where: { key: { _eq: "user_consignee_id" } }) { affected_rows } }`,
  `mutation { update_configuration(where: { key: { _eq: "approval_limit_priority" } }, _set: { value: "true" }) { affected_rows } }`,
];

const bankValues: Readonly<Record<(typeof bankColumns)[number], string>> = {
  holder: '"Anders"',
  account: '"4711"',
  bank_code: '"12030000"',
  iban: '"DE02120300000000202051"',
  bic: '"BYLADEM1001"',
  bank_name: '"DKB"',
  sepa_agreement: 'true',
  sepa_agreement_date: '"2026-01-31"',
  sepa_mandate_reference: '"M-1"',
  sepa_scheme: '"CORE"',
};

describe('AUTH-29 bank data, roles and limits', () => {
  test("of the tenant are refused while acting, and saved in one's own name", async () => {
    for (const column of bankColumns) {
      const save = `mutation { tenant_save(set: { ${column}: ${bankValues[column]} }) { id } }`;
      expect([column, await codeOf(acting, save)]).toEqual([column, 'permission_denied']);
      expect([column, await codeOf(other, save)]).toEqual([column, undefined]);
    }
    expect(await codeOf(acting, 'mutation { tenant_save(set: { city: "Bonn" }) { id } }')).toBeUndefined();
  });

  test("of every record are refused by every way while acting, and saved in one's own name", async () => {
    const former = async () =>
      setup.demo.web.sql(
        `select (select jsonb_agg(to_jsonb(t) - 'updated_at' order by id) from supplier t),
           (select jsonb_agg(to_jsonb(t) - 'updated_at' - 'token_version' order by id) from lb_user t),
           (select jsonb_agg(to_jsonb(t) - 'updated_at' order by id) from client t),
           (select jsonb_agg(to_jsonb(t) order by id) from department_approver t)`,
      );
    const before = await former();
    const mutations = [...columnMutations(), ...rowMutations()];
    for (const mutation of mutations) {
      expect([mutation, await codeOf(acting, mutation)]).toEqual([mutation, 'permission_denied']);
    }
    expect(await former()).toEqual(before);
    for (const mutation of mutations) {
      expect([mutation, await codeOf(other, mutation)]).toEqual([mutation, undefined]);
    }
  });

  test('do not prevent saving other columns while acting', async () => {
    for (const mutation of [
      byKey('supplier', ids.supplier, 'notes: "Nur telefonisch"'),
      byKey('client', ids.client, 'tax_number: "12/345/67890"'),
      byKey('department', ids.department, 'code: "VA"'),
      'mutation { insert_supplier_one(object: { name: "Ohne Konto" }) { id } }',
      'mutation { insert_configuration_one(object: { key: "task_reminder_days", model: "number", value: "4" }) { id } }',
    ]) {
      expect([mutation, await codeOf(acting, mutation)]).toEqual([mutation, undefined]);
    }
  });

  test('are not imported from CSV while acting; other columns are, in the name of both (AUD-04)', async () => {
    const { web } = setup.demo;
    const named = (name: string) => web.sql('select iban from supplier where name = $1', [name]);
    const bank = await setup.run(
      'supplier',
      'Name;IBAN\nFalsch GmbH;DE02120300000000202051\n',
      undefined,
      acting,
    );
    expect(bank).toMatchObject({ state: 'failed', error: { code: 'permission_denied' } });
    expect(await named('Falsch GmbH')).toEqual([]);
    const plain = await setup.run('supplier', 'Name\nRichtig GmbH\n', undefined, acting);
    expect(plain.state).toBe('done');
    const [person] = await web.sql<{ name: string }>('select name from lb_user where id = $1', [
      other.context.userId,
    ]);
    expect(
      await web.sql(
        `select lb_user_id::int, info from audit_log where "table" = 'supplier' and data_after ->> 'name' = 'Richtig GmbH'`,
      ),
    ).toEqual([{ lb_user_id: setup.admin.context.userId, info: `via ${person?.name}` }]);
    const own = await setup.run(
      'supplier',
      'Name;IBAN\nEigen GmbH;DE02120300000000202051\n',
      undefined,
      other,
    );
    expect(own.state).toBe('done');
    expect(
      await web.sql(
        `select b.iban, b.state from supplier_bank_change b join supplier s on s.id = b.supplier_id where s.name = 'Eigen GmbH'`,
      ),
    ).toEqual([{ iban: 'DE02120300000000202051', state: 'pending' }]);
  });

  test('are guarded in every column with such a name', async () => {
    const rows = await setup.demo.web.sql<{ table: string; args: string }>(
      `select c.relname as table, encode(t.tgargs, 'escape') as args from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgfoid = 'app.guard_four_eyes'::regproc`,
    );
    const guarded = new Set(
      rows.flatMap(({ table, args }) =>
        args === '' ? [`${table}.*`] : args.split('\\000').map((column) => `${table}.${column}`),
      ),
    );
    const registered = await setup.demo.web.sql<{ table_name: string; kind: string; columns: string[] }>(
      'select table_name, kind, columns from app.controls()',
    );
    for (const { table_name: table, kind, columns } of registered) {
      if (kind === 'rows') guarded.add(`${table}.*`);
      for (const column of columns) guarded.add(`${table}.${column}`);
    }
    const written = [...Object.keys(access.admin), 'tenant'];
    const columns = await setup.demo.web.sql<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
         and (a.attname ~ '(^|_)(iban|bic|bank|sepa|roles|limit|mandate)(_|$)' or a.attname ~ '^user_.*_id$' or c.relname ~ '_approver$')`,
      [written],
    );
    // The operator's conditions of a tenant are no approval limits.
    const others = ['tenant.document_limit', 'tenant.procurement_limit', 'tenant.invoice_limit'];
    const open = columns
      .filter(({ table, column }) => !guarded.has(`${table}.*`) && !guarded.has(`${table}.${column}`))
      .map(({ table, column }) => `${table}.${column}`);
    expect(open.filter((name) => !others.includes(name))).toEqual([]);
    expect(columns.length).toBeGreaterThan(40);
  });
});
