import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { Asker } from './api-fixture.ts';
import { post } from './api-web.ts';

/** Tools for attempts on routes; `b` is another tenant. */
interface Means {
  row(tenant: 'a' | 'b', table: string): Readonly<Record<string, string | null>>;
  send(options: InjectOptions, who?: Asker): Promise<{ readonly status: number; readonly body: string }>;
}

const back = { code: 'guessed', state: 'datev-guessed' };

/** Attempts of tenant A's people on sign-ins at other systems, which are for administrators only (API-35, MBX-08). */
export function connectionAttempts({ row, send }: Means): Readonly<Record<string, () => Promise<void>>> {
  const isForAdministrators = (url: string, theirs: () => object, nothing: object) => async () => {
    expect(await send(post(url, theirs()))).toMatchObject({ status: 401 });
    expect(await send(post(url, theirs()), 'stranger')).toMatchObject({ status: 403 });
    const comparable = ({ status, body }: { readonly status: number; readonly body: string }) => ({
      status,
      ...JSON.parse(body),
      request_id: null,
    });
    const answer = comparable(await send(post(url, theirs()), 'administrator'));
    expect(answer).toEqual(comparable(await send(post(url, nothing), 'administrator')));
    expect(answer.status).toBeGreaterThanOrEqual(400);
  };
  const ofTheirs = () => ({ client_id: Number(row('b', 'client').id) });
  const ofNobody = { client_id: 404_404 };
  return {
    'POST /api/datev/auth-start': isForAdministrators('/api/datev/auth-start', ofTheirs, ofNobody),
    'POST /api/datev/disconnect': isForAdministrators('/api/datev/disconnect', ofTheirs, ofNobody),
    'POST /api/ms-365/auth-start': isForAdministrators('/api/ms-365/auth-start', () => ({}), {}),
    'POST /api/ms-365/disconnect': async () => {
      expect(await send(post('/api/ms-365/disconnect', {}))).toMatchObject({ status: 401 });
      expect(await send(post('/api/ms-365/disconnect', {}), 'stranger')).toMatchObject({ status: 403 });
    },
    'POST /api/datev/auth-finish': isForAdministrators('/api/datev/auth-finish', () => back, back),
    'POST /api/ms-365/auth-finish': isForAdministrators('/api/ms-365/auth-finish', () => back, back),
    'POST /api/mailbox/auth-finish': isForAdministrators(
      '/api/mailbox/auth-finish',
      () => ({ code: 'guessed', state: `mailbox-${row('b', 'mailbox').id}-guessed` }),
      { code: 'guessed', state: 'mailbox-404404-guessed' },
    ),
  };
}
