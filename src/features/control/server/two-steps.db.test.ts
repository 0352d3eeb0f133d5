import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebCaller } from '../../../../tests/support/demo-web.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';

let setup: TwoAdministrators['setup'];
let admin: TwoAdministrators['admin'];
let second: TwoAdministrators['second'];
let tenant: TwoAdministrators['tenant'];
let ids: TwoAdministrators['ids'];
let storedIn: TwoAdministrators['storedIn'];
let waiting: TwoAdministrators['waiting'];
let decide: TwoAdministrators['decide'];

let two: TwoAdministrators;
beforeAll(async () => {
  two = await openTwoAdministrators();
  ({ setup, admin, second, tenant, ids, storedIn, waiting, decide } = two);
}, 120_000);
afterAll(() => two?.close());

describe('AUTH-37 ADM-23 two steps do not replace a second administrator', () => {
  const sql: TwoAdministrators['setup']['demo']['web']['sql'] = (text, values) =>
    setup.demo.web.sql(text, values);
  const insert = async (table: string, columns: string, values: string) => {
    const [row] = await sql<{ id: string }>(
      `insert into ${table} (tenant_id, ${columns}) values ($1, ${values}) returning id`,
      [tenant],
    );
    return Number(row?.id);
  };
  /** The code of the refusal, or the number of waiting changes. */
  const tried = async (mutation: string) => {
    const answer = (await admin.ask(mutation)) as Awaited<ReturnType<WebCaller['ask']>> & {
      extensions?: { waiting?: number };
    };
    return answer.errors?.[0]?.extensions.code ?? answer.extensions?.waiting;
  };

  const numbers = {
    'a creditor number': ['external_id: "74111"', ''],
    'a VAT id': ['vat_number: "ATU11223344"', ''],
    'a number in a company': ['', 'external_id: "74112"'],
    'an account of Dynamics in a company': ['', 'vendor_account: "V-741"'],
  } as const;
  test.each(Object.entries(numbers))(
    '%s does not pass to a new supplier while the former one is being deleted',
    async (_, [own, inCompany]) => {
      const supplier = (name: string) => `insert_supplier_one(object: { name: "${name}" ${own}
        ${inCompany === '' ? '' : `supplier_clients: { data: [{ client_id: ${ids.client}, ${inCompany} }] }`} }) { id }`;
      const { made } = await admin.get<{ made: { id: number } }>(`mutation { made: ${supplier('Zuerst')} }`);
      const remove = `delete_supplier_by_pk(id: ${made.id}) { id }`;
      for (const mutation of [
        `mutation { ${remove} }`,
        `mutation { delete_supplier(where: { id: { _eq: ${made.id} } }) { affected_rows } }`,
      ]) {
        expect(await tried(mutation)).toBe(1);
        expect(await storedIn('supplier', made.id, 'name')).toBe('Zuerst');
      }
      expect(await tried(`mutation { ${remove} ${supplier('Danach')} }`)).toBe('supplier_named');
      const [change] = await waiting();
      expect(await decide(admin, 'confirm', change?.id)).toBe('second_administrator_required');
      expect(await decide(second, 'confirm', change?.id)).toBeUndefined();
      expect(await storedIn('supplier', made.id, 'name')).toBeNull();
    },
  );

  test('a supplier without a number is deleted immediately', async () => {
    const id = await insert('supplier', 'name', "'Ohne Nummer'");
    expect(await tried(`mutation { delete_supplier_by_pk(id: ${id}) { id } }`)).toBeUndefined();
    expect(await storedIn('supplier', id, 'name')).toBeNull();
  });

  const powers = {
    rights: (id: number) =>
      `update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { roles: ["user-admin"] }) { id }`,
    membership: (id: number) =>
      `insert_task_group_user_one(object: { task_group_id: ${ids.group}, lb_user_id: ${id} }) { lb_user_id }`,
    approving: (id: number) =>
      `insert_department_approver_one(object: { department_id: ${ids.department}, lb_user_id: ${id} }) { lb_user_id }`,
    'a clearing': (id: number) =>
      `update_client_by_pk(pk_columns: { id: ${ids.client} }, _set: { user_clearing_id: ${id} }) { id }`,
    'a setting': (id: number) =>
      `insert_configuration_one(object: { key: "user_clearing_id", model: "lb_user", lb_user_id: ${id} },
        on_conflict: { constraint: configuration_tenant_id_key_client_id_key, update_columns: [lb_user_id] }) { id }`,
  };
  test.each(Object.entries(powers))(
    'a person with a waiting %s keeps the address shown to the second administrator',
    async (power, proposal) => {
      const email = `${power.replaceAll(' ', '.')}@demo.test`;
      const id = await insert('lb_user', 'name, email', `'Anna ${power}', '${email}'`);
      expect(await tried(`mutation { ${proposal(id)} }`)).toBe(1);
      const to = (address: string) =>
        `mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { email: "${address}" }) { id } }`;
      expect(await tried(to(`fremd.${email}`))).toBe(1);
      expect(await storedIn('lb_user', id, 'email')).toBe(email);
      for (const change of await waiting()) expect(await decide(second, 'reject', change.id)).toBeUndefined();
      expect(await tried(to(`frei.${email}`))).toBeUndefined();
    },
  );

  test.each(Object.keys(powers))(
    'a person who has %s without own rights keeps their address',
    async (power) => {
      const email = `hat.${power.replaceAll(' ', '.')}@demo.test`;
      const id = await insert('lb_user', 'name, email', `'Berta ${power}', '${email}'`);
      expect(await tried(`mutation { ${powers[power as keyof typeof powers](id)} }`)).toBe(1);
      const [given] = await waiting();
      expect(await decide(second, 'confirm', given?.id)).toBeUndefined();
      const to = `mutation { update_lb_user_by_pk(pk_columns: { id: ${id} }, _set: { email: "fremd.${email}" }) { id } }`;
      expect(await tried(to)).toBe(1);
      const [change] = await waiting();
      expect(await decide(second, 'reject', change?.id)).toBeUndefined();
      expect(await storedIn('lb_user', id, 'email')).toBe(email);
      for (const table of ['task_group_user', 'department_approver', 'configuration'])
        await sql(`delete from ${table} where lb_user_id = $1`, [id]);
    },
  );

  test('a number is not confirmed for a supplier that has changed its identity since', async () => {
    const id = await insert('supplier', 'name, external_id', "'Alt', '74200'");
    const set = (values: string) =>
      tried(`mutation { update_supplier_by_pk(pk_columns: { id: ${id} }, _set: { ${values} }) { id } }`);
    for (const other of ['name: "Neu"', 'country: "AT"', 'active: false']) {
      expect(await set('external_id: "74201"')).toBe(1);
      const [change] = await waiting();
      expect([other, await set(other)]).toEqual([other, undefined]);
      expect([other, await decide(second, 'confirm', change?.id)]).toEqual([other, 'record_changed']);
      expect(await storedIn('supplier', id, 'external_id')).toBe('74200');
    }
  });

  test.each([
    ['the view of groups', 'roles: ["user-export-invoice"]'],
    ['the view of groups', 'approval_limit: "999999"'],
    ['the view of groups', 'active: false'],
  ])('%s does not immediately change %s of a group', async (_, set) => {
    const mutation = `mutation { update_task_group_by_pk(pk_columns: { id: ${ids.group} }, _set: { ${set} }) { id } }`;
    expect(await tried(mutation)).toBe(1);
    const upsert = `mutation { insert_task_group(objects: [{ id: ${ids.group}, name: "Zwei", ${set} }],
      on_conflict: { constraint: task_group_pkey, update_columns: [${set.split(':')[0]}] }) { affected_rows } }`;
    expect(await tried(upsert)).toBe(1);
    for (const { id } of await waiting()) expect(await decide(second, 'reject', id)).toBeUndefined();
  });

  test('accounts are compared regardless of their notation', async () => {
    const [owner] = [await insert('supplier', 'name, iban', "'Hat es', 'AT611904300234573201'")];
    const other = await insert('supplier', 'name', "'Will es'");
    expect(owner).toBeGreaterThan(0);
    for (const written of [
      'at61 1904 3002 3457 3201',
      'AT61-1904-3002-3457-3201',
      '\\u00a0AT611904300234573201 ',
    ]) {
      const code = await tried(
        `mutation { update_supplier_by_pk(pk_columns: { id: ${other} }, _set: { iban: "${written}" }) { id } }`,
      );
      expect([written, ['supplier_named', 'validation_failed'].includes(String(code))]).toEqual([
        written,
        true,
      ]);
    }
    const job = await setup.run('supplier', 'Name;IBAN\nWill es;at61 1904 3002 3457 3201\n');
    expect(job.result).toMatchObject({ changed: 0, problems: 1 });
    expect(await storedIn('supplier', other, 'iban')).toBeNull();
  });

  test('VAT ids are compared regardless of their notation', async () => {
    await insert('supplier', 'name, vat_number', "'Hat sie', 'ATU55667788'");
    const other = await insert('supplier', 'name', "'Will sie'");
    for (const written of ['atu55667788', 'ATU 556 677 88', 'ATU55667788 ', '\u0410TU55667788']) {
      const code = await tried(
        `mutation { update_supplier_by_pk(pk_columns: { id: ${other} }, _set: { vat_number: "${written}" }) { id } }`,
      );
      expect([written, ['supplier_named', 'validation_failed'].includes(String(code))]).toEqual([
        written,
        true,
      ]);
    }
  });
});
