import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '../../../../../../base/refusal.ts';
import type { Clock } from '../../../../../../platform/server/clock.ts';
import {
  callHttp,
  type HttpAnswer,
  jsonOf,
  NoAnswer,
  retryAfter,
} from '../../../../../../platform/server/http-call.ts';
import { NotYet } from '../../../../../../platform/server/jobs/jobs.ts';
import { type BatchRequest, batchAnswers, changesetBody } from '../../batch.ts';
import { isConflict, isDynamicsError, reasonOf } from '../../error-text.ts';

/** The outcome of a request; `unknown` where it may or may not have been executed. */
export type Outcome =
  | { readonly kind: 'done'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string }
  | { readonly kind: 'denied'; readonly problem: Refusal }
  | { readonly kind: 'unknown' };

export interface DynamicsClientParts {
  /** The origin of the API, without a trailing slash. */
  readonly origin: string;
  /** A token; `refused` is one that was not accepted. */
  readonly token: (refused?: string) => Promise<string | Refusal>;
  readonly clock: Clock;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Called before each request; throws where another worker has taken over. */
  readonly beforeEach?: () => Promise<void>;
}

/** The client of one organisation's data service, across its companies. Throws `NotYet` where a retry has to wait. */
export interface DynamicsClient {
  /** All records of an entity that match a filter; retried as needed. */
  list(
    set: string,
    query: { readonly filter: string; readonly select?: string; readonly top?: number },
  ): Promise<readonly Readonly<Record<string, unknown>>[] | Refusal>;
  create(set: string, row: object): Promise<Outcome>;
  /** Deletes by key, such as `dataAreaId='demf',JournalBatchNumber='00012'`. */
  remove(set: string, key: string): Promise<Outcome>;
  /** Creates all of the records or none. */
  createTogether(set: string, rows: readonly object[]): Promise<Outcome>;
  /** The text answered by an action. */
  ask(action: string, body: object): Promise<string | Refusal>;
}

const maxTries = 6;
const maxPages = 100;
/** The maximum wait of a worker. */
const longestPause = 45_000;
const writingTakes = 45_000;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
}

export function dynamicsClient(parts: DynamicsClientParts): DynamicsClient {
  const send = (call: Call) => persistently(parts, call);
  return {
    list: async (set, query) => await listed(parts, set, query),
    create: async (set, row) =>
      await send({ method: 'POST', path: acrossCompanies(set), body: JSON.stringify(row) }),
    remove: async (set, key) =>
      await send({ method: 'DELETE', path: acrossCompanies(`${set}(${encoded(key)})`) }),
    createTogether: async (set, rows) => {
      const boundary = `batch_${randomUUID()}`;
      const requests: BatchRequest[] = rows.map((row) => ({ path: acrossCompanies(set), row }));
      return await send({
        method: 'POST',
        path: '$batch',
        body: changesetBody(requests, boundary),
        contentType: `multipart/mixed; boundary=${boundary}`,
      });
    },
    ask: async (action, body) => {
      const answer = await surely(parts, { method: 'POST', path: action, body: JSON.stringify(body) });
      if (isRefusal(answer)) return answer;
      const value = typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : null;
      return typeof value === 'string' ? value : refuse('export_d365_failed');
    },
  };
}

/** A text in filters and keys. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A key in an address, with slashes and percent signs encoded. */
function encoded(key: string): string {
  return encodeURIComponent(key).replaceAll('%2C', ',').replaceAll('%3D', '=');
}

/** Without the parameter only the user's own company is visible. */
function acrossCompanies(path: string): string {
  return `${path}?cross-company=true`;
}

async function listed(
  parts: DynamicsClientParts,
  set: string,
  { filter, select, top }: { readonly filter: string; readonly select?: string; readonly top?: number },
): Promise<readonly Readonly<Record<string, unknown>>[] | Refusal> {
  const query = new URLSearchParams({
    'cross-company': 'true',
    $filter: filter,
    ...(select !== undefined && { $select: select }),
    ...(top !== undefined && { $top: String(top) }),
  });
  // Addresses encode a blank as %20, unlike forms.
  let path: string | null = `${set}?${query.toString().replaceAll('+', '%20')}`;
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (let page = 0; path !== null; page += 1) {
    if (page === maxPages) return refuse('export_d365_failed');
    const answer: unknown = await surely(parts, { method: 'GET', path });
    if (isRefusal(answer)) return answer;
    const { value, '@odata.nextLink': next } = (answer ?? {}) as Record<string, unknown>;
    if (!Array.isArray(value)) return refuse('export_d365_failed');
    rows.push(...value.filter((row) => typeof row === 'object' && row !== null));
    const following = typeof next === 'string' ? pathBehind(parts.origin, next) : null;
    if (typeof next === 'string' && following === null) return refuse('export_d365_failed');
    path = following;
  }
  return rows;
}

