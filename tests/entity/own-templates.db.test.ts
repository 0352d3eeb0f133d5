import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecord, recordQuery } from '../../src/entity/record.ts';
import { entities } from '../../src/features/master-data/entities.ts';
import { user } from '../../src/features/people/user.ts';
import { type ImportSetup, openImports } from './imports.ts';

let setup: ImportSetup;

beforeAll(async () => {
  setup = await openImports();
});
afterAll(() => setup.close());

const insert =
  'mutation ($object: role_template_insert_input!) { insert_role_template_one(object: $object) { id } }';
const rolesOf = async (email: string) => {
  const { lb_user } = await setup.admin.get<{ lb_user: readonly { roles: readonly string[] }[] }>(
    'query ($email: String!) { lb_user(where: { email: { _eq: $email } }) { roles } }',
    { email },
  );
  return lb_user[0]?.roles;
};

test('ADM-21 a file with the name of an own template sets its rights, and of an inactive one none', async () => {
  const roles = ['user-price', 'user-can-insert-product'];
  await setup.admin.get(insert, { object: { name: 'Lager', roles } });
  await setup.admin.get(insert, { object: { name: 'Alt', roles: ['user-price'], active: false } });
  const file = 'Name;E-Mail;Sprache;Rechte\r\nLena Lager;lena@demo.test;de;Lager\r\n';
  expect((await setup.run('lb_user', file)).result).toMatchObject({ added: 1, problems: 0 });
  expect(await rolesOf('lena@demo.test')).toEqual(expect.arrayContaining(roles));
  const old = 'Name;E-Mail;Sprache;Rechte\r\nOtto Alt;otto@demo.test;de;Alt\r\n';
  expect((await setup.run('lb_user', old)).result).toMatchObject({ added: 0, problems: 1 });
});

test('ADM-21 a template changed later changes nobody', async () => {
  const before = await rolesOf('lena@demo.test');
  await setup.admin.get(
    'mutation { update_role_template(where: { name: { _eq: "Lager" } }, _set: { roles: ["user-admin"] }) { affected_rows } }',
  );
  expect(await rolesOf('lena@demo.test')).toEqual(before);
});

test('ROLE-15 whether somebody approves is told to administrators alone', async () => {
  const query =
    '{ lb_user(where: { email: { _in: ["approver1@demo.test", "requester@demo.test"] } }) { email approves } }';
  const told = await setup.admin.get<{ lb_user: readonly { email: string; approves: boolean | null }[] }>(
    query,
  );
  expect(new Map(told.lb_user.map(({ email, approves }) => [email, approves]))).toEqual(
    new Map([
      ['approver1@demo.test', true],
      ['requester@demo.test', false],
    ]),
  );
  const formOf = async (login: string) => {
    const [found] = await setup.demo.web.sql<{ id: string }>('select id from lb_user where email = $1', [
      login,
    ]);
    const { record } = await setup.admin.get<{ record: Record<string, unknown> }>(
      recordQuery(user, entities),
      { id: Number(found?.id) },
    );
    return readRecord(user, entities, record).flags;
  };
  expect(await formOf('approver1@demo.test')).toEqual(['approves']);
  expect(await formOf('requester@demo.test')).toEqual([]);
  const buyer = await setup.demo.person('buyer@demo.test');
  const untold = await buyer.get<{ lb_user: readonly { approves: boolean | null }[] }>(query);
  expect(untold.lb_user.map(({ approves }) => approves)).toEqual([null, null]);
});
