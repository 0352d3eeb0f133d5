import { languageTag } from '../../base/language.ts';
import { accessTokenRefreshMs, earlyRefreshSeconds, refreshTokenRotationMs } from '../constants.ts';
import { ApiRefusal, RequestFailed, refusalOfGraphql, refusalOfRest } from './failure.ts';
import { answerLimits, fetchWithin } from './fetch-within.ts';
import { currentLanguage } from './i18n.ts';
import { withLock } from './locks.ts';
import { onceBack } from './moving-database.ts';
import * as session from './session.ts';
import { browserStore } from './store.ts';
import { toastWaiting } from './toasts.tsx';
import { expiresWithin, readClaims } from './token.ts';
import { idleSeconds, watchUse } from './use-of-page.ts';

const sessionLock = 'kontor-session';

export interface RestRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** A form is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Time limit for the answer in milliseconds, if not the usual one. */
  readonly limit?: number;
}

export interface GqlOptions {
  readonly signal?: AbortSignal;
  /** Identifies the table view, which may send more (API-05, SHEET-15). */
  readonly appSource?: 'jexcel';
  /** Identifies a repeated attempt, so that it takes effect once (SHEET-21). */
  readonly key?: string;
  /** The person has already been shown which documents wait on the change (PROC-43). */
  readonly isWaitingReported?: boolean;
}

/** Notices in an answer, by their texts. */
const notes = ['waiting', 'documents_waiting', 'twins'] as const;

interface GraphqlAnswer<T> {
  readonly data?: T;
  readonly errors?: readonly object[];
  /**
   * Number of changes waiting for confirmation, of open documents using a deactivated record, and of duplicate
   * suppliers.
   */
  readonly extensions?: Readonly<Partial<Record<(typeof notes)[number], number>>>;
}

/**
 * Runs a GraphQL operation and returns its `data`.
 *
 * Throws `ApiRefusal` for the first error of the answer and `RequestFailed` without an answer. A session that cannot
 * be continued ends, and the person is sent to the login (AUTH-13).
 */
export async function gql<T>(
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  options: GqlOptions = {},
): Promise<T> {
  const isSafe =
    !query.trimStart().startsWith('mutation') || options.key !== undefined || 'idempotency_key' in variables;
  return whileMoving(isSafe, options.signal, async (token) => {
    const body = { query, variables };
    const { appSource, key, isWaitingReported, ...others } = options;
    const headers = {
      ...(appSource && { 'x-hasura-app-source': appSource }),
      ...(key && { 'idempotency-key': key }),
    };
    const request: SentRequest = { method: 'POST', body, headers, ...others };
    const { answer, status } = await send('/v1/graphql', request, token);
    const { data, errors, extensions } = answer as GraphqlAnswer<T>;
    const first = errors?.[0];
    if (first !== undefined) throw refusalOfGraphql(first);
    if (status >= 400) throw refusalOfRest(answer, status);
    if (data === undefined || data === null) throw new RequestFailed('no data');
    // Shown for every form and table, so that no waiting change or duplicate goes unnoticed (AUTH-31, PROC-43,
    // ADM-22).
    for (const note of notes) {
      const count = extensions?.[note];
      if (count && !(isWaitingReported && note === 'documents_waiting'))
        toastWaiting(`shell.toast.${note}`, count);
    }
    return data;
  });
}

/** Changes one row by its key; a missing row is answered with null and thrown as a refusal. */
export async function changeByKey(
  mutation: string,
  variables: Readonly<Record<string, unknown>>,
  options: GqlOptions = {},
): Promise<void> {
  const answered = await gql<Readonly<Record<string, unknown>>>(mutation, variables, options);
  if (Object.values(answered).includes(null)) throw new ApiRefusal({ code: 'not_found', message: '' });
}

/** Calls one of the REST paths with the person's token. Fails like `gql`. */
export async function rest<T>(path: string, request: RestRequest = {}): Promise<T> {
  const { method = 'GET', body, signal } = request;
  const hasKey = typeof body === 'object' && body !== null && 'idempotency_key' in body;
  return whileMoving(method === 'GET' || hasKey, signal, (token) => callRest<T>(path, request, token));
}

/** Opens a streaming answer until the server ends it or `signal` aborts (AUTH-19). Fails like `gql`. */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  return withSession(async (token) => {
    const response = await fetch(path, { headers: commonHeaders(token), cache: 'no-store', signal });
    if (!response.ok) throw refusalOfRest(await response.json(), response.status);
    if (response.body === null) throw new RequestFailed('no body');
    return response.body;
  });
}

