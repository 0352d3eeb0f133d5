import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImportStage, openImports } from '../../../../tests/entity/imports.ts';
import type { WebCaller } from '../../../../tests/support/demo-web.ts';
import { inDepth } from '../../../../tests/support/depth.ts';
import { eventually } from '../../../../tests/support/web.ts';
import { controls } from '../register.ts';

let stage: ImportStage;
let admin: WebCaller;
let second: WebCaller;
/** Rows of the demo that the cases change. */
let ids: Readonly<Record<string, number>>;

const tenant = () => stage.admin.context.tenantId;

async function idOf(table: string, condition = 'true'): Promise<number> {
  const [row] = await stage.demo.web.sql<{ id: string }>(
    `select id from ${table} where tenant_id = $1 and ${condition} order by id limit 1`,
    [tenant()],
  );
  return Number(row?.id);
}

beforeAll(async () => {
  stage = await openImports();
  const { demo } = stage;
  await demo.web.sql("update lb_user set roles = roles || '{user-admin}' where email = 'receiver@demo.test'");
  [admin, second] = await Promise.all([demo.person('admin@demo.test'), demo.person('receiver@demo.test')]);
  const add = async (table: string, columns: string, values: string) => {
    const [row] = await demo.web.sql<{ id: string }>(
      `insert into ${table} (tenant_id, ${columns}) values ($1, ${values}) returning id`,
      [tenant()],
    );
    return Number(row?.id);
  };
  await demo.web.sql('delete from configuration where tenant_id = $1', [tenant()]);
  ids = {
    client: await idOf('client'),
    department: await add('department', 'name', "'Zwei'"),
    product_group: await idOf('product_group'),
    person: await idOf('lb_user', "email = 'approver1@demo.test'"),
    other: await idOf('lb_user', "email = 'approver2@demo.test'"),
    group: await add('lb_user', 'name, is_group', "'Zwei', true"),
    supplier: await idOf('supplier'),
    cost_center: await add('cost_center', 'number, name', "'4711', 'Zwei'"),
  };
}, 120_000);
afterAll(() => stage?.close());

interface Change {
  readonly id: number;
  readonly state: string;
  readonly control: string;
}

/** The waiting changes, newest first. */
async function waiting(): Promise<readonly Change[]> {
  return (
    await admin.get<{ control_change: readonly Change[] }>(
      '{ control_change(where: { state: { _eq: "pending" } }, order_by: { id: desc }) { id state control } }',
    )
  ).control_change;
}

const decide = (who: WebCaller, verdict: 'confirm' | 'reject', id: number | undefined) =>
  who.ask<object>(`mutation { control_change_${verdict}(id: ${id}) { id state } }`);
const codeOf = ({ errors }: Awaited<ReturnType<typeof decide>>) => errors?.[0]?.extensions.code;

/** What stands in the row, as text. */
async function storedIn(table: string, id: number | undefined, column: string): Promise<string | null> {
  const [row] = await stage.demo.web.sql<{ value: string | null }>(
    `select ${column}::text as value from ${table} where id = $1`,
    [id],
  );
  return row?.value ?? null;
}

/** Other values than the demo has, as GraphQL writes them. */
const others = (): Readonly<Record<string, string>> => ({
  bank_change_second_person: 'false',
  min_approval: '0',
  self_approval: '"allowed"',
  amount_basis: '"gross"',
  when_limit_exceeded: '"block"',
  when_budget_exceeded: '"block"',
  substitute_limit: '"represented"',
  price_tolerance_percent: '"50"',
  tax_tolerance: '"9"',
  match_price_tolerance: '"9"',
  match_price_tolerance_amount: '"900"',
  match_quantity_tolerance: '"9"',
  match_quantity_tolerance_amount: '"900"',
  touchless_invoices: 'true',
  active: 'false',
  currency: '"CHF"',
  email: '"anders@demo.test"',
  roles: '["user-price", "user-export-invoice"]',
  approval_limit: '"99999.00"',
  priority_approval_limit: '77',
  is_group: 'true',
  substitute_id: String(ids.other),
});
const valueFor = (column: string) => others()[column] ?? String(ids.other);

