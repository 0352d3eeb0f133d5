import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { formOf } from '../support/demo-web.ts';
import type { Asker } from './api-fixture.ts';
import { post } from './api-web.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Tools for attempts; tenant A's people ask for records of B. */
interface Means {
  entryOfB(): unknown;
  runOfB(): unknown;
  send(options: InjectOptions, who?: Asker): Promise<Answer>;
}

const comparable = ({ status, body }: Answer) => ({ status, ...JSON.parse(body), request_id: null });

/** Attempts of tenant A's people to settle exports, and to read their outcome. */
export function settleAttempts({
  entryOfB,
  runOfB,
  send,
}: Means): Readonly<Record<string, () => Promise<void>>> {
  const attempt = (call: (id: unknown) => InjectOptions, theirs: () => unknown) => async () => {
    expect(await send(call(theirs()))).toMatchObject({ status: 401 });
    expect(await send(call(theirs()), 'stranger')).toMatchObject({ status: 403 });
    const answer = await send(call(theirs()), 'administrator');
    expect(answer.status).toBe(404);
    expect(comparable(answer)).toEqual(comparable(await send(call(404_404), 'administrator')));
  };
  const settle = (path: string) => (id: unknown) =>
    post(`/api/invoice/export/${path}${id}/settle`, { exported: true });
  const compare = (id: unknown) => ({
    ...formOf({}, [{ name: 'EXTF_a.csv', bytes: Buffer.from('EXTF') }]),
    url: `/api/invoice/export/${id}/compare`,
  });
  return {
    'POST /api/invoice/export/entry/:id/settle': attempt(settle('entry/'), entryOfB),
    'POST /api/invoice/export/:run_id/settle': attempt(settle(''), runOfB),
    'POST /api/invoice/export/:run_id/look': attempt(
      (id) => post(`/api/invoice/export/${id}/look`, {}),
      runOfB,
    ),
    'POST /api/invoice/export/:run_id/compare': attempt(compare, runOfB),
  };
}
