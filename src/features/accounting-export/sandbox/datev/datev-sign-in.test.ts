import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callerOf,
  everyDatevScope,
  signInAtDatev,
  tokenAtDatev,
} from '../../../../../tests/support/datev-caller.ts';
import { after, days, hours, minutes } from '../../../../platform/server/clock.ts';
import { type DatevSandbox, startDatevSandbox } from './server.ts';

describe('EXP-07 signing in at DATEV', () => {
  let sandbox: DatevSandbox;
  let now = new Date();
  const pass = (milliseconds: number) => {
    now = after(now, milliseconds);
  };
  beforeAll(async () => {
    sandbox = await startDatevSandbox({ clock: { now: () => now } });
  });
  afterAll(() => sandbox.close());

  const basics = (client: string) => `${sandbox.settings.dxsoJobsUrl}/clients/${client}`;

  test('EXP-07 a code is valid once, and its token for fifteen minutes', async () => {
    const { token, code } = await signInAtDatev(sandbox);
    const call = callerOf(sandbox, token.access_token);
    expect(token.expires_in).toBe(900);
    expect((await call('GET', basics('455148-1'))).status).toBe(200);
    expect(sandbox.state.oauth.signIns.at(-1)?.query).toMatchObject({ enableWindowsSso: 'true' });
    const again = await tokenAtDatev(sandbox, { grant_type: 'authorization_code', code });
    expect(again).toMatchObject({ status: 400, token: { error: 'invalid_grant' } });
    pass(minutes(15));
    expect((await call('GET', basics('455148-1'))).status).toBe(401);
  });

  test.each([
    ['another verifier', { verifier: 'another' }, 400, 'invalid_grant'],
    ['another redirect address', { redirectUri: 'http://localhost:8080/other' }, 400, 'invalid_grant'],
    ['a wrong secret', { secret: 'wrong' }, 401, 'invalid_client'],
  ])('EXP-07 %s gets no token', async (_, changed, status, error) => {
    expect(await signInAtDatev(sandbox, everyDatevScope, changed)).toMatchObject({
      status,
      token: { error },
    });
  });

  test('EXP-07 a sign-in without a challenge redirects with an error', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: sandbox.settings.clientId,
      redirect_uri: 'http://localhost:8080/callback',
      scope: everyDatevScope,
      state: 'x&y',
    });
    const answer = await fetch(`${sandbox.settings.authorizeUrl}?${query}`, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'invalid_request', state: 'x&y' });
    query.set('client_id', 'somebody else');
    expect((await fetch(`${sandbox.settings.authorizeUrl}?${query}`)).status).toBe(400);
  });

  test('EXP-07 a refresh token is valid once, for eleven hours, with offline access for two years', async () => {
    const refresh = (refresh_token: string) =>
      tokenAtDatev(sandbox, { grant_type: 'refresh_token', refresh_token });
    const { token: first } = await signInAtDatev(sandbox);
    const { token: second } = await refresh(first.refresh_token);
    expect(await refresh(first.refresh_token)).toMatchObject({
      status: 400,
      token: { error: 'invalid_grant' },
    });
    pass(hours(11));
    expect((await refresh(second.refresh_token)).status).toBe(400);

    const scope = `${everyDatevScope} offline_access datev:iam:client:455148-1`;
    const { token: offline } = await signInAtDatev(sandbox, scope);
    pass(days(729));
    const renewed = await refresh(offline.refresh_token);
    expect(renewed.status).toBe(200);
    const call = callerOf(sandbox, renewed.token.access_token);
    expect((await call('GET', basics('455148-1'))).status).toBe(200);
    // The consent covers one company only, and listing companies is forbidden.
    expect((await call('GET', basics('455148-2'))).status).toBe(403);
    expect((await call('GET', `${sandbox.settings.dxsoJobsUrl}/clients`)).status).toBe(403);
  });

  test('EXP-07 a revoked token is invalid', async () => {
    const { token } = await signInAtDatev(sandbox);
    const { clientId, clientSecret, revokeUrl } = sandbox.settings;
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const body = new URLSearchParams({ token: token.refresh_token });
    expect((await fetch(revokeUrl, { method: 'POST', headers: { authorization }, body })).status).toBe(200);
    const refreshed = await tokenAtDatev(sandbox, {
      grant_type: 'refresh_token',
      refresh_token: token.refresh_token,
    });
    expect(refreshed.token.error).toBe('invalid_grant');
  });

  test('EXP-08 every call needs a token, the application and the scope', async () => {
    const { token } = await signInAtDatev(sandbox, 'openid accounting:dxso-jobs');
    const call = callerOf(sandbox, token.access_token);
    const without = (headers: Record<string, string>) => call('GET', basics('455148-1'), { headers });
    expect((await without({ authorization: '' })).status).toBe(401);
    expect(await without({ 'x-datev-client-id': '' })).toMatchObject({
      status: 400,
      body: { error: '#DCO01018' },
    });
    expect(await without({ 'x-datev-client-id': 'other' })).toMatchObject({ body: { error: '#DCO01006' } });
    expect(await without({})).toMatchObject({ status: 403, body: { error: '#DCO01005' } });
    const list = await call('GET', `${sandbox.settings.clientsUrl}/clients`);
    expect(list).toMatchObject({ status: 403, body: { type: 'http://www.datev.de/hilfe/1008829' } });
  });
});
