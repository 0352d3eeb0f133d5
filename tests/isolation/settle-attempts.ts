import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { post } from './api-web.ts';
import type { Asker } from './api-world.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** What attempts are made with; tenant A's people ask for what belongs to B. */
interface Means {
  entryOfB(): unknown;
  runOfB(): unknown;
  send(options: InjectOptions, who?: Asker): Promise<Answer>;
}

const said = ({ status, body }: Answer) => ({ status, ...JSON.parse(body), request_id: null });

/** What tenant A's people try to say about exports in doubt. */
export function settleAttempts({
  entryOfB,
  runOfB,
  send,
}: Means): Readonly<Record<string, () => Promise<void>>> {
  const attempt = (path: string, theirs: () => unknown) => async () => {
    const settle = (id: unknown) => post(`/api/invoice/export/${path}${id}/settle`, { exported: true });
    expect(await send(settle(theirs()))).toMatchObject({ status: 401 });
    expect(await send(settle(theirs()), 'stranger')).toMatchObject({ status: 403 });
    const answer = await send(settle(theirs()), 'administrator');
    expect(answer.status).toBe(404);
    expect(said(answer)).toEqual(said(await send(settle(404_404), 'administrator')));
  };
  return {
    'POST /api/invoice/export/entry/:id/settle': attempt('entry/', entryOfB),
    'POST /api/invoice/export/:run_id/settle': attempt('', runOfB),
  };
}
