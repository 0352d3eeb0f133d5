import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';

/** Tools for attempts on routes; `a` is the caller's tenant, `b` another one. */
interface Means {
  row(tenant: 'a' | 'b', table: string): Readonly<Record<string, string | null>>;
  send(options: InjectOptions, who?: Asker): Promise<{ readonly status: number; readonly body: string }>;
  /** Records of others and missing ones get the same answer. */
  expectNotThere(theirs: InjectOptions, nothing: InjectOptions): Promise<void>;
}

/** Attempts of tenant A's people on the routes of exports. */
export function exportAttempts({
  row,
  send,
  expectNotThere,
}: Means): Readonly<Record<string, () => Promise<void>>> {
  return {
    'POST /api/invoice/export': async () => {
      const order = post('/api/invoice/export', { invoice_ids: [Number(row('b', 'invoice').id)] });
      expect(await send(order)).toMatchObject({ status: 401 });
      expect(await send(order, 'stranger')).toMatchObject({ status: 403 });
      expect(await send(order, 'administrator')).toMatchObject({ status: 422 });
    },
    'POST /api/invoice/export/:run_id/withdraw': async () => {
      const withdraw = (id: unknown) =>
        post(`/api/invoice/export/${id}/withdraw`, { reason: 'Falscher Monat' });
      const theirs = withdraw(row('b', 'invoice_export_run').id);
      expect(await send(theirs)).toMatchObject({ status: 401 });
      expect(await send(theirs, 'stranger')).toMatchObject({ status: 403 });
      const comparable = ({ status, body }: { readonly status: number; readonly body: string }) => ({
        status,
        ...JSON.parse(body),
        request_id: null,
      });
      const answer = await send(theirs, 'administrator');
      expect(answer.status).toBe(404);
      expect(comparable(answer)).toEqual(comparable(await send(withdraw(404_404), 'administrator')));
    },
    'GET /api/export/:job_id/file': async () => {
      const file = (id: unknown) => get(`/api/export/${id}/file`);
      await expectNotThere(file(row('b', 'job').id), file(404_404));
      expect(await send(file(row('a', 'job').id), 'stranger')).toMatchObject({ status: 404 });
    },
    'POST /api/month-end': async () => {
      const query = (client: unknown) =>
        post('/api/month-end', { list: 'commitments', day: '2099-12-31', client: client && Number(client) });
      expect(await send(query(null))).toMatchObject({ status: 401 });
      expect(await send(query(null), 'stranger')).toMatchObject({ status: 403 });
      const { body } = await send(query(null), 'administrator');
      expect(body).toContain(row('a', 'procurement').name);
      expect(body).not.toMatch(marksOfB);
      const theirs = await send(query(row('b', 'client').id), 'administrator');
      expect(JSON.parse(theirs.body)).toMatchObject({ count: 0, rows: [], totals: [] });
    },
    'POST /api/month-end/closing': async () => {
      const close = (client: unknown) =>
        post('/api/month-end/closing', { client: Number(client), day: '2025-12-31', language: 'de' });
      expect(await send(close(row('a', 'client').id))).toMatchObject({ status: 401 });
      expect(await send(close(row('a', 'client').id), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(close(row('b', 'client').id), 'administrator')).toMatchObject({ status: 403 });
    },
    'POST /api/month-end/closing/state': async () => {
      const ask = (client: unknown) =>
        post('/api/month-end/closing/state', { client: Number(client), day: '2025-12-31' });
      expect(await send(ask(row('a', 'client').id))).toMatchObject({ status: 401 });
      expect(await send(ask(row('a', 'client').id), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(ask(row('b', 'client').id), 'administrator')).toMatchObject({ status: 403 });
    },
    'GET /api/month-end/closing/:id/:content': async () => {
      const file = (id: unknown) => get(`/api/month-end/closing/${id}/commitments`);
      await expectNotThere(file(row('b', 'closed_month').id), file(404_404));
      expect(await send(file(row('a', 'closed_month').id), 'stranger')).toMatchObject({ status: 404 });
    },
    'POST /api/month-end/file': async () => {
      const order = { list: 'commitments', day: '2026-01-31', format: 'csv', language: 'de' };
      expect(await send(post('/api/month-end/file', order))).toMatchObject({ status: 401 });
      expect(await send(post('/api/month-end/file', order), 'stranger')).toMatchObject({ status: 403 });
      expect(await send(post('/api/month-end/file', order), 'administrator')).toMatchObject({ status: 202 });
    },
    'POST /api/overview/export': async () => {
      const order = { format: 'csv', columns: ['name'], where: {}, order_by: [], language: 'de' };
      expect(await send(post('/api/overview/export', order))).toMatchObject({ status: 401 });
      expect(await send(post('/api/overview/export', order), 'stranger')).toMatchObject({ status: 202 });
      const unknown = post('/api/overview/export', { ...order, columns: ['id'] });
      expect(await send(unknown, 'stranger')).toMatchObject({ status: 422 });
    },
  };
}
