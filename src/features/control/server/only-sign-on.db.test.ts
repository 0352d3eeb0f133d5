import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  openTwoAdministrators,
  type TwoAdministrators,
} from '../../../../tests/support/two-administrators.ts';

let two: TwoAdministrators;
beforeAll(async () => {
  two = await openTwoAdministrators();
}, 120_000);
afterAll(() => two?.close());

const sql = (text: string, values: unknown[] = []) => two.setup.demo.web.sql(text, values);
const setting = (value: string) =>
  `insert_configuration_one(object: { key: "sign_on_only", model: "boolean", value: "${value}" }, on_conflict: {
    constraint: configuration_tenant_id_key_client_id_key, update_columns: [value] }) { id }`;
const answer = async (mutation: string) => {
  const { errors, extensions } = (await two.admin.ask(`mutation { ${mutation} }`)) as {
    errors?: readonly { extensions: { code: string; problems?: unknown } }[];
    extensions?: object;
  };
  return errors?.[0]?.extensions ?? extensions;
};
const refused = (field: string) => ({
  code: 'sign_on_needs_issuer',
  problems: [{ field, code: 'sign_on_needs_issuer' }],
});
const setActive = (isActive: boolean) =>
  sql('update sign_on_issuer set active = $2 where id = $1', [two.ids.sign_on_issuer, isActive]);

beforeEach(async () => {
  await sql("delete from configuration where key = 'sign_on_only'");
  await sql('delete from control_change');
  await setActive(true);
});

describe('AUTH-32 allowing only single sign-on', () => {
  test('is refused without an active issuer, when set, changed, or given another key, and may be switched off', async () => {
    await setActive(false);
    expect(await answer(setting('true'))).toMatchObject(refused('sign_on_only'));
    await sql("insert into configuration (tenant_id, key, value) values ($1, 'sign_on_only', 'false')", [
      two.tenant,
    ]);
    expect(await answer(setting('true'))).toMatchObject(refused('sign_on_only'));
    expect(
      await answer(
        'update_configuration(where: { key: { _eq: "sign_on_only" } }, _set: { value: "true" }) { affected_rows }',
      ),
    ).toMatchObject(refused('sign_on_only'));
    await sql("update configuration set value = 'true' where key = 'sign_on_only'");
    expect(await answer(setting('false'))).toMatchObject({ waiting: 1 });
  });

  test('waits with an active issuer, and is refused at the confirmation if that one was switched off meanwhile', async () => {
    expect(await answer(setting('true'))).toMatchObject({ waiting: 1 });
    const [change] = await two.waiting();
    await setActive(false);
    expect(await two.decide(two.second, 'confirm', change?.id)).toBe('sign_on_needs_issuer');
    await setActive(true);
    expect(await two.decide(two.second, 'confirm', change?.id)).toBeUndefined();
  });

  test('keeps the last active issuer from being switched off or removed by any way, and not one of two', async () => {
    const { sign_on_issuer: id } = two.ids;
    await sql("insert into configuration (tenant_id, key, value) values ($1, 'sign_on_only', 'true')", [
      two.tenant,
    ]);
    const off = `update_sign_on_issuer_by_pk(pk_columns: { id: ${id} }, _set: { active: false }) { id }`;
    for (const mutation of [
      off,
      `update_sign_on_issuer(where: {}, _set: { active: false }) { affected_rows }`,
      `insert_sign_on_issuer(objects: [{ id: ${id}, active: false }], on_conflict: { constraint: sign_on_issuer_pkey, update_columns: [active] }) { affected_rows }`,
      `delete_sign_on_issuer_by_pk(id: ${id}) { id }`,
    ])
      expect([mutation, await answer(mutation)]).toMatchObject([mutation, refused('active')]);
    await sql(
      "insert into sign_on_issuer (tenant_id, name, issuer, application_id) values ($1, 'Zweite', 'https://b.example.test', 'b')",
      [two.tenant],
    );
    expect(await answer(off)).toMatchObject({ waiting: 1 });
    await sql("delete from sign_on_issuer where name = 'Zweite'");
  });
});
