import { setTimeout as delay } from 'node:timers/promises';
import type { EasybillSettings } from '../../../../platform/server/billing-service.ts';
import { type Clock, minutes } from '../../../../platform/server/clock.ts';
import {
  callHttp,
  type HttpAnswer,
  jsonOf,
  NoAnswer,
  retryAfter,
} from '../../../../platform/server/http-call.ts';
import { type FailureKind, ProviderFailure } from '../../provider.ts';

export interface EasybillParts {
  readonly settings: EasybillSettings;
  readonly clock: Clock;
  /** Waits for the rate limit; replaced in tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

export type Query = Readonly<Record<string, string | number>>;

/** Common parts of all calls: key, rate limit, errors, lists. */
export interface EasybillClient {
  /** The answer as JSON; null without one. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** Like `call` with GET; null if it does not exist. */
  find(path: string): Promise<unknown>;
  /** A binary file. */
  bytes(path: string): Promise<Buffer>;
  /** All entries of a list, page by page. */
  list(path: string, query: Query): Promise<readonly unknown[]>;
}

/** Maximum page size of easybill. */
const pageSize = 1_000;
/** More pages than any list needs. */
const maxPages = 100;
const longestMessage = 300;

/**
 * Client of easybill. Limits requests to the account's rate, assuming a single worker; requests above it are answered
 * with 429 and retried. Messages and logs do not contain the key.
 */
export function easybillClient({ settings, clock, pause = delay }: EasybillParts): EasybillClient {
  const turn = turns(settings.requestsPerMinute, clock, pause);
  const send = async (method: string, path: string, body?: object): Promise<HttpAnswer> => {
    await turn();
    try {
      return await callHttp(`${settings.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${settings.apiKey}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      if (error instanceof NoAnswer) throw new ProviderFailure('unknown', error.message);
      throw error;
    }
  };
  const succeeded = (answer: HttpAnswer): HttpAnswer => {
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw failureOf(answer, clock.now());
  };
  const checked = (answer: HttpAnswer): unknown => jsonOf(succeeded(answer));
  return {
    call: async (method, path, body) => checked(await send(method, path, body)),
    find: async (path) => {
      const answer = await send('GET', path);
      return answer.status === 404 ? null : checked(answer);
    },
    bytes: async (path) => succeeded(await send('GET', path)).bytes,
    list: async (path, query) => {
      const found: unknown[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const asked = new URLSearchParams(
          Object.entries({ ...query, limit: pageSize, page }).map(([name, value]) => [name, String(value)]),
        );
        const answer = pageOf(checked(await send('GET', `${path}?${asked}`)));
        found.push(...answer.items);
        pages = Math.min(maxPages, answer.pages);
      }
      return found;
    },
  };
}

function pageOf(value: unknown): { readonly pages: number; readonly items: readonly unknown[] } {
  const { pages, items } = (value ?? {}) as { readonly pages?: unknown; readonly items?: unknown };
  if (!Array.isArray(items)) throw new ProviderFailure('unknown', 'easybill did not return a list');
  return { pages: Number(pages) || 0, items };
}

/**
 * 401 and 403 mean a wrong key, which the operator corrects; 409 a document locked by another process. A request
 * answered with 5xx by a server or proxy may have been executed.
 */
function failureOf(answer: HttpAnswer, now: Date): ProviderFailure {
  const { status } = answer;
  const wait = status === 429 ? (retryAfter(answer, now) ?? minutes(1)) : null;
  return new ProviderFailure(kindOf(status), `easybill ${status}: ${messageOf(answer)}`, wait);
}

function kindOf(status: number): FailureKind {
  if ([401, 403, 408, 409, 429].includes(status)) return 'later';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

function messageOf(answer: HttpAnswer): string {
  const body = jsonOf(answer);
  const reported = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const fields = Array.isArray(reported.arguments) ? ` (${reported.arguments.join(', ')})` : '';
  return `${typeof reported.message === 'string' ? reported.message : 'no message'}${fields}`.slice(
    0,
    longestMessage,
  );
}

/** Waits for the rate limit of requests per minute. */
function turns(perMinute: number, clock: Clock, pause: (milliseconds: number) => Promise<unknown>) {
  let left: number[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const next = async (): Promise<void> => {
    const now = clock.now().getTime();
    left = left.filter((at) => at > now - minutes(1));
    const [first] = left;
    if (left.length >= perMinute && first !== undefined) {
      await pause(first + minutes(1) - now);
      left.shift();
    }
    left.push(clock.now().getTime());
  };
  return (): Promise<void> => {
    const turn = last.then(next);
    last = turn;
    return turn;
  };
}
