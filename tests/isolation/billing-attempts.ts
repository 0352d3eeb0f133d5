import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';
import { archiveAttempts } from './archive-attempts.ts';
import { documentationAttempts } from './documentation-attempts.ts';
import { onboardingAttempts } from './onboarding-attempts.ts';

interface Means {
  row(tenant: 'a' | 'b', table: string): Readonly<Record<string, string | null>>;
  send(options: InjectOptions, who?: Asker): Promise<{ readonly status: number; readonly body: string }>;
}

const asOperator = (options: InjectOptions): InjectOptions => ({
  ...options,
  headers: { ...options.headers, 'x-hasura-role': 'user-operator' },
});

/**
 * Attempts of tenant A's people on the routes of billing, which are for operators except for the charges of the own
 * tenant, and on those of archives.
 */
export function billingAttempts({ row, send }: Means): Readonly<Record<string, () => Promise<void>>> {
  const path = (id: unknown) => `/api/operator/tenant/${id}/billing`;
  const b = () => row('b', 'billing').tenant_id;
  const refusedToOthers = (change: (id: string | null) => InjectOptions) => async () => {
    for (const id of [b() ?? null, row('a', 'billing').tenant_id ?? null]) {
      expect(await send(change(id))).toMatchObject({ status: 401 });
      expect(await send(change(id), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(asOperator(change(id)), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(change(id), 'administrator')).toMatchObject({ status: 403 });
    }
  };
  const forOperatorsAlone = (ending: string) =>
    refusedToOthers((id) => post(`${path(id)}${ending}`, { month: '2026-03' }));
  const forOperators = (url: string, body: (id: string | null) => object) =>
    refusedToOthers((id) => post(url, body(id)));
  return {
    ...archiveAttempts({ row, send }),
    ...onboardingAttempts({ send }),
    ...documentationAttempts({ row, send }),
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
    'POST /api/operator/tenant/:id/billing/credit': refusedToOthers((id) =>
      post(`${path(id)}/credit`, { month: '2026-03', net: '1', reason: 'x' }),
    ),
    'GET /api/operator/billing': async () => {
      const list = get('/api/operator/billing?month=2026-03');
      expect(await send(list)).toMatchObject({ status: 401 });
      expect(await send(list, 'stranger')).toMatchObject({ status: 403 });
      expect(await send(asOperator(list), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(list, 'administrator')).toMatchObject({ status: 403 });
    },
    'POST /api/operator/billing': forOperators('/api/operator/billing', (id) => ({
      ...{ month: '2026-03', tenant_ids: [Number(id)] },
    })),
    'GET /api/billing/:id/pdf': async () => {
      const file = (tenant: 'a' | 'b') => get(`/api/billing/${row(tenant, 'billing').id}/pdf`);
      expect(await send(file('a'))).toMatchObject({ status: 401 });
      expect(await send(file('a'), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(asOperator(file('a')), 'administrator')).toMatchObject({ status: 403 });
      expect(await send(file('b'), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(get('/api/billing/x/pdf'), 'administrator')).toMatchObject({ status: 404 });
    },
    'GET /api/operator/direct-debit': async () => {
      const list = get('/api/operator/direct-debit?month=2026-03');
      expect(await send(list)).toMatchObject({ status: 401 });
      expect(await send(list, 'stranger')).toMatchObject({ status: 403 });
      expect(await send(asOperator(list), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(list, 'administrator')).toMatchObject({ status: 403 });
    },
    'POST /api/operator/direct-debit': forOperators('/api/operator/direct-debit', (id) => ({
      bills: [{ tenant_id: Number(id), billing_id: 1 }],
    })),
    'POST /api/operator/direct-debit/failure': forOperators('/api/operator/direct-debit/failure', (id) => ({
      ...{ tenant_id: Number(id), id: 1, kind: 'returned', reason: null },
    })),
    'GET /api/operator/direct-debit/file/:id': async () => {
      for (const id of [row('b', 'direct_debit').file_id, row('a', 'direct_debit').file_id]) {
        const file = get(`/api/operator/direct-debit/file/${id}`);
        expect(await send(file)).toMatchObject({ status: 401 });
        expect(await send(file, 'stranger')).toMatchObject({ status: 403 });
        expect(await send(asOperator(file), 'stranger')).toMatchObject({ status: 403 });
        expect(await send(file, 'administrator')).toMatchObject({ status: 403 });
      }
      const none = asOperator(get('/api/operator/direct-debit/file/x'));
      expect(await send(none, 'administrator')).toMatchObject({ status: 404 });
    },
    'GET /api/billing/mandate': async () => {
      const own = get('/api/billing/mandate');
      expect(await send(own)).toMatchObject({ status: 401 });
      expect(await send(own, 'stranger')).toMatchObject({ status: 403 });
      expect(await send(asOperator(own), 'administrator')).toMatchObject({ status: 403 });
      const { status, body } = await send(own, 'administrator');
      expect(status).toBe(200);
      expect(body).not.toMatch(marksOfB);
      expect(JSON.parse(body).proposal).toContain(`-${row('a', 'billing').tenant_id}-`);
    },
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
