import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Faults } from './faults.ts';

export interface SandboxRequest {
  readonly method: string;
  /** Starts with a slash; not decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Delays the answer. */
  readonly afterMilliseconds?: number;
}

/** One request, logged for assertions. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** Null: no answer was sent. */
  status: number | null;
}

export interface SandboxServer {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly requests: readonly LoggedRequest[];
  /** The largest number of concurrent requests. */
  maxAtOnce(): number;
  close(): Promise<void>;
}

export interface ServerParts {
  /** 0 or missing: any free port. */
  readonly port?: number | undefined;
  readonly faults: Faults;
  readonly answer: (request: SandboxRequest) => SandboxAnswer | Promise<SandboxAnswer>;
}

const host = '127.0.0.1';

/** Listens on localhost only, answers with `answer`, and applies the faults. */
export async function openSandboxServer({ port = 0, faults, answer }: ServerParts): Promise<SandboxServer> {
  const closing = new AbortController();
  const requests: LoggedRequest[] = [];
  let open = 0;
  let maxOpen = 0;
  const server = createServer((incoming, response) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    serve(incoming, response)
      .catch((error: unknown) => {
        // A client that broke the connection off does not read this; all others see the bug.
        if (!response.headersSent) response.writeHead(500).end(String(error));
      })
      .finally(() => {
        open -= 1;
      });
  });

  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const { pathname: path, searchParams: query } = new URL(url, `http://${host}`);
    const logged: LoggedRequest = { method, path, status: null };
    requests.push(logged);
    const fault = faults.next(method, path);
    if (fault?.kind === 'unreachable') listener.goAway(fault.milliseconds);
    if (fault?.kind === 'unreachable' || fault?.kind === 'upload_cut') return cut(incoming);
    const body = await bodyOf(incoming);
    const given =
      fault?.kind === 'status' ? inItsPlace(fault) : await answer({ method, path, query, headers, body });
    const wait = fault?.kind === 'slow' ? fault.milliseconds : given.afterMilliseconds;
    if (wait) await delay(wait, undefined, { signal: closing.signal });
    if (fault?.kind === 'answer_lost') return void incoming.socket.destroy();
    if (fault?.kind === 'status_after') {
      logged.status = fault.status;
      return void response.writeHead(fault.status).end();
    }
    logged.status = given.status;
    response.writeHead(given.status, { ...given.headers }).end(given.body);
  };

  const listener = listenerOf(server, closing.signal);
  await listener.listen(port);
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}`,
    requests,
    maxAtOnce: () => maxOpen,
    close: async () => {
      closing.abort();
      await listener.end();
    },
  };
}

/** The port of a server, which faults take away for a while. */
function listenerOf(server: Server, closing: AbortSignal) {
  const comingBack = new Set<Promise<void>>();
  const listen = async (at: number) => {
    if (closing.aborted) return;
    server.listen(at, host);
    await once(server, 'listening');
  };
  const stop = (): Promise<unknown> => {
    const isClosed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    return isClosed;
  };
  return {
    listen,
    /** Stops listening, so that the system refuses connections, and listens again later. */
    goAway: (milliseconds: number) => {
      const address = server.address() as AddressInfo | null;
      if (!address) return;
      const isClosed = stop();
      const back = delay(milliseconds, undefined, { signal: closing })
        .then(() => isClosed)
        .then(() => listen(address.port))
        // The server was closed meanwhile and must not come back.
        .catch(() => {})
        .finally(() => comingBack.delete(back));
      comingBack.add(back);
    },
    end: async () => {
      await Promise.all(comingBack);
      if (server.listening) await stop();
    },
  };
}

/** Lets part of the body arrive first, if there is one. */
async function cut(incoming: IncomingMessage): Promise<void> {
  await Promise.race([once(incoming, 'data'), once(incoming, 'end'), once(incoming, 'close')]);
  incoming.socket.destroy();
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function inItsPlace({ status, retryAfterSeconds, body }: Fault & { kind: 'status' }): SandboxAnswer {
  return {
    status,
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    body,
  };
}

export type PathValues = Readonly<Record<string, string>>;

export interface Route {
  readonly method: string;
  /** Such as `/clients/:client/dxso-jobs`; a name matches one part of a path. */
  readonly path: string;
  readonly answer: (request: SandboxRequest, values: PathValues) => SandboxAnswer | Promise<SandboxAnswer>;
}

/** Answers by the first matching route; 405 if only the method differs, else 404. */
export function answerByRoutes(
  routes: readonly Route[],
): (request: SandboxRequest) => SandboxAnswer | Promise<SandboxAnswer> {
  const known = routes.map((route) => ({ ...route, parts: route.path.split('/') }));
  return (request) => {
    const parts = request.path.split('/');
    const fitting = known.filter((route) => fits(route.parts, parts));
    const found = fitting.find(({ method }) => method === request.method);
    if (!found) return { status: fitting.length > 0 ? 405 : 404 };
    const named = found.parts.flatMap((part, index) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[index] ?? '')]] : [],
    );
    return found.answer(request, Object.fromEntries(named));
  };
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index] !== ''))
  );
}

export function json(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** Null if the body is no JSON object. */
export function jsonObject(body: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

/** The media type of the body, in lower case and without parameters. */
export function mediaType({ headers }: Pick<SandboxRequest, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
