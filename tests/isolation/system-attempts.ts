import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type ApiFixture, type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';

interface Means {
  readonly send: (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;
  readonly api: () => ApiFixture;
  readonly expectNotThere: (foreign: InjectOptions, missing: InjectOptions) => Promise<void>;
}

/** The description of the API holds nothing of a tenant, and a ticket opens only a visible file. */
export function systemAttempts({
  send,
  api,
  expectNotThere,
}: Means): Readonly<Record<string, () => Promise<void>>> {
  return {
    'GET /api/openapi.json': async () => {
      expect(await send(get('/api/openapi.json'))).toMatchObject({ status: 401 });
      const { body } = await send(get('/api/openapi.json'), 'stranger');
      expect(body).not.toMatch(marksOfB);
      expect(body).not.toContain(api().fixture.a.tag);
    },
    'POST /api/ticket': async () => {
      const nothing = '00000000-0000-4000-8000-000000000000';
      const ticket = (id: string | null | undefined) => post('/api/ticket', { file_id: id });
      await expectNotThere(ticket(api().fixture.b.row('file').id), ticket(nothing));
      expect(await send(ticket(api().fixture.a.row('file').id), 'stranger')).toMatchObject({ status: 404 });
      expect(await send(ticket(api().fixture.a.row('file').id), 'administrator')).toMatchObject({
        status: 200,
      });
    },
  };
}
