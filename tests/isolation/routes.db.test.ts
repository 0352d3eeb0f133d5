import { setTimeout as delay } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/platform/server/clock.ts';
import type { HttpServer } from '../../src/platform/server/http/http.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { createTokens } from '../../src/platform/server/tokens.ts';
import { formOf } from '../support/demo-web.ts';
import { routesOf } from '../support/server-routes.ts';
import { type ApiFixture, type Asker, marksOfB } from './api-fixture.ts';
import { type ApiWeb, get, guessed, openApiWeb, post, turnedPage } from './api-web.ts';
import { billingAttempts } from './billing-attempts.ts';
import { calendarAttempts } from './calendar-attempts.ts';
import { connectionAttempts } from './connection-attempts.ts';
import { exportAttempts } from './export-attempts.ts';
import { importAttempts, masterDataAttempts } from './master-data-attempts.ts';
import { operatorAttempts } from './operator-attempts.ts';
import { punchoutAttempts } from './punchout-attempts.ts';
import { sessionAttempts } from './session-attempts.ts';
import { settleAttempts } from './settle-attempts.ts';
import { systemAttempts } from './system-attempts.ts';

let web: ApiWeb;
let api: ApiFixture;
let http: HttpServer;

beforeAll(async () => {
  web = await openApiWeb();
  ({ api, http } = web);
});
afterAll(() => web.close());

async function send(options: InjectOptions, who?: Asker): Promise<{ status: number; body: string }> {
  const { statusCode, body } = await web.send(options, who);
  return { status: statusCode, body };
}

/** Attempts of tenant A's people on a route, which must have no effect. */
type Attempt = () => Promise<void>;

/** Records of others and missing ones get the same answer. */
async function expectNotThere(theirs: InjectOptions, nothing: InjectOptions): Promise<void> {
  for (const who of ['administrator', 'stranger'] as const) {
    const answer = await send(theirs, who);
    expect(answer.status).toBe(404);
    expect(answer.body).not.toMatch(marksOfB);
    const other = await send(nothing, who);
    const comparable = ({ body }: { readonly body: string }) => ({ ...JSON.parse(body), request_id: null });
    expect(comparable(answer)).toEqual(comparable(other));
  }
  expect(await send(theirs)).toMatchObject({ status: 401 });
}
/** A row of another tenant counts as missing. */
const isNotThere =
  (table: string, call: (id: string | null | undefined) => InjectOptions): Attempt =>
  async () =>
    await expectNotThere(call(api.fixture.b.row(table).id), call('404'));

/** A person of the own tenant who lacks only the right. */
const colleague = (): number => api.people['reader of everything'].userId;

/** Public: no input returns data of a tenant. */
const isSilent =
  (options: () => InjectOptions): Attempt =>
  async () => {
    const { body } = await send(options());
    expect(body).not.toMatch(marksOfB);
    expect(body).not.toContain(api.fixture.a.tag);
  };

const isForThisMachine =
  (url: string): Attempt =>
  async () => {
    expect(await send({ ...get(url), remoteAddress: '192.0.2.7' })).toMatchObject({ status: 404 });
    expect(await send({ ...get(url), headers: { 'x-forwarded-for': '127.0.0.1' } })).toMatchObject({
      status: 404,
    });
  };