/** Downloads a file with the person's token, under the server's file name, else `fallbackName`. Fails like `gql`. */
export async function download(path: string, fallbackName: string): Promise<void> {
  const { name, content } = await withSession((token) => fetchFile(path, token));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name ?? fallbackName;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Sends a form with a file (API-29). Fails like `gql`. */
export async function upload<T>(path: string, form: FormData): Promise<T> {
  return whileMoving(form.has('idempotency_key'), undefined, (token) =>
    callRest<T>(path, { method: 'POST', body: form }, token),
  );
}

/** The content of a file that the person may see, such as an image. Fails like `gql`. */
export async function fileContent(path: string): Promise<Blob> {
  return (await withSession((token) => fetchFile(path, token))).content;
}

/** The content of a file from a path without login; `body` selects it. Fails like `gql`. */
export async function fileWithoutLogin(path: string, body: object): Promise<Blob> {
  return (await fetchFile(path, null, { method: 'POST', body: JSON.stringify(body) })).content;
}

/** Calls a REST path that needs no login (AUTH-19). */
export function restWithoutLogin<T>(path: string, request: RestRequest = {}): Promise<T> {
  return callRest<T>(path, request, null);
}

/** Revokes the session on the server if reachable, and removes it here (AUTH-24). */
export async function logOut(): Promise<void> {
  await revokeSessions(session.storedRefreshTokens());
  session.endSession({ returnHere: false });
}

/** Without a connection the person is still logged out in this browser. */
export async function revokeSessions(tokens: readonly string[]): Promise<void> {
  await Promise.allSettled(tokens.map((token) => callRest('/api/auth/logout', { method: 'POST' }, token)));
}

/** Stops acting as another user; the own session continues (AUTH-21). */
export async function stopActing(): Promise<void> {
  await rest('/api/auth/impersonate', { method: 'DELETE' });
  session.leaveImpersonation();
}

/** Keeps the session alive while the page is open (AUTH-12). Called once at start. */
export function keepSessionAlive(): void {
  watchUse();
  const tick = (): void => {
    const claims = session.currentSession();
    if (claims === null || document.visibilityState === 'hidden') return;
    if (Date.now() / 1000 - claims.issuedAt < accessTokenRefreshMs / 1000 - 5) return;
    refreshAccessToken(session.effectiveToken()).catch(() => {
      // The next request reports the same failure.
    });
  };
  setInterval(tick, accessTokenRefreshMs / 10);
  document.addEventListener('visibilitychange', tick);
}

function whileMoving<T>(
  isSafe: boolean,
  signal: AbortSignal | undefined,
  call: (token: string) => Promise<T>,
): Promise<T> {
  return onceBack(isSafe, () => withSession(call), signal);
}

async function withSession<T>(call: (token: string) => Promise<T>): Promise<T> {
  const token = await usableToken();
  try {
    return await call(token);
  } catch (failure) {
    // A refusal for an earlier session does not apply to this one.
    const isOfFormer = isPasskeyMissing(failure) && token !== session.effectiveToken();
    if (!isOfFormer && !isAboutSession(failure)) throw demanded(failure);
  }
  const fresh = await refreshAccessToken(token);
  try {
    return await call(fresh);
  } catch (failure) {
    if (failure instanceof ApiRefusal && failure.code === 'unauthenticated') {
      session.endSession({ returnHere: true });
    }
    throw demanded(failure);
  }
}

/** Returns the failure; starts the passkey flow, or ends the session, if it asks for that (AUTH-32, AUTH-36). */
function demanded(failure: unknown): unknown {
  if (isPasskeyMissing(failure)) session.demandPasskey();
  if (failure instanceof ApiRefusal && failure.code === 'sign_on_required')
    session.endSession({ returnHere: true, ...endOf(failure) });
  return failure;
}

function isPasskeyMissing(failure: unknown): boolean {
  return failure instanceof ApiRefusal && failure.code === 'passkey_required';
}

async function usableToken(): Promise<string> {
  const token = session.effectiveToken();
  if (token !== null && !expiresWithin(token, earlyRefreshSeconds, Date.now())) return token;
  return refreshAccessToken(token);
}

/** Fetches a new access token, once for all tabs: a tab that waited for the lock uses the token stored meanwhile. */
function refreshAccessToken(outdated: string | null): Promise<string> {
  return withLock(sessionLock, async () => {
    const present = session.effectiveToken();
    if (
      present !== null &&
      present !== outdated &&
      !expiresWithin(present, earlyRefreshSeconds, Date.now())
    ) {
      return present;
    }
    try {
      if (session.effectiveRefreshToken() === null)
        throw new ApiRefusal({ code: 'unauthenticated', message: '' });
      await rotateRefreshToken();
      const { jwt } = await callRest<{ jwt: string }>(
        '/api/auth/access-token',
        { method: 'POST', body: { idle_seconds: idleSeconds() } },
        session.effectiveRefreshToken(),
      );
      session.storeAccessToken(jwt);
      return jwt;
    } catch (failure) {
      if (failure instanceof ApiRefusal && isFinal(failure)) {
        session.endSession({ returnHere: true, ...endOf(failure) });
      }
      throw failure;
    }
  });
}

/** Exchanges own refresh tokens older than a day (AUTH-13); impersonation is shorter. */
async function rotateRefreshToken(): Promise<void> {
  const token = session.effectiveRefreshToken();
  const isOwn = token === browserStore.get(session.tokenKeys.refresh);
  if (!isOwn || session.refreshTokenAge() < refreshTokenRotationMs) return;
  const { jwt } = await callRest<{ jwt: string }>(
    '/api/auth/refresh-token',
    { method: 'POST', body: { idle_seconds: idleSeconds() } },
    token,
  );
  session.storeRotatedRefreshToken(jwt);
}

function isFinal(refusal: ApiRefusal): boolean {
  return finalCodes.includes(refusal.code);
}

const finalCodes: readonly string[] = [
  'unauthenticated',
  'permission_denied',
  'account_blocked',
  'auditor_ended',
  'session_idle',
  'link_expired',
];

/** The reason shown on the login page. */
function endOf({ code, values }: ApiRefusal): { end?: session.EndOfSession } {
  const reason = session.endReasons.find((each) => each === code);
  if (reason === undefined) return {};
  return { end: { reason, day: typeof values?.day === 'string' ? values.day : null } };
}

/** Whether a new access token may help; if not, the refresh is refused with the same message. */
function isAboutSession(failure: unknown): boolean {
  return (
    failure instanceof ApiRefusal && (failure.code === 'unauthenticated' || failure.code === 'auditor_ended')
  );
}

async function callRest<T>(path: string, request: RestRequest, token: string | null): Promise<T> {
  const { answer, status } = await send(path, request, token);
  if (status >= 400) throw refusalOfRest(answer, status);
  return answer as T;
}

async function fetchFile(
  path: string,
  token: string | null,
  sent: Pick<RequestInit, 'method' | 'body'> = {},
) {
  try {
    const headers = headersFor(path, token);
    if (sent.body) headers.set('content-type', 'application/json');
    const request = { headers, cache: 'no-store', ...sent } as const;
    return await fetchWithin(answerLimits.file, path, request, async (response) => {
      if (!response.ok) throw refusalOfRest(await response.json(), response.status);
      return {
        name: fileNameOf(response.headers.get('content-disposition')),
        content: await response.blob(),
      };
    });
  } catch (failure) {
    throw failure instanceof ApiRefusal ? failure : lost(failure);
  }
}

/** The full file name (RFC 6266), else the plain one; null if there is none. */
function fileNameOf(disposition: string | null): string | null {
  const whole = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (whole !== undefined) return decodeURIComponent(whole);
  return disposition?.match(/filename="([^"]+)"/i)?.[1] ?? null;
}

