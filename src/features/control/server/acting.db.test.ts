import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FinishedJob } from '../../../../tests/entity/imports.ts';
import {
  otherSettings,
  otherValue,
  ownerOfRows,
  rowOfControl,
  rowsOfPeople,
  waysFor,
  waysOfUpdate,
} from '../../../../tests/support/changed-controls.ts';
import { formOf } from '../../../../tests/support/demo-web.ts';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';
import { eventually } from '../../../../tests/support/web.ts';
import { tokenDigest } from '../../../platform/server/secrets.ts';
import { controls } from '../register.ts';

let two: TwoAdministrators;
let acting: (query: string) => Promise<string | undefined>;
beforeAll(async () => {
  two = await openTwoAdministrators();
  acting = await two.actAsSecond();
}, 120_000);
afterAll(() => two?.close());

const sql = (text: string, values: unknown[] = []) => two.setup.demo.web.sql(text, values);
/** All rows of the register, and the waiting changes. */
const everything = async () => {
  const tables = [...Object.keys(controls.columns), ...controls.rows, 'configuration', 'control_change'];
  const rows = await Promise.all(
    tables.map((table) => sql(`select md5(string_agg(t::text, ' ' order by t::text)) from ${table} t`)),
  );
  return rows.flat();
};
const columns = Object.entries(controls.columns).flatMap(([table, names]) =>
  names.map((column) => [table, column] as const),
);

/** What a new row needs besides its name. */
const required: Readonly<Record<string, string>> = {
  lb_user: 'email: "neu@demo.test", ',
  export_destination: 'place: "neu@example.test", ',
  sign_on_issuer: 'issuer: "https://neu.test", application_id: "neu", ',
};

