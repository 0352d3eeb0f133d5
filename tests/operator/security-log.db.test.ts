import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperatorEvent, OperatorLogAnswer } from '../../src/features/security-log/operator-log.ts';
import { eventsSql } from '../../src/features/security-log/server/operator-routes.ts';
import { createLoginToken } from '../../src/features/session/server/login-token.ts';
import { type OperatorFixture, operatorFixture } from './operators.ts';

const path = '/api/operator/security-log';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let fixture: OperatorFixture;

beforeAll(async () => {
  fixture = await operatorFixture();
});
afterAll(() => fixture.close());

async function logIn(who: { readonly context: { readonly tenantId: number; readonly userId: number } }) {
  const { tenantId, userId: id } = who.context;
  const token = await fixture.web.database.atGate((tx) =>
    createLoginToken(tx, { tenantId, id }, null, fixture.web.clock.now()),
  );
  return await fixture.send({
    method: 'POST',
    url: `/api/auth/login/${token}`,
    headers: { 'user-agent': firefox },
  });
}

const read = async (query = ''): Promise<OperatorLogAnswer> =>
  (await fixture.get(`${path}${query}`)).json<OperatorLogAnswer>();
const eventsOf = async (query: string): Promise<readonly OperatorEvent[]> => (await read(query)).events;

