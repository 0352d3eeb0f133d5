import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../src/entity/entity.ts';
import { user } from '../../src/features/people/user.ts';
import { tokenDigest } from '../../src/platform/server/secrets.ts';
import { type AuditedFixture, auditedFixture, period } from './auditors.ts';

let fixture: AuditedFixture;

beforeAll(async () => {
  fixture = await auditedFixture();
});
afterAll(() => fixture?.close());

const insert = `mutation ($object: lb_user_insert_input!) { insert_lb_user_one(object: $object) { id } }`;
const person = (change: object = {}) => ({
  name: 'Petra Prüferin',
  email: `petra${Math.random()}@amt.test`,
  lang: 'de',
  is_group: false,
  roles: ['user-auditor'],
  auditor_client_id: fixture.audited,
  auditor_from: period.from,
  auditor_until: period.until,
  auditor_ends_on: '2099-12-31',
  ...change,
});

describe('ARC-04 who can be an auditor', () => {
  const problems = (change: object) =>
    user.check(person(change) as Row).map(({ field, code, values }) => `${field}: ${values?.rule ?? code}`);

  test('needs a company, a period and a last day, and no other right', async () => {
    const wrong: readonly (readonly [object, readonly string[]])[] = [
      [
        { auditor_client_id: null, auditor_from: null },
        ['auditor_client_id: field_required', 'auditor_from: field_required'],
      ],
      [{ auditor_ends_on: null }, ['auditor_ends_on: field_required']],
      [{ auditor_until: '2026-01-30' }, ['auditor_until: end_before_start']],
      [{ roles: ['user-auditor', 'user-price'] }, ['roles: auditor_only']],
      [{ roles: ['user-price'] }, ['roles: auditor_needed']],
    ];
    for (const [change, found] of wrong) {
      expect(problems(change)).toEqual(found);
      const { code } = await fixture.admin.refusal(insert, { object: person(change) });
      expect(['check_violation', 'validation_failed'], JSON.stringify(change)).toContain(code);
    }
    expect(problems({})).toEqual([]);
    await fixture.admin.get(insert, { object: person() });
  });

  test('cannot be a member of a task group, nor can a task group be an auditor', async () => {
    const { insert_lb_user_one: made } = await fixture.admin.get<{ insert_lb_user_one: { id: number } }>(
      insert,
      {
        object: person(),
      },
    );
    const { task_group } = await fixture.admin.get<{ task_group: { id: number }[] }>(
      '{ task_group(limit: 1) { id } }',
    );
    const join = await fixture.admin.refusal(
      'mutation ($o: task_group_user_insert_input!) { insert_task_group_user_one(object: $o) { lb_user_id } }',
      { o: { task_group_id: task_group[0]?.id, lb_user_id: made.id } },
    );
    expect(join.code).toBe('auditor_only');
    const group = await fixture.admin.refusal(
      'mutation ($id: bigint!) { update_task_group_by_pk(pk_columns: { id: $id }, _set: { roles: ["user-auditor"] }) { id } }',
      { id: task_group[0]?.id },
    );
    expect(group.code).toMatch(/validation_failed|check_violation/);
  });

  test('AUTH-29 cannot be created or extended while acting as another person', async () => {
    const { id } = await fixture.auditor();
    const { context } = fixture.admin;
    const acting = fixture.web.database.inTenant(
      { ...context, actorId: (await fixture.person('operator@kontor.test')).context.userId },
      (tx) => tx.query("update lb_user set auditor_until = '2030-01-01' where id = $1", [id]),
      { role: 'writer' },
    );
    await expect(acting).rejects.toThrow();
  });
});