/** The part after `/data/`; null for a link to another host, which must not get the token. */
function pathBehind(origin: string, link: string): string | null {
  const base = `${origin}/data/`;
  return link.startsWith(base) ? link.slice(base.length) : null;
}

/** A query is retried, because it changes nothing. */
async function surely(parts: DynamicsClientParts, call: Call): Promise<unknown | Refusal> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const answer = await persistently(parts, call);
    if (answer.kind === 'done') return answer.body;
    if (answer.kind === 'denied') return answer.problem;
    if (answer.kind === 'refused') return refusalOf(answer.reason);
    await parts.pause(attempt * 1000);
  }
  throw new NotYet(`${new URL(parts.origin).host} does not answer`);
}

function refusalOf(reason: string): Refusal {
  return reason === ''
    ? refuse('export_d365_failed')
    : refuse('export_d365_validation', { values: { reason: reason.slice(0, 300) } });
}

/** Sends a request until it has a final answer: delayed and conflicting requests were not executed. */
async function persistently(parts: DynamicsClientParts, call: Call): Promise<Outcome> {
  let token = await parts.token();
  let isRenewed = false;
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    if (isRefusal(token)) return { kind: 'denied', problem: token };
    await parts.beforeEach?.();
    const answer = await answerTo(parts, call, token);
    if (answer === null) return { kind: 'unknown' };
    const { status, reason } = answer;
    if (status === 429) {
      await parts.pause(pauseAsked(parts, answer.http, attempt));
    } else if (isConflict(reason) || status === 412) {
      await parts.pause(attempt * 500);
    } else if (status === 401 && !isRenewed) {
      isRenewed = true;
      token = await parts.token(token);
    } else return outcomeOf(answer);
  }
  throw new NotYet(`${new URL(parts.origin).host} puts us off`);
}

interface Answer {
  readonly http: HttpAnswer;
  /** In a batch, the status of the failed part. */
  readonly status: number;
  readonly reason: string;
  readonly text: string;
  /** Whether all parts of a batch were answered. */
  readonly isWhole: boolean;
}

/** Null where no answer came. */
async function answerTo(parts: DynamicsClientParts, call: Call, token: string): Promise<Answer | null> {
  const { method, path, body, contentType = 'application/json' } = call;
  try {
    const http = await callHttp(`${parts.origin}/data/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: path === '$batch' ? 'multipart/mixed' : 'application/json',
        'odata-version': '4.0',
        'odata-maxversion': '4.0',
        ...(body !== undefined && { 'content-type': contentType }),
      },
      patience: writingTakes,
      ...(body !== undefined && { body }),
    });
    return path === '$batch' && http.status === 200 ? answerInside(http, body ?? '') : plain(http);
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  }
}

function plain(http: HttpAnswer): Answer {
  const { status, text } = http;
  return { http, status, text, reason: reasonOf(text), isWhole: true };
}

/** The answer to the failed part of a batch, else to all parts. */
function answerInside(http: HttpAnswer, sent: string): Answer {
  const answers = batchAnswers(http.text);
  const failed = answers.find(({ status }) => status >= 400);
  if (failed) {
    const { status, body } = failed;
    return { http, status, text: body, reason: reasonOf(body), isWhole: true };
  }
  const asked = sent.split('\r\nContent-ID: ').length - 1;
  return { http, status: 200, text: '', reason: '', isWhole: answers.length === asked };
}

function outcomeOf({ http, status, text, reason, isWhole }: Answer): Outcome {
  if (!isWhole) return { kind: 'unknown' };
  if (status < 300) return { kind: 'done', body: jsonOf({ text: text || 'null' }) };
  // Redirects would pass the token on; none of our requests is redirected.
  if (status < 400) return { kind: 'refused', status, reason: '' };
  if (status === 401) return { kind: 'denied', problem: refuse('export_connection_inactive') };
  if (status === 403) return { kind: 'denied', problem: refuse('export_d365_no_role') };
  // A proxy error does not reveal the outcome; an error of Dynamics 365 itself does, even with status 500.
  if (status >= 500 && !isDynamicsError(text)) return { kind: 'unknown' };
  return { kind: 'refused', status: http.status === 200 ? status : http.status, reason };
}

/** The wait requested by Dynamics 365; for longer waits the job is retried later. */
function pauseAsked({ clock, origin }: DynamicsClientParts, http: HttpAnswer, attempt: number): number {
  const asked = retryAfter(http, clock.now()) ?? attempt * 2000;
  if (asked > longestPause) throw new NotYet(`${new URL(origin).host} asks to wait for ${asked / 1000} s`);
  return asked;
}
