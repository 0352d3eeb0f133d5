import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type ApiFixture, type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';
import { helpAttempts } from './help-attempts.ts';

type Send = (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;

const path = '/api/contract/calendar';

const device = {
  ...{ endpoint: 'https://push.invalid/x', p256dh: 'AAAA', auth: 'AAAA', kinds: ['task'] },
  ...{ from: 8, to: 18, days: [1], zone: 'Europe/Berlin' },
};

/**
 * Calendars of contracts: each person has only the own one, whatever is sent, and guessed addresses fail; the same
 * holds for the mail of the help, and for devices that show notices (MOB-03).
 */
export function calendarAttempts(
  send: Send,
  api: () => ApiFixture,
): Readonly<Record<string, () => Promise<void>>> {
  const theirs = async (table: string): Promise<readonly object[]> => {
    const sql = `select * from ${table} where tenant_id = $1 order by id`;
    return (await api().owner.query<object>(sql, [api().fixture.b.id])).rows;
  };
  const changesNothing =
    (call: InjectOptions, table = 'contract_calendar') =>
    async (): Promise<void> => {
      const before = await theirs(table);
      expect(before.length).toBeGreaterThan(0);
      expect(await send(call)).toMatchObject({ status: 401 });
      for (const who of ['administrator', 'stranger'] as const)
        expect((await send(call, who)).body).not.toMatch(marksOfB);
      expect(await theirs(table)).toEqual(before);
    };
  return {
    ...helpAttempts(send, api),
    [`POST ${path}`]: changesNothing(post(path, { replaced: null })),
    [`DELETE ${path}`]: changesNothing({ method: 'DELETE', url: path }),
    'GET /api/push': changesNothing(get('/api/push'), 'push_subscription'),
    'POST /api/push': changesNothing(post('/api/push', device), 'push_subscription'),
    'DELETE /api/push': changesNothing({ method: 'DELETE', url: '/api/push' }, 'push_subscription'),
    [`GET ${path}/:file`]: async () => {
      const none = await send(get(`${path}/${'A'.repeat(43)}.ics`));
      expect(none.status).toBe(404);
      for (const file of ['A'.repeat(43), 'guessed.ics', `${'%20'.repeat(15)}.ics`]) {
        const answer = await send(get(`${path}/${file}`));
        expect([answer.status, answer.body]).toEqual([404, none.body]);
      }
    },
  };
}
