import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';

interface Means {
  row(tenant: 'a' | 'b', table: string): Readonly<Record<string, string | null>>;
  send(options: InjectOptions, who?: Asker): Promise<{ readonly status: number; readonly body: string }>;
}

const asOperator = (options: InjectOptions): InjectOptions => ({
  ...options,
  headers: { ...options.headers, 'x-hasura-role': 'user-operator' },
});

/**
 * Attempts of tenant A's people on archives: archives of whole tenants are for operators, of the own tenant for
 * administrators.
 */
export function archiveAttempts({ row, send }: Means): Readonly<Record<string, () => Promise<void>>> {
  const guid = (tenant: 'a' | 'b') => row(tenant, 'archive').guid;
  const path = (tenant: 'a' | 'b') =>
    `/api/operator/tenant/${row(tenant, 'archive').tenant_id}/archive-export`;
  const order = { client_id: null, from: null, to: null };
  const isShut = (call: (tenant: 'a' | 'b') => InjectOptions) => async () => {
    for (const tenant of ['a', 'b'] as const) {
      expect(await send(call(tenant))).toMatchObject({ status: 401 });
      expect(await send(call(tenant), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(asOperator(call(tenant)), 'stranger')).toMatchObject({ status: 403 });
      const { status, body } = await send(call(tenant), 'administrator');
      expect(status).toBe(403);
      expect(body).not.toMatch(marksOfB);
    }
  };
  const isForAdministrators = (call: () => InjectOptions) => async () => {
    expect(await send(call())).toMatchObject({ status: 401 });
    expect(await send(call(), 'stranger')).toMatchObject({ status: 403 });
    expect(await send(asOperator(call()), 'administrator')).toMatchObject({ status: 403 });
  };
  return {
    'GET /api/operator/tenant/:id/archive-export': isShut((tenant) => get(path(tenant))),
    'POST /api/operator/tenant/:id/archive-export': isShut((tenant) => post(path(tenant))),
    'POST /api/operator/tenant/:id/archive-export/:archive/ticket': isShut((tenant) =>
      post(`${path(tenant)}/${guid(tenant)}/ticket`),
    ),
    'GET /api/operator/tenant/:id/archive-export/:archive/file': isShut((tenant) =>
      get(`${path(tenant)}/${guid(tenant)}/file`),
    ),
    'GET /api/archive-export': async () => {
      await isForAdministrators(() => get('/api/archive-export'))();
      const { status, body } = await send(get('/api/archive-export'), 'administrator');
      expect(status).toBe(200);
      expect(body).not.toMatch(marksOfB);
      expect(body).not.toContain(guid('b'));
    },
    'POST /api/archive-export': async () => {
      await isForAdministrators(() => post('/api/archive-export', order))();
      const theirs = { ...order, client_id: Number(row('b', 'client').id) };
      expect(await send(post('/api/archive-export', theirs), 'administrator')).toMatchObject({ status: 404 });
    },
    'POST /api/archive-export/:id/ticket': async () => {
      await isForAdministrators(() => post(`/api/archive-export/${guid('a')}/ticket`))();
      const theirs = post(`/api/archive-export/${guid('b')}/ticket`);
      expect(await send(theirs, 'administrator')).toMatchObject({ status: 404 });
    },
    'GET /api/archive-export/:id/file': async () => {
      const own = get(`/api/archive-export/${guid('a')}/file`);
      expect(await send(own)).toMatchObject({ status: 401 });
      expect(await send(own, 'stranger')).toMatchObject({ status: 403 });
      const theirs = get(`/api/archive-export/${guid('b')}/file`);
      expect(await send(theirs, 'administrator')).toMatchObject({ status: 404 });
      expect(await send(asOperator(theirs), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(get('/api/archive-export/x/file'), 'administrator')).toMatchObject({ status: 404 });
    },
  };
}

/** Valid bodies for the routes of archives. */
export const archiveBodies: Readonly<Record<string, () => object | null>> = {
  'POST /api/operator/tenant/:id/archive-export': () => null,
  'POST /api/operator/tenant/:id/archive-export/:archive/ticket': () => null,
  'POST /api/archive-export': () => ({ client_id: null, from: '2026-01-01', to: '2026-12-31' }),
  'POST /api/archive-export/:id/ticket': () => null,
};
