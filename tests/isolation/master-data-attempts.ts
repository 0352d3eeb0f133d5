import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { formOf } from '../support/demo-web.ts';
import { creditor, inLatin1, partnerFile } from '../support/master-data-file.ts';
import { type ApiFixture, type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';

type Send = (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;

const path = '/api/datev/master-data';
const bytes = inLatin1(partnerFile([creditor(70001, 'Meyer')]));
const withFile = (step: string) => (clientId: unknown) => ({
  url: `${path}/${step}`,
  ...formOf({ client_id: String(clientId) }, [{ name: 'EXTF_a.csv', bytes }]),
});

const calls: Readonly<Record<string, (clientId: unknown) => InjectOptions>> = {
  preview: withFile('preview'),
  apply: withFile('apply'),
  export: (clientId) => post(`${path}/export`, { client_id: Number(clientId) }),
};

/**
 * Master data of DATEV: companies of other tenants do not exist for the caller, and those of the own tenant are for
 * administrators. The export preview and readiness of an invoice are for people who see it.
 */
export function masterDataAttempts(
  send: Send,
  api: () => ApiFixture,
): Readonly<Record<string, () => Promise<void>>> {
  const attempts = Object.entries(calls).map(([step, call]) => {
    const attempt = async (): Promise<void> => {
      const { a, b } = api().fixture;
      const theirs = call(b.row('client').id);
      expect(await send(theirs)).toMatchObject({ status: 401 });
      expect(await send(theirs, 'stranger')).toMatchObject({ status: 403 });
      expect(await send(call(a.row('client').id), 'stranger')).toMatchObject({ status: 403 });
      const answer = await send(theirs, 'administrator');
      expect(answer.status).toBe(404);
      expect(answer.body).not.toMatch(marksOfB);
    };
    return [`POST ${path}/${step}`, attempt] as const;
  });
  return {
    ...Object.fromEntries(attempts),
    'GET /api/datev/wrong-accounts': async () => {
      const call = get('/api/datev/wrong-accounts');
      expect(await send(call)).toMatchObject({ status: 401 });
      expect(await send(call, 'stranger')).toMatchObject({ status: 403 });
      expect((await send(call, 'administrator')).body).not.toMatch(marksOfB);
    },
    // Data published by the ECB are the same for everyone.
    'GET /api/reference-rate': async () => {
      const call = get('/api/reference-rate?own=EUR&currency=USD');
      expect(await send(call)).toMatchObject({ status: 401 });
      expect(await send(call, 'stranger')).toMatchObject({ status: 200, body: '{"found":null}' });
    },
    'GET /api/invoice/:id/bookings': async () => {
      const call = get(`/api/invoice/${api().fixture.b.row('invoice').id}/bookings`);
      expect(await send(call)).toMatchObject({ status: 401 });
      expect(await send(call, 'administrator')).toMatchObject({ status: 404 });
      const ours = get(`/api/invoice/${api().fixture.a.row('invoice').id}/bookings`);
      expect(await send(ours, 'stranger')).toMatchObject({ status: 404 });
    },
    'GET /api/invoice/export/readiness': async () => {
      const { a, b } = api().fixture;
      const call = get(`/api/invoice/export/readiness?ids=${a.row('invoice').id},${b.row('invoice').id}`);
      expect(await send(call)).toMatchObject({ status: 401 });
      expect(await send(call, 'stranger')).toMatchObject({ status: 200, body: '{}' });
      const { body } = await send(call, 'administrator');
      expect(Object.keys(JSON.parse(body))).not.toContain(String(b.row('invoice').id));
    },
  };
}

/** A file is read for any person and belongs to no tenant; a table is written as its reader sees it. */
function tableAttempts(send: Send): Readonly<Record<string, () => Promise<void>>> {
  return {
    'POST /api/table': async () => {
      const reading = {
        url: '/api/table',
        ...formOf({}, [{ name: 'a.csv', bytes: Buffer.from('number;name\n1;x\n') }]),
      };
      expect(await send(reading)).toMatchObject({ status: 401 });
      expect(await send(reading, 'stranger')).toMatchObject({ status: 200 });
    },
    'POST /api/table/:entity/export': async () => {
      const writing = (entity: string) =>
        post(`/api/table/${entity}/export`, { format: 'csv', language: 'de' });
      expect(await send(writing('cost_center'))).toMatchObject({ status: 401 });
      expect(await send(writing('tenant'), 'administrator')).toMatchObject({ status: 404 });
      expect(await send(writing('cost_center'), 'stranger')).toMatchObject({ status: 202 });
    },
  };
}

/** Imports are for administrators; a job of another tenant counts as missing. */
export function importAttempts(
  send: Send,
  api: () => ApiFixture,
): Readonly<Record<string, () => Promise<void>>> {
  return {
    ...tableAttempts(send),
    'POST /api/import/:entity': async () => {
      const importing = (entity: string) => ({
        url: `/api/import/${entity}`,
        ...formOf({}, [{ name: 'a.csv', bytes: Buffer.from('number;name\n1;x\n') }]),
      });
      expect(await send(importing('cost_center'))).toMatchObject({ status: 401 });
      expect(await send(importing('cost_center'), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(importing('tenant'), 'administrator')).toMatchObject({ status: 404 });
    },
    'POST /api/import/:entity/again': async () => {
      const { a, b } = api().fixture;
      const again = (job: unknown, entity = 'cost_center') =>
        post(`/api/import/${entity}/again`, { job: Number(job), idempotency_key: randomUUID() });
      const own = a.row('job').id;
      expect(await send(again(own))).toMatchObject({ status: 401 });
      expect(await send(again(own), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(again(own, 'tenant'), 'administrator')).toMatchObject({ status: 404 });
      for (const job of [b.row('job').id, 404_404])
        expect(await send(again(job), 'administrator')).toMatchObject({ status: 404 });
    },
  };
}
