import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { DocumentationAnswer } from '../../src/features/process-documentation/model.ts';
import { type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';

interface Means {
  row(tenant: 'a' | 'b', table: string): Readonly<Record<string, string | null>>;
  send(options: InjectOptions, who?: Asker): Promise<{ readonly status: number; readonly body: string }>;
}

const path = '/api/process-documentation';
const text = { chapter: 'purpose', lang: 'de', text: 'Anders', expected: 'Etwas' };
const confirmation = { sha256: '0'.repeat(64) };
const miss = { text: 'Urlaubsvertretung' };
const order = { lang: 'de', note: null, key: '00000000-0000-4000-8000-000000000000' };

/**
 * Attempts of tenant A's people on process documentations and data protection, which belong to the administrators of
 * their tenant (ARC-06, ARC-08).
 */
export function documentationAttempts({ row, send }: Means): Readonly<Record<string, () => Promise<void>>> {
  const isForAdministrators = async (call: InjectOptions): Promise<void> => {
    expect(await send(call)).toMatchObject({ status: 401 });
    expect(await send(call, 'stranger')).toMatchObject({ status: 403 });
    const asOperator = { ...call, headers: { 'x-hasura-role': 'user-operator' } };
    expect(await send(asOperator, 'administrator')).toMatchObject({ status: 403 });
  };
  return {
    [`GET ${path}`]: async () => {
      await isForAdministrators(get(path));
      const { status, body } = await send(get(path), 'administrator');
      expect(status).toBe(200);
      expect(body).not.toMatch(marksOfB);
    },
    'GET /api/data-protection': async () => {
      await isForAdministrators(get('/api/data-protection'));
      const { status, body } = await send(get('/api/data-protection'), 'administrator');
      expect(status).toBe(200);
      expect(body).not.toMatch(marksOfB);
    },
    'GET /api/data-protection/person/:id/file': async () => {
      const file = (id: string | null | undefined) => get(`/api/data-protection/person/${id}/file`);
      await isForAdministrators(file(row('a', 'lb_user').id));
      expect(await send(file(row('b', 'lb_user').id), 'administrator')).toMatchObject({ status: 404 });
      const { status, body } = await send(file(row('a', 'lb_user').id), 'administrator');
      expect(status).toBe(200);
      expect(body).not.toMatch(marksOfB);
    },
    'GET /api/data-protection/register': async () => {
      await isForAdministrators(get('/api/data-protection/register'));
      expect(await send(get('/api/data-protection/register'), 'administrator')).toMatchObject({
        status: 200,
      });
    },
    'GET /api/rights': async () => {
      await isForAdministrators(get('/api/rights'));
      const { status, body } = await send(get('/api/rights'), 'administrator');
      expect(status).toBe(200);
      expect(body).not.toMatch(marksOfB);
    },
    'GET /api/rights/review/:id': async () => {
      const review = (id: string | null | undefined) => get(`/api/rights/review/${id}`);
      await isForAdministrators(review('1'));
      for (const id of [row('b', 'rights_review').id, 'x', '0'])
        expect(await send(review(id), 'administrator')).toMatchObject({ status: 404 });
    },
    'POST /api/rights/confirm': async () => {
      await isForAdministrators(post('/api/rights/confirm', confirmation));
      expect(await send(post('/api/rights/confirm', confirmation), 'administrator')).toMatchObject({
        status: 409,
      });
    },
    'GET /api/help/miss': async () => {
      await isForAdministrators(get('/api/help/miss'));
      const { status, body } = await send(get('/api/help/miss'), 'administrator');
      expect(status).toBe(200);
      expect(body).not.toMatch(marksOfB);
    },
    'POST /api/help/miss': async () => {
      expect(await send(post('/api/help/miss', miss))).toMatchObject({ status: 401 });
      expect(await send(post('/api/help/miss', miss), 'stranger')).toMatchObject({ status: 204 });
    },
    [`POST ${path}/text`]: async () => {
      await isForAdministrators(post(`${path}/text`, text));
      const { status, body } = await send(post(`${path}/text`, text), 'administrator');
      expect(status).toBe(409);
      expect(body).not.toMatch(marksOfB);
    },
    [`POST ${path}/version`]: async () => {
      await isForAdministrators(post(`${path}/version`, order));
      // The key of another tenant's version creates a version in the own tenant.
      const key = row('b', 'process_documentation').request_key;
      const gapsOf = (body: string) => (JSON.parse(body) as DocumentationAnswer).gaps;
      for (const gap of gapsOf((await send(get(path), 'administrator')).body)) {
        const explained = { chapter: `gap_${gap.key}`, lang: 'de', text: 'Erklärt', expected: '' };
        expect(await send(post(`${path}/text`, explained), 'administrator')).toMatchObject({ status: 200 });
      }
      const { status, body } = await send(post(`${path}/version`, { ...order, key }), 'administrator');
      expect(status).toBe(201);
      expect(body).not.toMatch(marksOfB);
    },
    [`GET ${path}/version/:number/file`]: async () => {
      const { number } = row('a', 'process_documentation');
      await isForAdministrators(get(`${path}/version/${number}/file`));
      for (const nothing of ['404404', 'x', '0'])
        expect(await send(get(`${path}/version/${nothing}/file`), 'administrator')).toMatchObject({
          status: 404,
        });
    },
  };
}

/** Valid bodies for its routes. */
export const documentationBodies: Readonly<Record<string, () => object | null>> = {
  [`POST ${path}/text`]: () => text,
  [`POST ${path}/version`]: () => order,
  'POST /api/rights/confirm': () => confirmation,
  'POST /api/help/miss': () => miss,
};
