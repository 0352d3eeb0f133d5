import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts';
import { ensureAdministrator, type WantedAdministrator } from './first-person.ts';

let db: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  db = await testDatabase();
  owner = new pg.Client({ connectionString: db.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await db?.drop();
});

const ensure = (wanted: Partial<WantedAdministrator>) =>
  ensureAdministrator(owner, { tenant: 'Acme', email: 'boss@acme.test', isOperator: false, ...wanted });
const people = () =>
  db.sql(
    'select t.name as tenant, u.email, u.roles, u.blocked, u.active from lb_user u join tenant t on t.id = u.tenant_id',
  );

test('AUTH-28 GEN-13 creates tenant and person once, and sets no password', async () => {
  const first = await ensure({});
  const again = await ensure({ tenant: 'ACME' });
  expect(again).toMatchObject({ tenantId: first.tenantId, id: first.id });
  expect(await people()).toEqual([
    { tenant: 'Acme', email: 'boss@acme.test', roles: ['user-admin'], blocked: false, active: true },
  ]);
});

test('AUTH-28 adds the operator role, keeps other roles and unblocks a blocked person', async () => {
  await db.sql("update lb_user set roles = '{user-price}', blocked = true where email = 'boss@acme.test'");
  await ensure({ isOperator: true });
  expect(await people()).toEqual([
    {
      tenant: 'Acme',
      email: 'boss@acme.test',
      roles: ['user-admin', 'user-operator', 'user-price'],
      blocked: false,
      active: true,
    },
  ]);
});

test('AUTH-36 deletes the passkeys of the person who lost them, and of no one else', async () => {
  const { tenantId, id } = await ensure({});
  const other = await ensure({ email: 'other@acme.test' });
  for (const owner of [id, other.id])
    await db.sql(
      `insert into passkey (tenant_id, lb_user_id, name, credential_id, public_key, counter)
       values ($1, $2, 'Laptop', $3, '\\x00', 0)`,
      [tenantId, owner, Buffer.from(`credential ${owner}`)],
    );
  const { steps } = await ensure({ forgetsPasskeys: true });
  expect(steps.at(-1)).toBe('Deleted passkeys: 1.');
  expect(await db.sql('select lb_user_id::int as id from passkey')).toEqual([{ id: other.id }]);
  expect(
    await db.sql("select kind, lb_user_id::int as id from security_log where kind = 'passkey_removed'"),
  ).toEqual([{ kind: 'passkey_removed', id }]);
});

test('AUTH-28 refuses an archived tenant, and a failure leaves no rows behind', async () => {
  await db.sql("update tenant set status = 'archived' where name = 'Acme'");
  await expect(ensure({ email: 'third@acme.test' })).rejects.toThrow('archived');
  await expect(ensure({ tenant: 'New', email: 'no address' })).rejects.toThrow();
  expect(await db.sql("select from tenant where name = 'New'")).toEqual([]);
});
