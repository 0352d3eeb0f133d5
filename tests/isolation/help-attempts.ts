import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type ApiFixture, type Asker, marksOfB } from './api-fixture.ts';
import { post } from './api-web.ts';

type Send = (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;

const path = '/api/help/test-mail';

/** The mail that a person sends to the own address: no input sends it to others. */
export function helpAttempts(
  send: Send,
  api: () => ApiFixture,
): Readonly<Record<string, () => Promise<void>>> {
  return {
    [`POST ${path}`]: async () => {
      expect(await send(post(path))).toMatchObject({ status: 401 });
      const { id, email, tenant_id } = api().fixture.b.row('lb_user');
      const forOther = post(path, { recipient: email, email, user_id: id, tenant_id });
      const answer = await send(forOther, 'stranger');
      expect(answer.status).toBe(200);
      expect(answer.body).not.toMatch(marksOfB);
      const { rows } = await api().owner.query<{ tenant_id: string; lb_user_id: string }>(
        "select tenant_id, lb_user_id from mail where kind = 'test'",
      );
      const { tenantId, userId } = api().people.stranger;
      expect(rows.map((row) => [Number(row.tenant_id), Number(row.lb_user_id)])).toEqual([
        [tenantId, userId],
      ]);
    },
  };
}
