import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { narrowedTo } from '../../src/app/server/narrowing.ts';
import { roleNumbers } from '../../src/features/session/roles.ts';
import { type DemoApi, demoApi } from '../support/demo-api.ts';

let api: DemoApi;

beforeAll(async () => {
  api = await demoApi();
  await api.db.sql(
    `insert into configuration (tenant_id, key, value) select t.id, key, 'true' from tenant t, unnest($1::text[]) as key
     on conflict (tenant_id, key, client_id) do update set value = 'true'`,
    [['module_invoice', 'module_contract']],
  );
});
afterAll(() => api.close());

const tables = ['document', 'procurement', 'invoice', 'contract'];

describe('TECH-12 lists are narrowed to documents that concern the person, and still complete', () => {
  test('people with a wider role are not narrowed, in any company and department', async () => {
    const admin = await api.person('admin@demo.test');
    for (const role of Object.keys(roleNumbers)) {
      const [seen] = await api.db.sql<{ scopes: string[] }>(
        `select array(select app.scope_of(array[$1], widest) from unnest($2::text[]) as widest) as scopes`,
        [role, ['user-see-all-orders', 'user-see-all-invoices', 'user-see-contracts']],
      );
      const isWide = seen?.scopes.some((scope) => scope !== 'own');
      if (isWide) expect(narrowedTo({ ...admin.context, roles: [role] }), role).toBeUndefined();
    }
    expect(narrowedTo({ ...admin.context, roles: ['user-see-own-orders-and-involved'] })).toBeDefined();
  });

  test('lists and counts equal those of the policies', async () => {
    const people = await api.db.sql<{ email: string }>(
      "select email from lb_user where email like '%@demo.test' and active order by id",
    );
    let narrowed = 0;
    for (const { email } of people) {
      const person = await api.person(email);
      if (narrowedTo(person.context)) narrowed += 1;
      for (const table of tables) {
        const answer = await person.get<Record<string, { aggregate: { count: number } }>>(
          `{ rows: ${table}_aggregate { aggregate { count } } }`,
        );
        const [row] = await api.db.database.inTenant(person.context, (tx) =>
          tx.query<{ count: number }>(`select count(*)::int as count from ${table}`),
        );
        expect(answer.rows?.aggregate.count, `${email} ${table}`).toBe(row?.count);
      }
    }
    expect(narrowed).toBeGreaterThan(1);
  });

  test('queries without a person are not narrowed', async () => {
    const { context } = await api.person('requester@demo.test');
    expect(narrowedTo({ ...context, userId: 0, roles: [] })).toBeUndefined();
  });
});