interface SentRequest extends RestRequest {
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(
  path: string,
  { method = 'GET', body, signal, limit, headers: own = {} }: SentRequest,
  token: string | null,
): Promise<{ answer: unknown; status: number }> {
  const headers = headersFor(path, token);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  // The browser sets the boundary of a form itself.
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  const request = {
    method,
    headers,
    cache: 'no-store',
    signal,
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  } as const;
  try {
    const longest = limit ?? (isForm ? answerLimits.file : answerLimits.usual);
    return await fetchWithin(longest, path, request, async (response) => {
      const text = await response.text();
      return { answer: text === '' ? {} : JSON.parse(text), status: response.status };
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw lost(cause);
  }
}

function lost(cause: unknown): RequestFailed {
  return cause instanceof RequestFailed ? cause : new RequestFailed(cause);
}

/** Includes the role for requests from the operator area (OP-11). */
function headersFor(path: string, token: string | null): Headers {
  const headers = commonHeaders(token);
  // The shell reads the person and the own tenant by GraphQL, in the operator area as well.
  const isOfArea = location.pathname.includes('operator') && path !== '/v1/graphql';
  if (isOfArea && readClaims(token ?? '')?.roles.includes('user-operator')) {
    headers.set('x-hasura-role', 'user-operator');
  }
  return headers;
}

function commonHeaders(token: string | null): Headers {
  const headers = new Headers({ 'accept-language': languageTag(currentLanguage()) });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  return headers;
}