describe('AUTH-37 AUTH-29 acting as another administrator', () => {
  test.each(Object.keys(waysOfUpdate))('no column of the register can be changed %s', async (way) => {
    const before = await everything();
    for (const [table, column] of columns.filter(([table]) => waysFor(table).includes(way))) {
      const id = rowOfControl(two.ids, table, column) ?? 0;
      const set = `${column}: ${otherValue(two.ids, column)}`;
      const code = await acting(waysOfUpdate[way]?.(table, id, set, column) ?? '');
      expect([table, column, code]).toEqual([table, column, 'permission_denied']);
    }
    expect(await everything()).toEqual(before);
  });

  test('no new row can have another value than the initial one', async () => {
    const begun = await two.setup.demo.web.sql<{ table_name: string; columns: string[] }>(
      // A supplier's first number that no other supplier has redirects no payment: `governs_names`.
      "select table_name, columns from app.controls() where kind = 'columns' and of_new and table_name <> 'supplier'",
    );
    const before = await everything();
    for (const { table_name: table, columns: names } of begun) {
      for (const column of names.filter(
        (name) => !name.startsWith('auditor_') && !name.startsWith('absence_'),
      )) {
        const value = column === 'active' ? 'true' : otherValue(two.ids, column);
        const code = await acting(
          `mutation { insert_${table}_one(object: { name: "Neu", ${required[table] ?? ''}${column}: ${value} }) { id } }`,
        );
        expect([table, column, code]).toEqual([table, column, 'permission_denied']);
      }
    }
    expect(await everything()).toEqual(before);
  });

  test.each(controls.settings)('the setting %s can neither be set, changed nor removed', async (key) => {
    const isPerson = key.startsWith('user_');
    const [one, another] = isPerson
      ? [String(two.ids.person), String(two.ids.other)]
      : (otherSettings[key] ?? ['', '']);
    const set = (value: string | undefined) =>
      isPerson ? `model: "lb_user", lb_user_id: ${value}` : `model: "string", value: "${value}"`;
    const setting = `mutation { insert_configuration_one(object: { key: "${key}", ${set(one)} }) { id } }`;
    expect(await acting(setting)).toBe('permission_denied');
    await sql(
      `insert into configuration (tenant_id, key, model, ${isPerson ? 'lb_user_id' : 'value'}) values ($1, $2, $3, $4)`,
      [two.tenant, key, isPerson ? 'lb_user' : 'string', one],
    );
    const before = await everything();
    const column = isPerson ? 'lb_user_id' : 'value';
    for (const mutation of [
      `mutation { update_configuration(where: { key: { _eq: "${key}" } }, _set: { ${set(another)} }) { affected_rows } }`,
      `mutation { insert_configuration_one(object: { key: "${key}", ${set(another)} },
        on_conflict: { constraint: configuration_tenant_id_key_client_id_key, update_columns: [${column}] }) { id } }`,
      `mutation { delete_configuration(where: { key: { _eq: "${key}" } }) { affected_rows } }`,
    ])
      expect(await acting(mutation)).toBe('permission_denied');
    expect(await everything()).toEqual(before);
  });

  test.each(rowsOfPeople)('no row of %s can be added, changed, nested or removed', async (table) => {
    const { owner, column } = ownerOfRows(table);
    const record = owner === 'group' ? 'task_group' : owner;
    const { ids } = two;
    await sql(`delete from ${table} where lb_user_id = any ($1)`, [[ids.person, ids.other]]);
    await sql(`insert into ${table} (tenant_id, ${column}, lb_user_id) values ($1, $2, $3)`, [
      two.tenant,
      ids[owner],
      ids.person,
    ]);
    const before = await everything();
    for (const mutation of [
      `mutation { insert_${table}(objects: [{ ${column}: ${ids[owner]}, lb_user_id: ${ids.other} }]) { affected_rows } }`,
      `mutation { insert_${record}_one(object: { id: ${ids[owner]}, ${table}s: { data: [{ lb_user_id: ${ids.other} }] } },
        on_conflict: { constraint: ${record}_pkey, update_columns: [] }) { id } }`,
      `mutation { update_${table}(where: { lb_user_id: { _eq: ${ids.person} } }, _set: { lb_user_id: ${ids.other} }) { affected_rows } }`,
      `mutation { update_${table}_many(updates: [{ where: { lb_user_id: { _eq: ${ids.person} } }, _set: { lb_user_id: ${ids.other} } }]) { affected_rows } }`,
      `mutation { delete_${table}(where: { lb_user_id: { _eq: ${ids.person} } }) { affected_rows } }`,
    ])
      expect([mutation, await acting(mutation)]).toEqual([mutation, 'permission_denied']);
    expect(await everything()).toEqual(before);
  });

  test('no number of a supplier in a company can be changed or removed', async () => {
    const { supplier } = two.ids;
    await sql('delete from supplier_client where supplier_id = $1', [supplier]);
    await sql(
      "insert into supplier_client (tenant_id, supplier_id, client_id, external_id) select $1, $2, min(id), '70999' from client where tenant_id = $1",
      [two.tenant, supplier],
    );
    const before = await everything();
    for (const mutation of [
      `mutation { update_supplier_client(where: { supplier_id: { _eq: ${supplier} } }, _set: { external_id: "79999" }) { affected_rows } }`,
      `mutation { delete_supplier_client(where: { supplier_id: { _eq: ${supplier} } }) { affected_rows } }`,
    ])
      expect([mutation, await acting(mutation)]).toEqual([mutation, 'permission_denied']);
    expect(await everything()).toEqual(before);
  });

  test('nobody with a right can be deleted, and no control can be nested in a new record', async () => {
    const before = await everything();
    expect(
      await acting(
        `mutation { insert_department_one(object: { name: "Geschachtelt", department_approvers: { data: [{ lb_user_id: ${two.ids.person} }] } }) { id } }`,
      ),
    ).toBe('permission_denied');
    const [limited] = await two.setup.demo.web.sql<{ id: string }>(
      "insert into lb_user (tenant_id, name, email, approval_limit) values ($1, 'Kurz da', 'kurz@demo.test', 5) returning id",
      [two.tenant],
    );
    expect(await acting(`mutation { delete_lb_user_by_pk(id: ${limited?.id}) { id } }`)).toBe(
      'permission_denied',
    );
    await sql('delete from lb_user where id = $1', [limited?.id]);
    expect(await everything()).toEqual(before);
  });

  test('no import can change a control', async () => {
    const headers = await two.actingAsSecond();
    const before = await everything();
    const form = formOf({}, [
      { name: 'a.csv', bytes: Buffer.from('E-Mail;Freigabelimit\napprover2@demo.test;750\n') },
    ]);
    const sent = await two.setup.demo.send({
      ...form,
      url: '/api/import/lb_user',
      headers: { ...form.headers, ...headers },
    });
    expect(sent.status).toBe(200);
    const { id } = sent.json<{ id: number }>();
    const job = await eventually(async () => {
      const answer = await two.setup.demo.send({ method: 'GET', url: `/api/job/${id}`, headers });
      const found = answer.json<FinishedJob>();
      return ['done', 'failed'].includes(found.state) ? found : undefined;
    });
    expect(job).toMatchObject({ state: 'failed', error: { code: 'permission_denied' } });
    expect(await everything()).toEqual(before);
  });
});

test('AUTH-37 AUTH-23 a token that another administrator has made changes no column of the register', async () => {
  const token = 'a-token-of-an-api-that-is-long-enough-for-it';
  await sql(
    "update lb_user set api_token_hash = $2, token_maker_id = $3, token_expires_at = now() + interval '1 day' where id = $1",
    [two.second.context.userId, tokenDigest(token), two.admin.context.userId],
  );
  const before = await everything();
  for (const [table, column] of columns) {
    const id = rowOfControl(two.ids, table, column) ?? 0;
    const query = waysOfUpdate['by key']?.(table, id, `${column}: ${otherValue(two.ids, column)}`, column);
    const answer = await two.setup.demo.send({
      ...{ method: 'POST', url: '/v1/graphql', payload: { query } },
      headers: { authorization: `Bearer ${token}` },
    });
    const { errors } = answer.json<{ errors?: { extensions: { code: string } }[] }>();
    expect([table, column, errors?.[0]?.extensions.code]).toEqual([table, column, 'permission_denied']);
  }
  expect(await everything()).toEqual(before);
});
