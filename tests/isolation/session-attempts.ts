import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type ApiFixture, type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';
import { directoryAttempts } from './directory-attempts.ts';

type Send = (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;

const nothing = '00000000-0000-4000-8000-000000000000';

/** Sessions, tokens of service accounts, webhooks and accounts at issuers are only for administrators of the same tenant (API-47, AUTH-32, AUTH-34, AUTH-36). */
export function sessionAttempts(
  send: Send,
  api: () => ApiFixture,
): Readonly<Record<string, () => Promise<void>>> {
  const theirs = () => api().fixture.b.row('lb_user').id;
  const end = (id: unknown, family?: unknown): InjectOptions => ({
    method: 'DELETE',
    url: `/api/auth/person/${id}/session${family === undefined ? '' : `/${family}`}`,
  });
  const theirIssuer = () => Number(api().fixture.b.row('sign_on_issuer').id);
  const theirToken = () => api().fixture.b.row('service_token').id;
  const isSilent = async (options: InjectOptions) => expect((await send(options)).body).not.toMatch(marksOfB);
  return {
    ...directoryAttempts(send, api),
    'POST /api/auth/sign-on/start': () =>
      isSilent(post('/api/auth/sign-on/start', { tenant: 'nobody', issuer_id: theirIssuer() })),
    'POST /api/auth/sign-on/finish': () =>
      isSilent(
        post('/api/auth/sign-on/finish', { issuer_id: theirIssuer(), search: '?code=guessed&state=guessed' }),
      ),
    'POST /api/auth/sign-on/test': async () => {
      const record = { issuer: 'https://issuer.invalid', application_id: 'kontor' };
      const of = (id: number) => post('/api/auth/sign-on/test', { id, record });
      for (const id of [theirIssuer(), 999_999_999])
        expect(await send(of(id), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(of(Number(api().fixture.a.row('sign_on_issuer').id)), 'stranger')).toMatchObject({
        status: 404,
      });
      expect(await send(of(1))).toMatchObject({ status: 401 });
    },
    'DELETE /api/auth/person/:user_id/sign-on': async () => {
      const remove = (id: unknown): InjectOptions => ({
        method: 'DELETE',
        url: `/api/auth/person/${id}/sign-on`,
      });
      for (const id of [theirs(), 999_999_999])
        expect(await send(remove(id), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(remove(theirs()), 'stranger')).toMatchObject({ status: 403 });
    },
    'POST /api/auth/service-token': async () => {
      const grant = (id: unknown) =>
        post('/api/auth/service-token', {
          ...{ user_id: Number(id), name: 'Fremd', calls: [], networks: [] },
          expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        });
      for (const id of [theirs(), 999_999_999])
        expect(await send(grant(id), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(grant(theirs()), 'stranger')).toMatchObject({ status: 403 });
    },
    'POST /api/auth/service-token/:id/secret': async () => {
      const make = (id: unknown) => post(`/api/auth/service-token/${id}/secret`, {});
      for (const id of [theirToken(), 999_999_999])
        expect(await send(make(id), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(make(theirToken()), 'stranger')).toMatchObject({ status: 403 });
    },
    'DELETE /api/auth/service-token/:id': async () => {
      const revoke = (id: unknown): InjectOptions => ({
        method: 'DELETE',
        url: `/api/auth/service-token/${id}`,
      });
      for (const id of [theirToken(), 999_999_999])
        expect(await send(revoke(id), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(revoke(theirToken()), 'stranger')).toMatchObject({ status: 403 });
    },
    'GET /api/auth/service-token/calls': async () => {
      const calls = get('/api/auth/service-token/calls');
      expect((await send(calls, 'administrator')).body).not.toMatch(marksOfB);
      expect(await send(calls, 'stranger')).toMatchObject({ status: 403 });
    },
    'POST /api/webhook/:id/secret': async () => {
      const make = (id: unknown) => post(`/api/webhook/${id}/secret`, {});
      for (const id of [api().fixture.b.row('webhook').id, 999_999_999])
        expect(await send(make(id), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(make(api().fixture.a.row('webhook').id), 'stranger')).toMatchObject({ status: 403 });
    },
    'POST /api/webhook/delivery/:id/again': async () => {
      const again = (id: unknown) => post(`/api/webhook/delivery/${id}/again`, {});
      for (const id of [api().fixture.b.row('webhook_delivery').id, 999_999_999])
        expect(await send(again(id), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(again(api().fixture.a.row('webhook_delivery').id), 'stranger')).toMatchObject({
        status: 403,
      });
    },
    'GET /api/auth/session': async () => {
      for (const who of ['administrator', 'stranger'] as const)
        expect((await send(get('/api/auth/session'), who)).body).not.toMatch(marksOfB);
      expect(await send(get('/api/auth/session'))).toMatchObject({ status: 401 });
    },
    'GET /api/auth/person/:user_id/session': async () => {
      const of = get(`/api/auth/person/${theirs()}/session`);
      expect(await send(of, 'administrator')).toMatchObject({ status: 200, body: '[]' });
      expect(await send(of, 'stranger')).toMatchObject({ status: 403 });
      expect(await send(of)).toMatchObject({ status: 401 });
    },
    'DELETE /api/auth/person/:user_id/session': async () => {
      for (const id of [theirs(), 999_999_999])
        expect(await send(end(id), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(end(theirs()), 'stranger')).toMatchObject({ status: 403 });
    },
    'DELETE /api/auth/person/:user_id/session/:id': async () => {
      for (const family of [api().fixture.b.row('refresh_token').family, nothing])
        expect(await send(end(theirs(), family), 'administrator')).toMatchObject({ status: 404 });
    },
  };
}