/** Every route has a case here; a new route without one makes the first test fail. */
const attempts: Readonly<Record<string, Attempt>> = {
  'GET /api/audit/history/:table/:id': async () => {
    const history = (id: unknown) => get(`/api/audit/history/supplier/${id}`);
    for (const who of ['administrator', 'stranger'] as const) {
      const theirs = await send(history(api.fixture.b.row('supplier').id), who);
      expect(theirs).toEqual(await send(history(404_404), who));
      expect(JSON.parse(theirs.body)).toEqual({ items: [], next: null });
    }
    expect((await send(history(api.fixture.a.row('supplier').id), 'administrator')).body).toContain(
      '"insert"',
    );
    expect(await send(history(1))).toMatchObject({ status: 401 });
    // The changes of a document, also with an entry of its timeline.
    const changes = (id: unknown, entry: unknown) =>
      get(`/api/audit/history/procurement/${id}?of=content&entry=${entry}`);
    for (const who of ['administrator', 'stranger'] as const) {
      const { id } = api.fixture.b.row('procurement');
      const theirs = await send(changes(id, api.fixture.b.row('timeline_entry').id), who);
      expect(JSON.parse(theirs.body)).toEqual({ items: [], next: null });
    }
    expect(await send(changes(1, 1))).toMatchObject({ status: 401 });
    const unknown = ['supplier/1?of=content', 'procurement/1?of=prices', 'procurement/1?of=content&entry=x'];
    for (const strange of unknown)
      expect(await send(get(`/api/audit/history/${strange}`), 'administrator')).toMatchObject({
        status: 404,
      });
  },
  'GET /api/health': isSilent(() => get('/api/health')),
  'GET /api/health/live': isSilent(() => get('/api/health/live')),
  'GET /api/health/ready': isSilent(() => get('/api/health/ready')),
  'GET /.well-known/security.txt': isSilent(() => get('/.well-known/security.txt')),
  'GET /api/environment': isSilent(() => get('/api/environment')),
  'GET /manifest.webmanifest': isSilent(() => get('/manifest.webmanifest')),
  'POST /api/auth/login': isSilent(() =>
    post('/api/auth/login', { email: api.fixture.b.row('lb_user').email }),
  ),
  'POST /api/auth/login/:token/preview': isSilent(() => post('/api/auth/login/guessed/preview')),
  'POST /api/auth/login/:token': isSilent(() => post('/api/auth/login/guessed')),
  'POST /api/auth/access-token': isSilent(() => guessing('/api/auth/access-token')),
  'POST /api/auth/refresh-token': isSilent(() => guessing('/api/auth/refresh-token')),
  'POST /api/auth/logout': isSilent(() => guessing('/api/auth/logout')),
  'POST /api/auth/passkey/login-options': isSilent(() => post('/api/auth/passkey/login-options')),
  'POST /api/auth/passkey/login': isSilent(() => post('/api/auth/passkey/login', { credential: guessed })),
  'POST /api/auth/passkey/register-options': async () => {
    const { body } = await send(post('/api/auth/passkey/register-options'), 'administrator');
    expect(body).not.toMatch(marksOfB);
    expect(await send(post('/api/auth/passkey/register-options'))).toMatchObject({ status: 401 });
  },
  'POST /api/auth/passkey/register': async () => {
    const register = post('/api/auth/passkey/register', { credential: guessed });
    expect((await send(register, 'administrator')).body).not.toMatch(marksOfB);
    expect(await send(register)).toMatchObject({ status: 401 });
  },
  'DELETE /api/auth/passkey/:id': async () => {
    const remove = (id: unknown): InjectOptions => ({ method: 'DELETE', url: `/api/auth/passkey/${id}` });
    await expectNotThere(remove(api.fixture.b.row('passkey').id), remove(404_404));
    const own = remove(api.fixture.a.row('passkey').id);
    expect(await send(own, 'stranger')).toMatchObject({ status: 404 });
  },
  'POST /api/auth/impersonate': async () => {
    const actAs = (id: unknown) => post('/api/auth/impersonate', { user_id: Number(id) });
    const theirs = actAs(api.fixture.b.person);
    const answer = await send(theirs, 'administrator');
    expect(answer).toMatchObject({ status: 404, body: (await send(actAs(404_404), 'administrator')).body });
    expect(await send(theirs, 'stranger')).toMatchObject({ status: 403 });
    expect(await send(actAs(colleague()), 'stranger')).toMatchObject({ status: 403 });
    expect(await send(theirs)).toMatchObject({ status: 401 });
  },
  'DELETE /api/auth/impersonate': async () => {
    const stop: InjectOptions = { method: 'DELETE', url: '/api/auth/impersonate' };
    expect(await send(stop, 'administrator')).toMatchObject({ status: 403 });
    expect(await send(stop)).toMatchObject({ status: 401 });
  },
  'POST /api/auth/invitation': async () => {
    const invite = (id: unknown) => post('/api/auth/invitation', { user_id: Number(id) });
    const answer = await send(invite(api.fixture.b.person), 'administrator');
    expect(answer).toMatchObject({ status: 404, body: (await send(invite(404_404), 'administrator')).body });
    expect(await send(invite(colleague()), 'stranger')).toMatchObject({ status: 403 });
    expect(await send(invite(api.fixture.b.person))).toMatchObject({ status: 401 });
  },
  'GET /api/auth/invitation/:user_id': async () => {
    const of = (id: unknown) => get(`/api/auth/invitation/${id}`);
    const answer = await send(of(api.fixture.b.person), 'administrator');
    expect(answer.body).toEqual((await send(of(404_404), 'administrator')).body);
    expect(answer.body).not.toContain('created');
    expect(await send(of(colleague()), 'stranger')).toMatchObject({ status: 403 });
    expect(await send(of(api.fixture.b.person))).toMatchObject({ status: 401 });
  },
  'POST /api/auth/api-token': async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const create = (id: unknown) => post('/api/auth/api-token', { user_id: Number(id), expires_at });
    const theirs = create(api.fixture.b.person);
    const answer = await send(theirs, 'administrator');
    expect(answer).toMatchObject({ status: 404, body: (await send(create(404_404), 'administrator')).body });
    expect(await send(create(colleague()), 'stranger')).toMatchObject({ status: 403 });
    expect(await send(theirs)).toMatchObject({ status: 401 });
  },
  'DELETE /api/auth/api-token/:user_id': async () => {
    const revoke = (id: unknown): InjectOptions => ({ method: 'DELETE', url: `/api/auth/api-token/${id}` });
    const answer = await send(revoke(api.fixture.b.person), 'administrator');
    expect(answer).toMatchObject({ status: 404, body: (await send(revoke(404_404), 'administrator')).body });
    expect(await send(revoke(colleague()), 'stranger')).toMatchObject({ status: 403 });
    expect(await send(revoke(api.fixture.b.person))).toMatchObject({ status: 401 });
  },
  'DELETE /api/auth/session/:id': async () => {
    const end = (id: unknown): InjectOptions => ({ method: 'DELETE', url: `/api/auth/session/${id}` });
    const nothing = end('00000000-0000-4000-8000-000000000000');
    await expectNotThere(end(api.fixture.b.row('refresh_token').family), nothing);
  },
  'DELETE /api/auth/session': async () => {
    const everywhere: InjectOptions = { method: 'DELETE', url: '/api/auth/session' };
    const before = await api.digest();
    expect(await send(everywhere)).toMatchObject({ status: 401 });
    expect(await send(everywhere, 'stranger')).toMatchObject({ status: 200 });
    const after = await api.digest();
    const theirs = (digest: Record<string, string>) =>
      Object.entries(digest).filter(([name]) => name.endsWith(` of ${api.fixture.b.tag}`));
    expect(theirs(after)).toEqual(theirs(before));
  },
  'POST /v1/graphql': async () => {
    const { body } = await send(post('/v1/graphql', { query: '{ client { id } }' }));
    expect(body).toContain('unauthenticated');
    expect(body).not.toContain('"data"');
  },
  'GET /api/job/:id': async () => {
    await expectNotThere(get(`/api/job/${api.fixture.b.row('job').id}`), get('/api/job/404'));
    // Jobs of colleagues are missing too, except for administrators.
    const own = get(`/api/job/${api.fixture.a.row('job').id}`);
    expect(await send(own, 'stranger')).toMatchObject({ status: 404 });
    expect(await send(own, 'administrator')).toMatchObject({ status: 200 });
  },
  ...billingAttempts({ row: (tenant, table) => api.fixture[tenant].row(table), send }),
  ...exportAttempts({ row: (tenant, table) => api.fixture[tenant].row(table), send, expectNotThere }),
  ...settleAttempts({
    entryOfB: () => api.fixture.b.row('invoice_export_entry').id,
    runOfB: () => api.fixture.b.row('invoice_export_run').id,
    send,
  }),
  ...masterDataAttempts(send, () => api),
  ...importAttempts(send, () => api),
  ...systemAttempts({ send, api: () => api, expectNotThere }),
  ...calendarAttempts(send, () => api),
  ...operatorAttempts(send, () => api),
  ...sessionAttempts(send, () => api),
  ...punchoutAttempts(send, () => api, isNotThere),
  ...connectionAttempts({ row: (tenant, table) => api.fixture[tenant].row(table), send }),
  'GET /api/contract/:id/notice-letter': isNotThere('contract', (id) =>
    get(`/api/contract/${id}/notice-letter`),
  ),
  'GET /api/procurement/:id/pdf': async () => {
    const pdf = (id: unknown) => get(`/api/procurement/${id}/pdf`);
    await expectNotThere(pdf(api.fixture.b.row('procurement').id), pdf(404_404));
    const own = pdf(api.fixture.a.row('procurement').id);
    expect(await send(own, 'stranger')).toMatchObject({ status: 404 });
    expect(await send(own, 'administrator')).toMatchObject({ status: 200 });
  },
  'GET /api/live': async () => {
    expect(await send(get('/api/live'))).toMatchObject({ status: 401 });
    const reported = await listening(
      'administrator',
      async () => {
        for (const { id } of [api.fixture.b, api.fixture.a]) {
          await api.owner.query('update timeline set updated_at = now() where tenant_id = $1', [id]);
        }
      },
      /"id":/,
    );
    const { rows } = await api.owner.query<{ id: string }>(
      'select id from procurement where tenant_id = $1 union select id from invoice where tenant_id = $1 union select id from contract where tenant_id = $1',
      [api.fixture.a.id],
    );
    expect(reported.length).toBeGreaterThan(0);
    expect(rows.map(({ id }) => Number(id))).toEqual(expect.arrayContaining(reported));
    const reportedToStranger = await listening('stranger', () =>
      api.owner.query('update timeline set updated_at = now()'),
    );
    expect(reportedToStranger).toEqual([]);
  },
  'POST /api/file': async () => {
    const file = Buffer.from('%PDF-1.7\n');
    const upload = (document: string | null | undefined) => ({
      url: '/api/file',
      ...formOf({ kind: 'procurement', document: String(document) }, [{ name: 'a.pdf', bytes: file }]),
    });
    await expectNotThere(upload(api.fixture.b.row('procurement').id), upload('404'));
    expect(await send(upload(api.fixture.a.row('procurement').id), 'stranger')).toMatchObject({
      status: 404,
    });
  },
  'GET /api/file/:id': async () => {
    const file = (id: string | null | undefined) => get(`/api/file/${id}`);
    await expectNotThere(file(api.fixture.b.row('file').id), file('00000000-0000-4000-8000-000000000000'));
    expect(await send(file(api.fixture.a.row('file').id), 'stranger')).toMatchObject({ status: 404 });
  },
  'DELETE /api/file/:id': async () => {
    const remove = (id: string | null | undefined): InjectOptions => ({
      method: 'DELETE',
      url: `/api/file/${id}`,
    });
    await expectNotThere(
      remove(api.fixture.b.row('file').id),
      remove('00000000-0000-4000-8000-000000000000'),
    );
    expect(await send(remove(api.fixture.a.row('file').id), 'stranger')).toMatchObject({ status: 404 });
  },
  'POST /api/procurement/:id/send': isNotThere('procurement', (id) =>
    post(`/api/procurement/${id}/send`, { supplier_id: Number(api.fixture.b.row('supplier').id) }),
  ),
  'POST /api/procurement/:id/confirm': isNotThere('procurement', (id) =>
    post(`/api/procurement/${id}/confirm`, { supplier_id: Number(api.fixture.b.row('supplier').id) }),
  ),
  'POST /api/invoice/upload': async () => {
    const form = formOf({ client_id: String(api.fixture.b.row('client').id) }, [
      { field: 'files[]', name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 x') },
    ]);
    const call = { ...form, url: '/api/invoice/upload' } as InjectOptions;
    expect(await send(call)).toMatchObject({ status: 401 });
    const { body } = await send(call, 'administrator');
    expect(JSON.parse(body).invoices).toMatchObject([{ id: null, error: { code: 'foreign_key_violation' } }]);
    expect(body).not.toMatch(marksOfB);
  },
  'POST /api/invoice/share': isSilent(() => post('/api/invoice/share')),
  'POST /api/invoice/pages': isNotThere('invoice', (id) => post('/api/invoice/pages', turnedPage(id))),
  'POST /api/invoice/:id/recognition': isNotThere('invoice', (id) => post(`/api/invoice/${id}/recognition`)),
  'POST /api/invoice/:id/recognition/skip': isNotThere('invoice', (id) =>
    post(`/api/invoice/${id}/recognition/skip`),
  ),
  'GET /api/invoice/:id/document': isNotThere('invoice', (id) => get(`/api/invoice/${id}/document`)),
  'POST /api/mailbox/test': isNotThere('mailbox', (id) => post('/api/mailbox/test', { id: Number(id) })),
  'POST /api/mailbox/:id/disconnect': isNotThere('mailbox', (id) => post(`/api/mailbox/${id}/disconnect`)),
  'POST /api/mailbox/:id/auth-start': isNotThere('mailbox', (id) => post(`/api/mailbox/${id}/auth-start`)),
  'POST /api/mailbox/:id/run': isNotThere('mailbox', (id) => post(`/api/mailbox/${id}/run`)),
  'POST /api/mailbox/mail/:id/retry': isNotThere('mailbox_mail', (id) =>
    post(`/api/mailbox/mail/${id}/retry`),
  ),
  'POST /api/events/afterAccept': async () => {
    const call = (id: string | null | undefined) => post(`/api/events/afterAccept?timelineId=${id}`);
    await expectNotThere(call(api.fixture.b.row('timeline').id), call('404'));
    expect(await send(call(api.fixture.a.row('timeline').id), 'stranger')).toMatchObject({ status: 404 });
  },
  'POST /api/events/change-editor': async () => {
    const call = (id: string | null | undefined) =>
      post(`/api/events/change-editor?timelineId=${id}&userId=${api.fixture.b.person}`);
    await expectNotThere(call(api.fixture.b.row('timeline').id), call('404'));
    expect(await send(call(api.fixture.a.row('timeline').id), 'stranger')).toMatchObject({ status: 404 });
  },
  'POST /api/approval/preview': isSilent(() => post('/api/approval/preview', { token: guessedToken })),
  'POST /api/approval/document': isSilent(() => post('/api/approval/document', { token: guessedToken })),
  'POST /api/approval': isSilent(() => post('/api/approval', { token: guessedToken, decision: 'approve' })),
  'GET /api/dev/outbox': isForThisMachine('/api/dev/outbox'),
  'GET /dev/outbox': isForThisMachine('/dev/outbox'),
  'GET /dev/outbox/:id': isForThisMachine('/dev/outbox/1'),
  'GET *': isSilent(() => get('/index.html')),
};

