import { notifications } from '@mantine/notifications';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsignedToken } from '../../../tests/support/unsigned-token.ts';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

let calls: { path: string; bearer: string | null }[] = [];
/** The requested role of each call. */
let roles: (string | null)[] = [];
let answers: Record<string, Answer | Answer[] | Error> = {};
const stored = new Map<string, string>();

vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});
vi.stubGlobal('location', {
  origin: 'http://kontor.test',
  pathname: '/overview',
  search: '?tab=all',
  hash: '',
});
vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => unknown) => run() } });
vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
  calls.push({ path, bearer: new Headers(init.headers).get('authorization') });
  roles.push(new Headers(init.headers).get('x-hasura-role'));
  const planned = answers[path];
  const answer = Array.isArray(planned) ? planned.shift() : planned;
  if (answer instanceof Error) throw answer;
  const { body = {}, status = 200, headers = {} } = answer ?? {};
  return new Response(JSON.stringify(body), { status, headers });
});

const shown = vi.spyOn(notifications, 'show').mockReturnValue('');

const { changeByKey, download, gql, keepSessionAlive, logOut, rest } = await import('./api.ts');
const { currentSession, needsPasskey, startSession } = await import('./session.ts');

const now = Math.floor(Date.now() / 1000);
const validFor = (seconds: number, note = ''): string =>
  unsignedToken({ exp: now + seconds, note, 'https://hasura.io/jwt/claims': { 'x-hasura-user-id': '7' } });
const unauthenticated = { body: { errors: [{ extensions: { code: 'unauthenticated' } }] } };
const paths = (): string[] => calls.map(({ path }) => path);

beforeEach(() => {
  stored.clear();
  calls = [];
  roles = [];
  answers = { '/v1/graphql': { body: { data: { ok: true } } } };
  startSession({ jwt: validFor(600), refresh_token: 'refresh-1' });
});

afterAll(() => shown.mockRestore());

describe('PROC-43 documents waiting on a change', () => {
  beforeEach(() => {
    shown.mockClear();
    answers['/v1/graphql'] = { body: { data: { ok: true }, extensions: { documents_waiting: 3 } } };
  });

  it('are reported after the change', async () => {
    await gql('mutation { ok }');
    expect(shown).toHaveBeenCalledOnce();
  });
  it('are not reported again after a confirmation', async () => {
    await gql('mutation { ok }', {}, { isWaitingReported: true });
    await changeByKey('mutation { ok }', {}, { isWaitingReported: true });
    expect(shown).not.toHaveBeenCalled();
  });
});

describe('AUTH-14 a token that is about to expire is refreshed before use', () => {
  it('keeps using a token that is still valid', async () => {
    await expect(gql('query { ok }')).resolves.toEqual({ ok: true });
    expect(paths()).toEqual(['/v1/graphql']);
  });

  it('fetches a new one with the refresh token', async () => {
    stored.set('token', validFor(20));
    const fresh = validFor(900, 'fresh');
    answers['/api/auth/access-token'] = { body: { jwt: fresh } };
    await gql('query { ok }');
    expect(calls).toEqual([
      { path: '/api/auth/access-token', bearer: 'Bearer refresh-1' },
      { path: '/v1/graphql', bearer: `Bearer ${fresh}` },
    ]);
    expect(stored.get('token')).toBe(fresh);
  });
});

describe('AUTH-12 the access token is refreshed every ten minutes', () => {
  const minute = 60_000;
  const page = { visibilityState: 'visible', addEventListener: vi.fn() };

  beforeEach(() => {
    vi.useFakeTimers({ now: now * 1000 });
    vi.stubGlobal('document', page);
    const claims = { iat: now, exp: now + 900, 'https://hasura.io/jwt/claims': { 'x-hasura-user-id': '7' } };
    startSession({ jwt: unsignedToken(claims), refresh_token: 'refresh-1' });
    answers['/api/auth/access-token'] = { body: { jwt: unsignedToken({ ...claims, iat: now + 600 }) } };
  });
  afterEach(() => {
    vi.clearAllTimers();
    vi.useRealTimers();
  });

  it('with the stored refresh token, while the page is visible', async () => {
    page.visibilityState = 'visible';
    keepSessionAlive();
    await vi.advanceTimersByTimeAsync(9 * minute);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(minute);
    expect(calls).toEqual([{ path: '/api/auth/access-token', bearer: 'Bearer refresh-1' }]);
    await vi.advanceTimersByTimeAsync(9 * minute);
    expect(calls).toHaveLength(1);
  });

  it('not for a page in the background, which refreshes before its next request', async () => {
    page.visibilityState = 'hidden';
    keepSessionAlive();
    await vi.advanceTimersByTimeAsync(30 * minute);
    expect(calls).toEqual([]);
  });
});

