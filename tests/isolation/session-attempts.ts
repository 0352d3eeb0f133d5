import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { get } from './api-web.ts';
import { type ApiWorld, type Asker, marksOfB } from './api-world.ts';

type Send = (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;

const nothing = '00000000-0000-4000-8000-000000000000';

/** The sessions of a person are visible only to administrators of the same tenant (AUTH-36). */
export function sessionAttempts(
  send: Send,
  api: () => ApiWorld,
): Readonly<Record<string, () => Promise<void>>> {
  const theirs = () => api().world.b.row('lb_user').id;
  const end = (id: unknown, family?: unknown): InjectOptions => ({
    method: 'DELETE',
    url: `/api/auth/person/${id}/session${family === undefined ? '' : `/${family}`}`,
  });
  return {
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
      for (const family of [api().world.b.row('refresh_token').family, nothing])
        expect(await send(end(theirs(), family), 'administrator')).toMatchObject({ status: 404 });
    },
  };
}
