import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type ApiFixture, type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';
import { doctorAttempts } from './doctor-attempts.ts';

type Send = (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;

const path = '/api/operator';
const days = { from: '2026-01-01', to: '2026-12-31' };
const remove = (url: string, payload: object): InjectOptions => ({ method: 'DELETE', url, payload });
const header = { headers: { 'x-hasura-role': 'user-operator' } };

/**
 * The doctor's routes answer 404, and the operator area is closed to non-operators, and to operators without the
 * operator header (TECH-04).
 */
export function operatorAttempts(
  send: Send,
  api: () => ApiFixture,
): Readonly<Record<string, () => Promise<void>>> {
  const isShut = (call: () => InjectOptions) => async (): Promise<void> => {
    const written = async () => [
      (await api().owner.query<object>('select * from tenant order by id')).rows,
      (await api().owner.query<object>('select * from job order by tenant_id, id')).rows,
      (await api().owner.query<object>('select * from mail order by tenant_id, id')).rows,
    ];
    const before = await written();
    expect(await send(call())).toMatchObject({ status: 401 });
    for (const [options, who] of [
      [call(), 'administrator'],
      [call(), 'stranger'],
      [{ ...call(), ...header }, 'stranger'],
    ] as const) {
      const { status, body } = await send(options, who);
      expect(status).toBe(403);
      expect(body).not.toMatch(marksOfB);
    }
    expect(await written()).toEqual(before);
  };
  const theirs = () => `${path}/tenant/${api().fixture.b.id}`;
  const jobOfB = () => `${path}/health/jobs/${api().fixture.b.row('job').id}`;
  const ofB = () => ({ tenant_id: api().fixture.b.id });
  const values = { name: 'Taken', contact_email: 'a@b.test', admin_name: 'A', admin_email: 'a@b.test' };
  return {
    ...doctorAttempts(send),
    [`GET ${path}/tenant`]: isShut(() => get(`${path}/tenant`)),
    [`POST ${path}/tenant`]: isShut(() => post(`${path}/tenant`, { values })),
    [`GET ${path}/tenant/:id`]: isShut(() => get(theirs())),
    [`POST ${path}/tenant/:id`]: isShut(() => post(theirs(), { values: { city: 'Ulm' } })),
    [`POST ${path}/tenant/:id/archive`]: isShut(() => post(`${theirs()}/archive`)),
    [`POST ${path}/tenant/:id/restore`]: isShut(() => post(`${theirs()}/restore`)),
    [`GET ${path}/tenant/:id/document`]: isShut(() => get(`${theirs()}/document?kind=invoice`)),
    [`GET ${path}/security-log`]: isShut(() => get(`${path}/security-log`)),
    [`GET ${path}/health`]: isShut(() => get(`${path}/health`)),
    [`GET ${path}/health/jobs`]: isShut(() => get(`${path}/health/jobs`)),
    [`GET ${path}/health/mails`]: isShut(() => get(`${path}/health/mails`)),
    [`POST ${path}/health/jobs/retry`]: isShut(() => post(`${path}/health/jobs/retry`, { kind: 'import' })),
    [`POST ${path}/health/jobs/:id/retry`]: isShut(() => post(`${jobOfB()}/retry`, ofB())),
    [`POST ${path}/health/jobs/:id/discard`]: isShut(() =>
      post(`${jobOfB()}/discard`, { ...ofB(), reason: 'Text' }),
    ),
    [`POST ${path}/health/mails/:id/retry`]: isShut(() =>
      post(`${path}/health/mails/${api().fixture.b.row('mail').id}/retry`, ofB()),
    ),
    [`DELETE ${path}/tenant/:id`]: isShut(() => remove(theirs(), { name: api().fixture.b.tag })),
    [`DELETE ${path}/tenant/:id/procurement`]: isShut(() =>
      remove(`${theirs()}/procurement`, { ...days, name: api().fixture.b.tag }),
    ),
    [`DELETE ${path}/tenant/:id/invoice`]: isShut(() =>
      remove(`${theirs()}/invoice`, { ...days, dry_run: true }),
    ),
    [`GET ${path}/deletion`]: isShut(() => get(`${path}/deletion`)),
    [`GET ${path}/global-configuration`]: isShut(() => get(`${path}/global-configuration`)),
    [`POST ${path}/global-configuration`]: isShut(() =>
      post(`${path}/global-configuration`, { stamp: '', rows: [] }),
    ),
  };
}

const item = { description: 'Hosting', net_amount: '5', start_date: '2026-01-01', end_date: null };
const children = {
  additional_items: [{ id: null, values: item }],
  tiered_prices: [{ id: 1, values: { quantity: 0, base_price: '1', unit_price: '0.5' } }],
};

/** Valid bodies for the routes of the operator area. */
export const operatorBodies: Readonly<Record<string, () => object | null>> = {
  [`POST ${path}/tenant`]: () => ({
    values: {
      name: 'Neu',
      contact_email: 'a@b.test',
      admin_name: 'A',
      admin_email: 'a@b.test',
      document_limit: 5,
    },
    children,
  }),
  [`POST ${path}/tenant/:id`]: () => ({
    stamp: '2026-01-01T00:00:00Z',
    values: { city: 'Ulm', base_price_document: '1', sepa_last_use: '2026-01-01', automatic_billing: true },
    children,
  }),
  [`POST ${path}/tenant/:id/archive`]: () => null,
  [`POST ${path}/tenant/:id/restore`]: () => null,
  [`POST ${path}/health/jobs/retry`]: () => ({ kind: 'import' }),
  [`POST ${path}/health/jobs/:id/retry`]: () => ({ tenant_id: 1 }),
  [`POST ${path}/health/jobs/:id/discard`]: () => ({ tenant_id: 1, reason: 'Text' }),
  [`POST ${path}/health/mails/:id/retry`]: () => ({ tenant_id: 1 }),
  [`DELETE ${path}/tenant/:id`]: () => ({ name: 'a', dry_run: true, archive_sha256: 'a'.repeat(64) }),
  [`DELETE ${path}/tenant/:id/procurement`]: () => ({ ...days, name: 'a', dry_run: true }),
  [`DELETE ${path}/tenant/:id/invoice`]: () => ({ ...days, name: 'a', dry_run: true }),
  [`POST ${path}/global-configuration`]: () => ({
    stamp: '0'.repeat(32),
    rows: [{ id: null, values: { key: 'a', label: 'A', group: null, type: 'number', value: '1' } }],
  }),
};