describe('AUTH-13 a refused token', () => {
  it('is refreshed once and the request repeated', async () => {
    answers['/v1/graphql'] = [unauthenticated, { body: { data: { ok: true } } }];
    answers['/api/auth/access-token'] = { body: { jwt: validFor(900, 'fresh') } };
    await expect(gql('query { ok }')).resolves.toEqual({ ok: true });
    expect(paths()).toEqual(['/v1/graphql', '/api/auth/access-token', '/v1/graphql']);
  });

  it('ends the session if the refresh is refused, and stores the current page', async () => {
    answers['/v1/graphql'] = unauthenticated;
    answers['/api/auth/access-token'] = { status: 401 };
    await expect(gql('query { ok }')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(currentSession()).toBeNull();
    expect(stored.get('returnTo')).toBe('/overview?tab=all');
  });

  it('keeps the session if the refresh gets no answer', async () => {
    answers['/v1/graphql'] = unauthenticated;
    answers['/api/auth/access-token'] = new TypeError('network');
    await expect(gql('query { ok }')).rejects.toMatchObject({ name: 'RequestFailed' });
    expect(currentSession()).not.toBeNull();
  });

  it('rotates a refresh token older than a day', async () => {
    stored.set('token', validFor(5));
    stored.set('refreshTokenStoredAt', String(Date.now() - 25 * 60 * 60_000));
    answers['/api/auth/refresh-token'] = { body: { jwt: 'refresh-2' } };
    answers['/api/auth/access-token'] = { body: { jwt: validFor(900) } };
    await gql('query { ok }');
    expect(calls.slice(0, 2)).toEqual([
      { path: '/api/auth/refresh-token', bearer: 'Bearer refresh-1' },
      { path: '/api/auth/access-token', bearer: 'Bearer refresh-2' },
    ]);
  });
});

describe('AUTH-36 a refusal for a missing passkey', () => {
  const refused = { body: { errors: [{ extensions: { code: 'passkey_required' } }] } };

  it('leads the person to the passkey', async () => {
    answers['/v1/graphql'] = refused;
    await expect(gql('query { ok }')).rejects.toMatchObject({ code: 'passkey_required' });
    expect(needsPasskey()).toBe(true);
  });

  it('of a request from before the passkey login does not lead back', async () => {
    answers['/v1/graphql'] = [refused, { body: { data: { ok: true } } }];
    const asked = gql('query { ok }');
    const token = validFor(600, 'with a passkey');
    startSession({ jwt: token, refresh_token: 'refresh-2' });
    await expect(asked).resolves.toEqual({ ok: true });
    expect(needsPasskey()).toBe(false);
    expect(calls.at(-1)?.bearer).toBe(`Bearer ${token}`);
  });

  it('of the later session as well leads to the passkey', async () => {
    answers['/v1/graphql'] = refused;
    const asked = gql('query { ok }');
    startSession({ jwt: validFor(600, 'by mail again'), refresh_token: 'refresh-2' });
    await expect(asked).rejects.toMatchObject({ code: 'passkey_required' });
    expect(needsPasskey()).toBe(true);
  });
});

describe('AUTH-16 AUTH-17 acting as another user', () => {
  it('uses and refreshes the impersonation tokens alone', async () => {
    stored.set('impersonationToken', validFor(5));
    stored.set('impersonationRefreshToken', 'other-refresh');
    stored.set('refreshTokenStoredAt', '0');
    const fresh = validFor(900, 'other');
    answers['/api/auth/access-token'] = { body: { jwt: fresh } };
    await gql('query { ok }');
    expect(calls[0]).toEqual({ path: '/api/auth/access-token', bearer: 'Bearer other-refresh' });
    expect(stored.get('impersonationToken')).toBe(fresh);
    expect(stored.get('refreshToken')).toBe('refresh-1');
  });
});

describe('API-02 OP-11 the role of operators', () => {
  const pathname = '/operator/tenant';
  const as = (role: string) =>
    startSession({
      jwt: unsignedToken({
        exp: now + 600,
        'https://hasura.io/jwt/claims': { 'x-hasura-user-id': '7', 'x-hasura-allowed-roles': [role] },
      }),
      refresh_token: 'refresh-1',
    });
  afterEach(() => {
    location.pathname = '/overview';
  });

  it('is requested in the operator area, for people who have it', async () => {
    as('user-operator');
    await rest('/api/operator/tenant');
    location.pathname = pathname;
    await rest('/api/operator/tenant');
    as('user-admin');
    await rest('/api/operator/tenant');
    expect(roles).toEqual([null, 'user-operator', null]);
  });

  it("is not requested for the shell's own queries", async () => {
    as('user-operator');
    location.pathname = pathname;
    await gql('query { ok }');
    expect(roles).toEqual([null]);
  });
});

describe('AUTH-24 logout', () => {
  it('clears the tokens even without a connection, and keeps language and addresses', async () => {
    stored.set('lang', 'en');
    stored.set('recentEmails', '[]');
    answers['/api/auth/logout'] = new TypeError('network');
    await logOut();
    expect([...stored.keys()]).toEqual(['lang', 'recentEmails']);
  });
});

describe('ERR-01 failed requests', () => {
  it.each([
    ['no connection', new TypeError('network')],
    ['an answer without JSON', { body: undefined, status: 200 }],
  ])('%s', async (_name, answer) => {
    answers['/v1/graphql'] = answer;
    await expect(gql('query { ok }')).rejects.toMatchObject({ name: 'RequestFailed' });
  });

  it('reads a refusal that is no GraphQL answer', async () => {
    answers['/v1/graphql'] = { status: 413, body: { success: false, code: 'payload_too_large' } };
    await expect(gql('query { ok }')).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});

describe('API-03 a change of one row by its key', () => {
  it('is refused if the row no longer exists, which the server answers with null', async () => {
    answers['/v1/graphql'] = { body: { data: { update_supplier_by_pk: { id: 7 } } } };
    await expect(changeByKey('mutation { ok }', {})).resolves.toBeUndefined();
    answers['/v1/graphql'] = { body: { data: { update_supplier_by_pk: null } } };
    await expect(changeByKey('mutation { ok }', {})).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('API-33 files are fetched with the token in the header', () => {
  const path = '/api/procurement/7/pdf';
  const link = { href: '', download: '', click: vi.fn() };
  beforeEach(() => {
    vi.stubGlobal('document', { createElement: () => link });
  });

  it.each([
    [
      'the name with all characters',
      `attachment; filename="Prufung.pdf"; filename*=UTF-8''Pr%C3%BCfung.pdf`,
      'Prüfung.pdf',
    ],
    ['the plain name', 'attachment; filename="PO-1.pdf"', 'PO-1.pdf'],
    ['the own name if the server sends none', 'attachment', 'fallback.pdf'],
  ])('saved under %s', async (_name, disposition, saved) => {
    answers[path] = { headers: { 'content-disposition': disposition } };
    await download(path, 'fallback.pdf');
    expect(link).toMatchObject({ download: saved });
    expect(calls).toEqual([{ path, bearer: `Bearer ${stored.get('token')}` }]);
  });

  it('saves nothing if the server refuses', async () => {
    link.click.mockClear();
    answers[path] = { status: 404, body: { success: false, code: 'not_found' } };
    await expect(download(path, 'fallback.pdf')).rejects.toMatchObject({ code: 'not_found' });
    expect(link.click).not.toHaveBeenCalled();
  });
});

describe('TECH-15 a refusal because the database is moving', () => {
  const away = { body: { errors: [{ extensions: { code: 'database_away' } }] } };
  const done = { body: { data: { ok: true } } };
  beforeEach(() => void vi.useFakeTimers({ now: now * 1000 }));
  afterEach(() => void vi.useRealTimers());

  it.each<[string, string, object, object]>([
    ['a query', 'query { ok }', {}, {}],
    ['a command', 'mutation ($idempotency_key: uuid!) { ok }', { idempotency_key: 'k' }, {}],
    ['a change with a key', 'mutation { ok }', {}, { key: 'k' }],
  ])('is repeated for %s', async (_, query, variables, options) => {
    answers['/v1/graphql'] = [away, away, done];
    const asked = gql(query, variables as Record<string, unknown>, options);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await asked).toEqual({ ok: true });
    expect(calls).toHaveLength(3);
  });

  it('is thrown for a change without a key, which might take effect twice', async () => {
    answers['/v1/graphql'] = [away, done];
    await expect(gql('mutation { ok }')).rejects.toMatchObject({ code: 'database_away' });
    expect(calls).toHaveLength(1);
  });
});