/** Two values of a setting that are not its initial one and are not each other. */
const otherSettings: Readonly<Record<string, readonly [string, string]>> = {
  approval_limit_priority: ['true', ''],
  procurement_or_contract_required: ['true', ''],
  module_permissions: ['true', ''],
  invoice_approval: ['never', 'always'],
  approve_from_mail: ['false', ''],
  mail_redirect_to: ['eins@demo.test', 'zwei@demo.test'],
};

const changeLeast = (count: number) =>
  admin.get(
    `mutation { update_client_by_pk(pk_columns: { id: ${ids.client} }, _set: { min_approval: ${count} }) { id } }`,
  );

type Way = (table: string, id: number, set: string, column: string) => string;
const ways: Readonly<Record<string, Way>> = {
  'by key': (table, id, set) =>
    `mutation { update_${table}_by_pk(pk_columns: { id: ${id} }, _set: { ${set} }) { id } }`,
  'by where': (table, id, set) =>
    `mutation { update_${table}(where: { id: { _eq: ${id} } }, _set: { ${set} }) { affected_rows } }`,
  'by many': (table, id, set) =>
    `mutation { update_${table}_many(updates: [{ where: { id: { _eq: ${id} } }, _set: { ${set} } }]) { affected_rows } }`,
  'by the table view': (table, id, set, column) =>
    `mutation { insert_${table}(objects: [{ id: ${id}, ${set} }], on_conflict: { constraint: ${table}_pkey, update_columns: [${column}] }) { affected_rows } }`,
};

const rowOf = (table: string, column: string) =>
  table === 'lb_user' ? (column === 'active' ? ids.group : ids.person) : ids[table];