/** The ids announced by a live stream of the person during an act, until the awaited one. */
async function listening(who: Asker, act: () => Promise<unknown>, awaited = /^/): Promise<number[]> {
  const headers = { host: 'localhost', authorization: `Bearer ${await web.tokenOf(who)}` };
  const response = await http.inject({ ...get('/api/live'), headers, payloadAsStream: true });
  const stream = response.stream().setEncoding('utf8');
  let text = '';
  stream.on('data', (chunk: string) => {
    text += chunk;
  });
  await vi.waitFor(() => expect(text).toContain('event: open'), 5_000);
  await act();
  await vi.waitFor(() => expect(text).toMatch(awaited), 10_000);
  await delay(500);
  stream.destroy();
  return [...text.matchAll(/"id":(\d+)/g)].map((found) => Number(found[1]));
}

const guessedToken = 'A'.repeat(43);

function guessing(url: string): InjectOptions {
  return { ...post(url), headers: { authorization: `Bearer ${'A'.repeat(43)}` } };
}

describe('GEN-02 TECH-05 routes', () => {
  test('every route has its case', () => {
    expect(routesOf(http).filter((route) => !(route in attempts))).toEqual([]);
  });

  test.each(Object.keys(attempts))('%s', async (route) => {
    await attempts[route]?.();
  });

  test("a token for a tenant other than the person's opens nothing", async () => {
    const forged = await web.tokens.issueAccess({
      ...api.people.administrator,
      tenantId: Number(api.fixture.b.id),
      tokenVersion: 1,
      tenantName: api.fixture.b.tag,
      email: 'somebody@a.test',
      permissions: '',
    });
    const { body } = await send({
      ...post('/v1/graphql', { query: '{ client { id name } }' }),
      headers: { authorization: `Bearer ${forged}` },
    });
    expect(body).toContain('unauthenticated');
  });

  test('a token signed with another key opens nothing', async () => {
    const foreign = createTokens(deriveSecrets('another key'), systemClock);
    const token = await foreign.issueAccess({
      ...api.people.administrator,
      tokenVersion: 1,
      tenantName: api.fixture.a.tag,
      email: 'somebody@a.test',
      permissions: '',
    });
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await send({ ...get(`/api/job/${api.fixture.a.row('job').id}`), headers });
    expect(status).toBe(401);
  });
});