describe('ARC-04 last day of access', () => {
  const yesterday = '2020-06-30';
  const text = 'Ihr Zugang als Prüfer endete am 30.06.2020.';

  test('ends access at once, with a text that explains it', async () => {
    const auditor = await fixture.auditor();
    expect((await auditor.get('/api/archive-export')).status).toBe(200);
    await fixture.web.sql('update lb_user set auditor_ends_on = $2 where id = $1', [auditor.id, yesterday]);
    const answer = await auditor.get('/api/archive-export');
    expect([answer.status, answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'auditor_ended', message: text, values: { day: yesterday } }),
    ]);
    expect((await auditor.ask('{ invoice { id } }')).error).toMatchObject({ code: 'auditor_ended' });
  });

  test('ends access by link, session and API token', async () => {
    const { web, send } = fixture;
    const { id } = await fixture.auditor({ auditor_ends_on: yesterday });
    const tokens = { link: 'L'.repeat(43), session: 'S'.repeat(43), api: 'A'.repeat(43) };
    await web.sql(
      `insert into login_token (tenant_id, lb_user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
      [fixture.demoTenant, id, tokenDigest(tokens.link)],
    );
    await web.sql(
      `insert into refresh_token (tenant_id, lb_user_id, actor_id, family, token_hash, expires_at)
       values ($1, $2, $2, gen_random_uuid(), $3, now() + interval '1 hour')`,
      [fixture.demoTenant, id, tokenDigest(tokens.session)],
    );
    await web.sql(
      "update lb_user set api_token_hash = $2, token_maker_id = id, token_expires_at = now() + interval '1 hour' where id = $1",
      [id, tokenDigest(tokens.api)],
    );
    const headers = (token: string) => ({ 'accept-language': 'de', authorization: `Bearer ${token}` });
    for (const call of [
      { method: 'POST', url: `/api/auth/login/${tokens.link}`, headers: headers('x') },
      { method: 'POST', url: '/api/auth/access-token', headers: headers(tokens.session) },
      { method: 'GET', url: '/api/archive-export', headers: headers(tokens.api) },
    ] as const) {
      const answer = await send(call);
      expect([answer.status, answer.json()], call.url).toEqual([
        403,
        expect.objectContaining({ code: 'auditor_ended', message: text }),
      ]);
    }
  });

  test('GEN-14 ends in the tenant’s time zone', async () => {
    const auditor = await fixture.auditor();
    await fixture.web.sql(
      "update lb_user set auditor_ends_on = (now() at time zone 'Etc/GMT+12')::date where id = $1",
      [auditor.id],
    );
    const inZone = async (zone: string) => {
      await fixture.web.sql(
        `insert into configuration (tenant_id, key, value, model) values ($1, 'timezone', $2, 'string')
         on conflict do nothing`,
        [fixture.demoTenant, zone],
      );
      await fixture.web.sql("update configuration set value = $2 where tenant_id = $1 and key = 'timezone'", [
        fixture.demoTenant,
        zone,
      ]);
      return (await auditor.get('/api/archive-export')).status;
    };
    expect(await inZone('Etc/GMT+12')).toBe(200);
    expect(await inZone('Pacific/Kiritimati')).toBe(403);
    expect(await inZone('Europe/Berlin')).toBeLessThan(500);
  });
});

describe('ARC-04 logs every access', () => {
  interface Access {
    readonly kind: string;
    readonly operation: string;
    readonly target_table: string | null;
    readonly target_id: string | null;
  }
  const log = async (id: number): Promise<Access[]> =>
    (
      await fixture.admin.get<{ auditor_access: Access[] }>(
        `query ($id: bigint!) { auditor_access(where: { lb_user_id: { _eq: $id } }, order_by: { id: asc }) {
           kind operation target_table target_id } }`,
        { id },
      )
    ).auditor_access;

  test('logs operation and target, even if refused or unreadable', async () => {
    const auditor = await fixture.auditor();
    const id = fixture.invoices.get('02-01');
    await auditor.ask('query Page($id: bigint!) { invoice_by_pk(id: $id) { id } }', { id });
    await auditor.ask('{ supplier { id } }');
    await auditor.ask(
      'mutation Change { update_supplier(where: {}, _set: { name: "x" }) { affected_rows } }',
    );
    await auditor.ask(
      `query Harmless { product { id } ...hidden } fragment hidden on query_root {
         invoice(where: { id: { _eq: ${id} } }) { id } product_aggregate { aggregate { count } } }`,
    );
    await auditor.ask('{ nonsense');
    await auditor.get('/api/file/00000000-0000-4000-8000-000000000000');
    await auditor.get(`/api/audit/history/invoice/${id}`);
    await auditor.get('/api/archive-export');
    await auditor.send({
      method: 'POST',
      url: '/v1/graphql',
      payload: [{ query: 'query One { client { id } }' }, { query: 'query Two { client { id } }' }],
    });
    const row = (
      kind: string,
      operation: string,
      target_table: string | null = null,
      target_id: string | null = null,
    ) => ({
      kind,
      operation,
      target_table,
      target_id,
    });
    expect(await log(auditor.id)).toEqual([
      row('document', 'Page', 'invoice', String(id)),
      row('query', 'supplier', 'supplier'),
      row('call', 'Change', 'update_supplier'),
      row('query', 'Harmless', 'product'),
      row('document', 'Harmless', 'invoice', String(id)),
      row('call', 'unreadable'),
      row('file', 'GET /api/file/:id', 'file', '00000000-0000-4000-8000-000000000000'),
      row('query', 'GET /api/audit/history/:table/:id', 'invoice', String(id)),
      row('export', 'GET /api/archive-export', 'archive'),
      row('query', 'One', 'client'),
      row('query', 'Two', 'client'),
    ]);
  });

  test('refuses requests that cannot be logged', async () => {
    const auditor = await fixture.auditor();
    await fixture.web.sql('alter table auditor_access add constraint no_more check (false) not valid');
    const { status } = await auditor.get('/api/archive-export');
    await fixture.web.sql('alter table auditor_access drop constraint no_more');
    expect(status).toBeGreaterThanOrEqual(500);
    expect(await log(auditor.id)).toEqual([]);
  });

  test('logs nothing of other people', async () => {
    const before = await fixture.web.sql('select id from auditor_access');
    await fixture.admin.send({ method: 'GET', url: '/api/archive-export' });
    expect(await fixture.web.sql('select id from auditor_access')).toHaveLength(before.length);
  });

  test('an auditor can end their own sessions', async () => {
    const auditor = await fixture.auditor();
    expect((await auditor.send({ method: 'DELETE', url: '/api/auth/session' })).status).toBe(200);
  });
});