describe('AUTH-31 AUTH-37 what governs control', () => {
  test('is the same register in the database and here', async () => {
    const rows = await stage.demo.web.sql<{ table_name: string; control: string; kind: string }>(
      'select table_name, control, kind from app.controls()',
    );
    const names = rows.map(({ table_name, control, kind }) => `${kind} ${table_name}.${control}`);
    const declared = [
      ...Object.entries(controls.columns).flatMap(([table, columns]) =>
        columns.map((column) => `columns ${table}.${column}`),
      ),
      ...controls.settings.map((key) => `setting configuration.${key}`),
      ...controls.rows.map((table) => `rows ${table}.${table}`),
      ...controls.deletion.map((table) => `deletion ${table}.${table}`),
    ];
    expect(names.sort()).toEqual(declared.sort());
  });

  const columns = Object.entries(controls.columns).flatMap(([table, names]) =>
    names.map((column) => [table, column] as const),
  );
  /** Each by its key and by one other way in turn; in depth by all. */
  const cases = columns.flatMap(([table, column], place) => {
    const [first = '', ...others] = Object.keys(ways);
    const chosen = inDepth([others[place % others.length] ?? ''], others);
    return [first, ...chosen].map((way) => [table, column, way] as const);
  });
  test.each(cases)(
    '%s.%s changed %s waits, and applies once the second has confirmed',
    async (table, column, way) => {
      const id = rowOf(table, column) ?? 0;
      const before = await storedIn(table, id, column);
      const answer = await admin.ask<object>(
        ways[way]?.(table, id, `${column}: ${valueFor(column)}`, column) ?? '',
      );
      expect(answer.errors).toBeUndefined();
      expect(answer).toMatchObject({ extensions: { waiting: 1 } });
      expect(await storedIn(table, id, column)).toBe(before);
      const [change] = await waiting();
      expect(change).toMatchObject({ control: column });
      expect(codeOf(await decide(admin, 'confirm', change?.id))).toBe('second_administrator_required');
      if (way !== 'by key') {
        expect(codeOf(await decide(second, 'reject', change?.id))).toBeUndefined();
        expect(await storedIn(table, id, column)).toBe(before);
        return;
      }
      expect(codeOf(await decide(second, 'confirm', change?.id))).toBeUndefined();
      expect(await storedIn(table, id, column)).not.toBe(before);
      expect(codeOf(await decide(second, 'confirm', change?.id))).toBe('record_changed');
      await stage.demo.web.sql(
        `update ${table} set ${column} = ${before === null ? 'null' : `'${before}'`} where id = $1`,
        [id],
      );
      expect(await waiting()).toEqual([]);
    },
  );

  test.each(controls.settings)('the setting %s waits when it is set, changed and removed', async (key) => {
    const person = key.startsWith('user_');
    const set = (value: string) =>
      `model: "${person ? 'lb_user' : 'string'}", ${person ? `lb_user_id: ${value}` : `value: "${value}"`}`;
    const [one, another] = person
      ? [String(ids.person), String(ids.other)]
      : (otherSettings[key] ?? ['true', 'false']);
    const stored = async () => {
      const rows = await stage.demo.web.sql<{ id: string; value: string | null }>(
        'select id, coalesce(value, lb_user_id::text) as value from configuration where tenant_id = $1 and key = $2',
        [tenant(), key],
      );
      return rows[0];
    };
    const confirmed = async (mutation: string) => {
      expect(await admin.ask(mutation)).toMatchObject({ extensions: { waiting: 1 } });
      const [change] = await waiting();
      expect(change?.control).toBe(key);
      return async () => expect(codeOf(await decide(second, 'confirm', change?.id))).toBeUndefined();
    };
    const setting = await confirmed(
      `mutation { insert_configuration_one(object: { key: "${key}", ${set(one ?? '')} }) { id } }`,
    );
    expect((await stored())?.value).not.toBe(one);
    await setting();
    expect((await stored())?.value).toBe(one);
    const changing = await confirmed(
      `mutation { update_configuration(where: { key: { _eq: "${key}" } }, _set: { ${set(another ?? '')} }) { affected_rows } }`,
    );
    expect((await stored())?.value).toBe(one);
    await changing();
    expect((await stored())?.value).toBe(another);
    const removing = await confirmed(
      `mutation { delete_configuration(where: { key: { _eq: "${key}" } }) { affected_rows } }`,
    );
    expect((await stored())?.value).toBe(another);
    await removing();
    expect(await stored()).toBeUndefined();
  });

  const owners = {
    task_group_user: 'group',
    department_approver: 'department',
    cost_center_approver: 'cost_center',
    supplier_approver: 'supplier',
  };
  test.each(controls.rows)('a row of %s waits when it is added, changed and removed', async (table) => {
    const owner = owners[table];
    const column = table === 'task_group_user' ? 'task_group_id' : `${owner}_id`;
    const rows = () =>
      stage.demo.web.sql<{ who: string }>(
        `select lb_user_id::text as who from ${table} where ${column} = $1 and lb_user_id = any ($2)`,
        [ids[owner], [ids.person, ids.other]],
      );
    await stage.demo.web.sql(`delete from ${table} where ${column} = $1`, [ids[owner]]);
    const confirmed = async (mutation: string, before: readonly object[], after: readonly object[]) => {
      const answer = await admin.ask(mutation);
      expect(answer.errors).toBeUndefined();
      expect(answer).toMatchObject({ extensions: { waiting: 1 } });
      expect(await rows()).toEqual(before);
      const [change] = await waiting();
      expect(codeOf(await decide(admin, 'confirm', change?.id))).toBe('second_administrator_required');
      expect(codeOf(await decide(second, 'confirm', change?.id))).toBeUndefined();
      expect(await rows()).toEqual(after);
    };
    const one = { who: String(ids.person) };
    const another = { who: String(ids.other) };
    await confirmed(
      `mutation { insert_${table}(objects: [{ ${column}: ${ids[owner]}, lb_user_id: ${ids.person} }]) { affected_rows returning { lb_user_id } } }`,
      [],
      [one],
    );
    await confirmed(
      `mutation { update_${table}(where: { ${column}: { _eq: ${ids[owner]} } }, _set: { lb_user_id: ${ids.other} }) { affected_rows } }`,
      [one],
      [another],
    );
    await confirmed(
      `mutation { delete_${table}(where: { ${column}: { _eq: ${ids[owner]} } }) { affected_rows } }`,
      [another],
      [],
    );
  });

  test('comes nested in a new record, which is made without it', async () => {
    const answer = await admin.ask<{ made: { id: number; user_clearing_id: number | null } }>(
      `mutation { made: insert_department_one(object: { name: "Geschachtelt", user_clearing_id: ${ids.person},
         department_approvers: { data: [{ lb_user_id: ${ids.person} }, { lb_user_id: ${ids.other}, is_required: true }] } }) { id user_clearing_id } }`,
    );
    expect(answer.errors).toBeUndefined();
    expect(answer).toMatchObject({ extensions: { waiting: 3 }, data: { made: { user_clearing_id: null } } });
    for (const { id } of await waiting()) expect(codeOf(await decide(second, 'confirm', id))).toBeUndefined();
    const made = answer.data?.made.id;
    expect(await storedIn('department', made, 'user_clearing_id')).toBe(String(ids.person));
    expect(
      await stage.demo.web.sql(
        'select is_required from department_approver where department_id = $1 order by id desc',
        [made],
      ),
    ).toHaveLength(2);
  });

  test('a new person has no rights before they are confirmed, and is deleted by two only', async () => {
    const answer = await admin.ask<{ made: { id: number; roles: string[]; approval_limit: number | null } }>(
      `mutation { made: insert_lb_user_one(object: { name: "Neu", email: "neu@demo.test", roles: ["user-admin"],
         approval_limit: "500.00" }) { id roles approval_limit } }`,
    );
    expect(answer).toMatchObject({
      extensions: { waiting: 1 },
      data: { made: { roles: [], approval_limit: 500 } },
    });
    for (const { id } of await waiting()) expect(codeOf(await decide(second, 'confirm', id))).toBeUndefined();
    const id = answer.data?.made.id;
    expect(await storedIn('lb_user', id, 'roles')).toBe('{user-admin}');
    expect(await admin.ask(`mutation { delete_lb_user_by_pk(id: ${id}) { id } }`)).toMatchObject({
      extensions: { waiting: 1 },
    });
    expect(await storedIn('lb_user', id, 'name')).toBe('Neu');
    const [change] = await waiting();
    expect(codeOf(await decide(second, 'confirm', change?.id))).toBeUndefined();
    expect(await storedIn('lb_user', id, 'name')).toBeNull();
  });

  test('waits in an import, which says so', async () => {
    const before = await storedIn('lb_user', ids.other, 'approval_limit');
    const job = await stage.run('lb_user', 'E-Mail;Freigabelimit\napprover2@demo.test;750\n');
    expect(job).toMatchObject({ state: 'done', result: { changed: 1, waiting: 1 } });
    const [change] = await waiting();
    expect(codeOf(await decide(admin, 'reject', change?.id))).toBeUndefined();
    expect(await storedIn('lb_user', ids.other, 'approval_limit')).toBe(before);
  });

  test('stays what it was when somebody else proposes another thing, and is void then', async () => {
    const to = (who: WebCaller, limit: number) =>
      who.ask(
        `mutation { update_lb_user_by_pk(pk_columns: { id: ${ids.person} }, _set: { approval_limit: "${limit}" }) { id } }`,
      );
    await to(admin, 1111);
    const [first] = await waiting();
    await to(second, 2222);
    const [later, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(codeOf(await decide(second, 'confirm', first?.id))).toBe('record_changed');
    expect(codeOf(await decide(second, 'confirm', later?.id))).toBe('second_administrator_required');
    expect(codeOf(await decide(admin, 'confirm', later?.id))).toBeUndefined();
    expect(await storedIn('lb_user', ids.person, 'approval_limit')).toBe('2222.00');
  });

  test('is not confirmed when the row has become another one meanwhile', async () => {
    await admin.ask(
      `mutation { update_client_by_pk(pk_columns: { id: ${ids.client} }, _set: { min_approval: 3 }) { id } }`,
    );
    const [change] = await waiting();
    await stage.demo.web.sql('update client set min_approval = 2 where id = $1', [ids.client]);
    expect(codeOf(await decide(second, 'confirm', change?.id))).toBe('record_changed');
    expect(await storedIn('client', ids.client, 'min_approval')).toBe('2');
    expect(codeOf(await decide(second, 'reject', change?.id))).toBeUndefined();
  });

  test('is neither proposed nor decided by whoever acts as another, nor seen or decided by others', async () => {
    await admin.ask(
      `mutation { update_client_by_pk(pk_columns: { id: ${ids.client} }, _set: { min_approval: 9 }) { id } }`,
    );
    const [change] = await waiting();
    const { jwt } = (
      await admin.send({
        method: 'POST',
        url: '/api/auth/impersonate',
        payload: { user_id: second.context.userId },
      })
    ).json<{ jwt: string }>();
    const acting = async (query: string) => {
      const answer = await stage.demo.send({
        method: 'POST',
        url: '/v1/graphql',
        payload: { query },
        headers: { authorization: `Bearer ${jwt}` },
      });
      return answer.json<{ errors?: { extensions: { code: string } }[] }>().errors?.[0]?.extensions.code;
    };
    const decided = (verdict: string) =>
      acting(`mutation { control_change_${verdict}(id: ${change?.id}) { id } }`);
    // The human behind it is who proposed it.
    expect(await decided('confirm')).toBe('second_administrator_required');
    expect(await decided('reject')).toBe('permission_denied');
    for (const [table, column] of columns) {
      const mutation = ways['by key']?.(
        table,
        rowOf(table, column) ?? 0,
        `${column}: ${valueFor(column)}`,
        column,
      );
      expect([table, column, await acting(mutation ?? '')]).toEqual([table, column, 'permission_denied']);
    }
    const buyer = await stage.demo.person('selector@demo.test');
    expect(await buyer.get('{ control_change { id } }')).toEqual({ control_change: [] });
    const stranger = await stage.demo.person('admin@other.test');
    expect(await stranger.get('{ control_change { id } }')).toEqual({ control_change: [] });
    expect(codeOf(await decide(stranger, 'confirm', change?.id))).toBe('not_found');
    expect(codeOf(await decide(second, 'reject', change?.id))).toBeUndefined();
  });

  test('is told by mail to who may confirm it, then to who proposed it, and a new address to both', async () => {
    await stage.demo.web.sql("delete from mail where kind = 'warning'");
    const email = await storedIn('lb_user', ids.other, 'email');
    await admin.ask(
      `mutation { update_lb_user_by_pk(pk_columns: { id: ${ids.other} }, _set: { email: "neue.adresse@demo.test" }) { id } }`,
    );
    const told = async (recipient: string | null, words: string) => {
      // The job that tells waits for a few seconds, so that one mail tells of all.
      await stage.demo.web.sql(
        "update graphile_worker._private_jobs set run_at = now() where key like 'control changes%'",
      );
      return await eventually(
        async () =>
          (
            await stage.demo.web.sql<{ subject: string }>(
              "select subject from mail where kind = 'warning' and recipient = $1 and text_body like $2",
              [recipient, `%${words}%`],
            )
          )[0],
      );
    };
    expect(await told('receiver@demo.test', 'vorgeschlagen von Katrin Voss')).toBeDefined();
    const [change] = await waiting();
    await decide(second, 'confirm', change?.id);
    expect(await told('admin@demo.test', 'entschieden von')).toBeDefined();
    expect(await told(email, 'neue.adresse@demo.test')).toBeDefined();
    expect(await told('neue.adresse@demo.test', email ?? '')).toBeDefined();
    expect(await waiting()).toEqual([]);
  });
});

describe('AUTH-37 INV-33 ways around', () => {
  test('whoever an administrator has made within seven days confirms nothing of his', async () => {
    await stage.demo.web.sql('update lb_user set made_by_id = $2, made_at = now() where id = $1', [
      second.context.userId,
      admin.context.userId,
    ]);
    await changeLeast(4);
    // Nobody else could confirm it: it applies at once, as before there was this one.
    expect(await storedIn('client', ids.client, 'min_approval')).toBe('4');
    await stage.demo.web.sql("update lb_user set made_at = now() - interval '8 days' where id = $1", [
      second.context.userId,
    ]);
    await changeLeast(5);
    expect(await storedIn('client', ids.client, 'min_approval')).toBe('4');
    const [change] = await waiting();
    expect(codeOf(await decide(second, 'reject', change?.id))).toBeUndefined();
  });

  test('who blocks the other administrator is not alone for seven days, also when he lets him in again', async () => {
    for (const set of ['blocked: true', 'blocked: false', 'active: false', 'active: true']) {
      await admin.get(
        `mutation { update_lb_user_by_pk(pk_columns: { id: ${second.context.userId} }, _set: { ${set} }) { id } }`,
      );
      await changeLeast(6);
      expect([set, await storedIn('client', ids.client, 'min_approval')]).toEqual([set, '4']);
    }
    const [change] = await waiting();
    const back = await stage.demo.person('receiver@demo.test');
    expect(codeOf(await decide(back, 'confirm', change?.id))).toBe('second_administrator_required');
    expect(codeOf(await decide(back, 'reject', change?.id))).toBeUndefined();
    await stage.demo.web.sql(
      'update lb_user set put_out_at = null, made_by_id = null, made_at = null where id = $1',
      [second.context.userId],
    );
  });

  test('an account waits when the second person is switched off, and when all companies are put aside', async () => {
    const supplier = await idOf('supplier', 'iban is not null');
    const iban = await storedIn('supplier', supplier, 'iban');
    const named = (value: string) =>
      admin.get(
        `mutation { update_supplier_by_pk(pk_columns: { id: ${supplier} }, _set: { iban: "${value}" }) { id } }`,
      );
    const pending = () =>
      stage.demo.web.sql<{ iban: string }>(
        "select iban from supplier_bank_change where supplier_id = $1 and state = 'pending'",
        [supplier],
      );
    await named('DE89370400440532013000');
    const everywhere = (set: string) =>
      stage.demo.web.sql(`update client set ${set} where tenant_id = $1`, [tenant()]);
    for (const [off, on] of [
      ['bank_change_second_person = false', 'bank_change_second_person = true'],
      ['active = false', 'active = true'],
    ] as const) {
      await everywhere(off);
      expect(await pending()).toEqual([{ iban: 'DE89370400440532013000' }]);
      await named('DE02120300000000202051');
      expect([off, await storedIn('supplier', supplier, 'iban')]).toEqual([off, iban]);
      expect(await pending()).toEqual([{ iban: 'DE02120300000000202051' }]);
      await everywhere(on);
      await named('DE89370400440532013000');
      expect(await storedIn('supplier', supplier, 'iban')).toBe(iban);
    }
  });

  test('a sole administrator changes at once, which is written down', async () => {
    await stage.demo.web.sql("update lb_user set roles = array_remove(roles, 'user-admin') where id = $1", [
      second.context.userId,
    ]);
    await changeLeast(7);
    expect(await storedIn('client', ids.client, 'min_approval')).toBe('7');
    expect(
      await admin.get('{ control_change(order_by: { id: desc }, limit: 1) { control state at_once } }'),
    ).toEqual({ control_change: [{ control: 'min_approval', state: 'confirmed', at_once: true }] });
  });
});
