import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { startDynamicsSandbox } from '../../src/features/accounting-export/sandbox/dynamics/server.ts';
import { connectionJobs } from '../../src/features/accounting-export/server/connections/connection-warning.ts';
import { days, hours, minutes } from '../../src/platform/server/clock.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { agreeAt, connectionsOf, type DatevOnline, datevOnline, startedUrl } from './datev-online.ts';

let fixture: DatevOnline;

beforeAll(async () => {
  fixture = await datevOnline();
  await fixture.connect(1);
});
afterAll(() => fixture.close());

const finish = (who: WebCaller, payload: object, path = 'datev') =>
  who.send({ method: 'POST', url: `/api/${path}/auth-finish`, payload });

const rowOf = async () =>
  (
    await fixture.demo.web.sql<Record<string, unknown>>(
      `select state, problem, datev_client_id, refresh_token, connected_until from accounting_connection where system = 'datev'`,
    )
  )[0];

const key = () => ({ system: 'datev', clientId: fixture.client }) as const;

describe('EXP-07 API-24 API-35 the sign-in at DATEV', () => {
  it('requests the scopes of exports for one company only, valid for two years', async () => {
    const url = new URL(await startedUrl(fixture.admin, fixture.client));
    expect(url.searchParams.get('scope')?.split(' ')).toEqual([
      'openid',
      'offline_access',
      'accounting:clients:read',
      'accounting:dxso-jobs',
      'datev:iam:client:455148-1',
    ]);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: 'http://localhost:8080/callback',
      code_challenge_method: 'S256',
      enableWindowsSso: 'true',
      state: expect.stringMatching(/^datev-[\w-]{43}$/),
    });
    const answer = await finish(fixture.admin, await agreeAt(url.href));
    expect(answer.json()).toEqual({
      success: true,
      data: { datev_client_id: '455148-1', tenant_id: fixture.admin.context.tenantId },
    });
    const row = await rowOf();
    expect(row).toMatchObject({ state: 'active', problem: null });
    const left = new Date(String(row?.connected_until)).getTime() - fixture.demo.web.clock.now().getTime();
    expect(Math.round(left / days(1))).toBe(730);
  });

  it('the answer is accepted once, even if it arrives twice at the same time', async () => {
    const back = await agreeAt(await startedUrl(fixture.admin, fixture.client));
    const answers = await Promise.all([finish(fixture.admin, back), finish(fixture.admin, back)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await finish(fixture.admin, back)).json()).toMatchObject({ code: 'sign_in_expired' });
  });

  it('is valid for ten minutes, for the person who began it and for its system only', async () => {
    const started = () => startedUrl(fixture.admin, fixture.client).then(agreeAt);
    const late = await started();
    fixture.demo.web.clock.forward(minutes(10));
    expect((await finish(fixture.admin, late)).json()).toMatchObject({ code: 'sign_in_expired' });
    const foreign = await started();
    const other = await fixture.demo.person('admin@other.test');
    expect((await finish(other, foreign)).json()).toMatchObject({
      code: expect.stringMatching(/sign_in_expired/),
    });
    expect((await finish(fixture.admin, { ...foreign, state: `${foreign.state}x` })).json()).toMatchObject({
      code: 'sign_in_expired',
    });
    expect((await finish(fixture.admin, foreign)).status).toBe(200);
  });

  it('a code unknown to DATEV is refused, and the existing connection is kept', async () => {
    const { state } = await agreeAt(await startedUrl(fixture.admin, fixture.client));
    expect((await finish(fixture.admin, { code: 'guessed', state })).json()).toMatchObject({
      code: 'sign_in_failed',
    });
    expect(await rowOf()).toMatchObject({ state: 'active' });
  });

  it('AUTH-29 only administrators connect, and not while acting as another person', async () => {
    const start = (who: WebCaller) =>
      who.send({ method: 'POST', url: '/api/datev/auth-start', payload: { client_id: fixture.client } });
    expect(await start(fixture.accountant)).toMatchObject({ status: 403 });
    const accountant = fixture.accountant.context;
    const raise = (roles: string) =>
      fixture.demo.web.sql(`update lb_user set roles = ${roles} where id = $1`, [accountant.userId]);
    await raise(`array_append(roles, 'user-admin')`);
    const { userId: actorId } = fixture.admin.context;
    const roles = [...accountant.roles, 'user-admin'];
    const context = { ...accountant, tokenVersion: null, roles, actorId };
    await expect(connectionsOf(fixture.demo, fixture.sandbox).start(context, key())).rejects.toMatchObject({
      refusal: { code: 'permission_denied' },
    });
    await raise(`array_remove(roles, 'user-admin')`);
  });

  it('TECH-07 no token or state is readable in the database or the log', async () => {
    const url = new URL(await startedUrl(fixture.admin, fixture.client));
    const token = await connectionsOf(fixture.demo, fixture.sandbox).accessToken(
      fixture.admin.context,
      key(),
    );
    const tables = await fixture.demo.web.sql<{ dump: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as dump from (
         select to_jsonb(c) as t from accounting_connection c union all select to_jsonb(s) from accounting_sign_in s
         union all select to_jsonb(a) from audit_log a where a."table" like 'accounting%') as t`,
    );
    const written = JSON.stringify([tables, fixture.demo.web.log.lines()]);
    for (const secret of [token, url.searchParams.get('state')])
      expect(written).not.toContain(String(secret));
  });
});

describe('EXP-07 the token of a connection', () => {
  it('is fetched once for concurrent callers, although each refresh token is valid once', async () => {
    const { tokens } = {
      tokens: () => fixture.sandbox.requests.filter(({ path }) => path === '/token').length,
    };
    const connections = connectionsOf(fixture.demo, fixture.sandbox);
    const { tenantId } = fixture.admin.context;
    fixture.demo.web.clock.forward(minutes(14));
    const before = tokens();
    const found = await Promise.all(
      Array.from({ length: 4 }, () => connections.accessToken(systemContext(tenantId), key())),
    );
    expect(new Set(found).size).toBe(1);
    expect(isRefusal(found[0])).toBe(false);
    expect(tokens() - before).toBe(1);
    expect(await connections.accessToken(systemContext(tenantId), key(), String(found[0]))).not.toBe(
      found[0],
    );
  });

  it('is requested again after a late answer, and the connection is kept', async () => {
    const connections = connectionsOf(fixture.demo, fixture.sandbox);
    fixture.demo.web.clock.forward(minutes(14));
    fixture.sandbox.faults.plan({ fault: { kind: 'status', status: 503 }, path: /token/ });
    await expect(connections.accessToken(fixture.admin.context, key())).rejects.toThrow('503');
    expect(await connections.accessToken(fixture.admin.context, key())).toEqual(expect.any(String));
  });

  it('API-35 is revoked and deleted on disconnect', async () => {
    const connections = connectionsOf(fixture.demo, fixture.sandbox);
    const before = fixture.sandbox.requests.filter(({ path }) => path === '/revoke').length;
    const payload = { client_id: fixture.client };
    const off = () => fixture.admin.send({ method: 'POST', url: '/api/datev/disconnect', payload });
    expect((await off()).json()).toEqual({ success: true });
    expect(await rowOf()).toMatchObject({ state: 'inactive', problem: null, refresh_token: null });
    expect(await connections.accessToken(fixture.admin.context, key())).toMatchObject({
      code: 'export_connection_inactive',
    });
    expect(fixture.sandbox.requests.filter(({ path }) => path === '/revoke')).toHaveLength(before + 1);
    expect(await off()).toMatchObject({ status: 200 });
    await fixture.connect(1);
  });
});

describe('EXP-07 a connection that ends', () => {
  it('is announced to the administrators once, thirty days before', async () => {
    const { web } = fixture.demo;
    const { tenantId } = fixture.admin.context;
    const [run] = Object.values(
      connectionJobs({ database: web.database, clock: web.clock, publicUrl: 'http://localhost:8080' }),
    );
    const daily = () =>
      run?.({ id: 1, kind: 'x', context: systemContext(tenantId), input: {}, progress: async () => {} });
    expect(await daily()).toEqual({ warned: 0 });
    await web.sql(`update accounting_connection set connected_until = $1`, [
      new Date(web.clock.now().getTime() + days(30) - hours(1)),
    ]);
    expect(await daily()).toEqual({ warned: 1 });
    expect(await daily()).toEqual({ warned: 0 });
    const mails = await web.sql<{ subject: string }>(
      `select subject from mail where tenant_id = $1 and subject like '%DATEV%'`,
      [tenantId],
    );
    expect(mails.length).toBeGreaterThan(0);
  });
});

describe('EXP-14 API-25 the sign-in at Microsoft', () => {
  it('requests only the tenant’s organisation, which must be at Dynamics', async () => {
    const sandbox = await startDynamicsSandbox();
    const http = await fixture.demo.web.another({ ms365: sandbox.settings });
    try {
      const { tenantId } = fixture.admin.context;
      const call = async (path: string, payload: object) => {
        const token = await fixture.demo.web.tokens.issueAccess({
          ...fixture.admin.context,
          tokenVersion: fixture.admin.context.tokenVersion ?? 0,
          tenantName: 'any',
          email: 'admin@demo.test',
          roles: [...fixture.admin.context.roles],
          permissions: '',
        });
        const headers = { host: 'localhost', authorization: `Bearer ${token}` };
        return await http.inject({ method: 'POST', url: `/api/ms-365/${path}`, payload, headers });
      };
      const organisation = async (value: string) => {
        await fixture.demo.web.sql(
          `delete from configuration where tenant_id = $1 and key = 'd365_organisation_url'`,
          [tenantId],
        );
        await fixture.demo.web.sql(
          `insert into configuration (tenant_id, key, value) values ($1, 'd365_organisation_url', $2)`,
          [tenantId, value],
        );
        return await call('auth-start', {});
      };
      for (const wrong of [
        'https://contoso.example.com',
        'https://dynamics.com.evil.test',
        'http://a.dynamics.com',
      ])
        expect((await organisation(wrong)).json()).toMatchObject({ code: 'd365_organisation_invalid' });
      const { url } = (await organisation('https://contoso.operations.dynamics.com/')).json<{
        url: string;
      }>();
      expect(new URL(url).searchParams.get('scope')).toBe(
        'https://contoso.operations.dynamics.com/.default openid offline_access',
      );
      const back = await agreeAt(url);
      expect((await finish(fixture.admin, back)).json()).toMatchObject({ code: 'sign_in_expired' });
      expect((await call('auth-finish', back)).json()).toEqual({
        success: true,
        data: { tenant_id: tenantId },
      });
      expect((await call('disconnect', {})).json()).toEqual({ success: true });
    } finally {
      await sandbox.close();
    }
  });
});
