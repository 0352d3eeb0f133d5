import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { get, post } from './api-web.ts';
import { type Asker, marksOfB } from './api-world.ts';
import { archiveAttempts } from './archive-attempts.ts';

interface Means {
  row(tenant: 'a' | 'b', table: string): Readonly<Record<string, string | null>>;
  send(options: InjectOptions, who?: Asker): Promise<{ readonly status: number; readonly body: string }>;
}

const asOperator = (options: InjectOptions): InjectOptions => ({
  ...options,
  headers: { ...options.headers, 'x-hasura-role': 'user-operator' },
});

/** What tenant A's people try on the routes of billing, which belong to operators but for what the own tenant is charged, and on those of archives. */
export function billingAttempts({ row, send }: Means): Readonly<Record<string, () => Promise<void>>> {
  const path = (id: unknown) => `/api/operator/tenant/${id}/billing`;
  const b = () => row('b', 'billing').tenant_id;
  const forOperatorsAlone = (ending: string) => async () => {
    const change = (id: unknown) => post(`${path(id)}${ending}`, { month: '2026-03' });
    for (const id of [b(), row('a', 'billing').tenant_id]) {
      expect(await send(change(id))).toMatchObject({ status: 401 });
      expect(await send(change(id), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(asOperator(change(id)), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(change(id), 'administrator')).toMatchObject({ status: 403 });
    }
  };
  return {
    ...archiveAttempts({ row, send }),
    'GET /api/operator/tenant/:id/billing': async () => {
      expect(await send(get(path(b())))).toMatchObject({ status: 401 });
      expect(await send(get(path(b())), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(asOperator(get(path(b()))), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(get(path(b())), 'administrator')).toMatchObject({ status: 403 });
      expect(await send(asOperator(get(path('404404'))), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(asOperator(get(path('x'))), 'administrator')).toMatchObject({ status: 404 });
    },
    'POST /api/operator/tenant/:id/billing': forOperatorsAlone(''),
    'POST /api/operator/tenant/:id/billing/cancel': forOperatorsAlone('/cancel'),
    'POST /api/operator/tenant/:id/billing/mail': forOperatorsAlone('/mail'),
    'GET /api/billing': async () => {
      const own = get('/api/billing?month=2026-03');
      expect(await send(own)).toMatchObject({ status: 401 });
      expect(await send(own, 'stranger')).toMatchObject({ status: 403 });
      expect(await send(asOperator(own), 'administrator')).toMatchObject({ status: 403 });
      const { status, body } = await send(own, 'administrator');
      expect(status).toBe(200);
      expect(body).not.toMatch(marksOfB);
      expect(JSON.parse(body).history).toHaveLength(1);
    },
  };
}