describe('AUTH-35 TECH-04 security log of the installation', () => {
  test('shows events of other tenants with means and time, and names operators only', async () => {
    await logIn(fixture.admin);
    await logIn(fixture.operator);
    const logins = await eventsOf('?kind=login&limit=2');
    expect(logins).toMatchObject([
      {
        tenant_id: fixture.operator.context.tenantId,
        kind: 'login',
        means: 'link',
        own: { person: 'Nora Ziegler', actor: null, device: 'Firefox, Linux' },
      },
      { tenant_id: fixture.demoTenant, kind: 'login', means: 'link', own: null },
    ]);
    const [, theirs] = logins;
    expect(Object.keys(theirs ?? {}).sort()).toEqual(
      ['code', 'created_at', 'id', 'kind', 'means', 'own', 'tenant', 'tenant_id', 'times'].sort(),
    );
  });

  test('does not name a colleague of the operators who is no operator', async () => {
    const [colleague] = await fixture.web.sql<{ id: number }>(
      "insert into lb_user (tenant_id, name, email) values ($1, 'Kai Neben', 'kai@kontor.test') returning id::int",
      [fixture.operator.context.tenantId],
    );
    await logIn({ context: { tenantId: fixture.operator.context.tenantId, userId: colleague?.id ?? 0 } });
    expect((await eventsOf('?kind=login&limit=1'))[0]).toMatchObject({
      tenant_id: fixture.operator.context.tenantId,
      own: null,
    });
  });

  test('filters by tenant, kind and time, and pages without gaps', async () => {
    for (let times = 0; times < 5; times += 1) await logIn(fixture.admin);
    const all = await eventsOf(`?tenant_id=${fixture.demoTenant}&limit=1000`);
    expect(all.every(({ tenant_id }) => tenant_id === fixture.demoTenant)).toBe(true);
    const paged: OperatorEvent[] = [];
    for (let last: OperatorEvent | undefined; ; last = paged.at(-1)) {
      const behind = last ? `&at=${encodeURIComponent(last.created_at)}&id=${last.id}` : '';
      const page = await eventsOf(`?tenant_id=${fixture.demoTenant}&limit=2${behind}`);
      paged.push(...page);
      if (page.length < 2) break;
    }
    expect(paged).toEqual(all);
    const middle = all[2]?.created_at ?? '';
    const since = await eventsOf(
      `?tenant_id=${fixture.demoTenant}&limit=1000&from=${encodeURIComponent(middle)}`,
    );
    expect(since).toEqual(all.slice(0, 3));
  });

  test('refuses invalid queries', async () => {
    for (const query of ['?kind=nothing', '?tenant_id=x', '?limit=0', '?limit=1001', '?from=yesterday'])
      expect((await fixture.get(`${path}${query}`)).status, query).toBe(400);
  });

  test('TECH-12 pages use indexes, for all tenants and for one', async () => {
    const planOf = async (tenant: number | null) => {
      const rows = await fixture.web.database.inTenant(
        { ...fixture.operator.context, asOperator: true },
        async (tx) => {
          // The demo is so small that a full scan would cost less.
          await tx.query('set local enable_seqscan = off');
          return await tx.query<Record<string, string>>(`explain ${eventsSql}`, [
            null,
            tenant,
            null,
            null,
            null,
            null,
            50,
          ]);
        },
        { role: 'operator' },
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    await fixture.web.sql('analyze security_log');
    expect(await planOf(null)).toMatch(/Index Scan Backward using security_log_created_at_id_idx/);
    expect(await planOf(fixture.demoTenant)).toMatch(/Index Scan Backward using security_log_/);
  });
});

describe('AUTH-35 unknown links and tokens', () => {
  const unknown = async () =>
    (await eventsOf('?limit=1000'))
      .filter(({ tenant_id }) => tenant_id === null)
      .map(({ kind, means, code, times, own }) => ({ kind, means, code, times, own }));

  test('are counted for operators, without being stored', async () => {
    const [link, token] = ['L'.repeat(43), 'T'.repeat(43)];
    await fixture.send({ method: 'POST', url: `/api/auth/login/${link}` });
    await fixture.send({ method: 'POST', url: `/api/auth/login/${link}/preview` });
    const headers = { authorization: `Bearer ${token}` };
    await fixture.send({ method: 'GET', url: '/api/auth/session', headers });
    await fixture.send({ method: 'POST', url: '/api/auth/access-token', headers });
    const counted = await unknown();
    expect(counted).toContainEqual({
      kind: 'login_failed',
      means: 'link',
      code: 'unknown_link',
      times: 2,
      own: null,
    });
    expect(counted).toContainEqual({
      kind: 'token_refused',
      means: 'token',
      code: 'unknown_token',
      times: 1,
      own: null,
    });
    expect(counted).toContainEqual({
      kind: 'token_refused',
      means: null,
      code: 'unknown_session',
      times: 1,
      own: null,
    });
    const rows = await fixture.web.sql<{ row: string }>(
      'select u::text as row from unknown_access u union all select s::text from security_log s',
    );
    for (const { row } of rows) for (const secret of [link, token]) expect(row).not.toContain(secret);
  });

  test('concurrent ones are added up in one row per hour', async () => {
    const count = async () =>
      (
        await fixture.web.sql<{ times: number }>(
          "select sum(times)::int as times from unknown_access where code = 'unknown_token'",
        )
      )[0]?.times ?? 0;
    const before = await count();
    await Promise.all(
      Array.from({ length: 200 }, (_, no) =>
        fixture.send({
          method: 'GET',
          url: '/api/auth/session',
          headers: { authorization: `Bearer ${String(no).padEnd(43, 'x')}` },
        }),
      ),
    );
    expect(await count()).toBe(before + 200);
    // A change of the hour adds a second row.
    expect(
      (await fixture.web.sql("select from unknown_access where code = 'unknown_token'")).length,
    ).toBeLessThan(3);
  });

  test('AUTH-23 an expired token, or one of a blocked person, is logged for its person', async () => {
    const payload = { user_id: fixture.admin.context.userId, expires_at: '2027-05-01' };
    const made = await fixture.admin.send({ method: 'POST', url: '/api/auth/api-token', payload });
    expect(made.status).toBe(201);
    const { token } = made.json<{ token: string }>();
    const ask = () =>
      fixture.send({
        method: 'GET',
        url: '/api/auth/session',
        headers: { authorization: `Bearer ${token}` },
      });
    const reasons = async () =>
      (
        await fixture.web.sql<{ code: string }>(
          "select code from security_log where kind = 'token_refused' and lb_user_id = $1 and means = 'token' order by id",
          [fixture.admin.context.userId],
        )
      ).map(({ code }) => code);
    expect((await ask()).status).toBe(200);
    await fixture.web.sql("update lb_user set token_expires_at = '2020-01-01' where id = $1", [
      payload.user_id,
    ]);
    expect((await ask()).status).toBe(401);
    await fixture.web.sql(
      "update lb_user set token_expires_at = '2099-01-01', blocked = true where id = $1",
      [payload.user_id],
    );
    expect((await ask()).status).toBe(401);
    expect(await reasons()).toEqual(['token_expired', 'account_blocked']);
  });

  test('people of a tenant cannot read the counts', async () => {
    for (const role of ['reader', 'reader_price', 'reader_admin', 'auditor', 'writer', 'gate']) {
      const asked = fixture.web.database.inTenant(
        fixture.admin.context,
        (tx) => tx.query('select * from unknown_access'),
        { role: role as 'reader' },
      );
      await expect(asked, role).rejects.toThrow();
    }
  });
});
