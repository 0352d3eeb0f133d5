import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { SessionMeans } from '../../src/platform/context.ts';
import { type Caller, callerOf, demoTemplate } from './demo-api.ts';
import { accessTokenFor, type TestWeb, testWeb, type WebConfiguration } from './web.ts';

/** The answer to a REST call. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  /** The body as JSON. */
  json<Body = Record<string, unknown>>(): Body;
}

/** One person of the demo calling the API and the routes. */
export interface WebCaller extends Caller {
  send(options: InjectOptions): Promise<RestAnswer>;
}

/** The demo tenants behind the whole web server; `startWorker` starts the worker, too. */
export interface DemoWeb {
  readonly web: TestWeb;
  /** Logs the person in with these means; by default with the link of a mail. */
  person(email: string, means?: SessionMeans): Promise<WebCaller>;
  /** A call without a token. */
  send(options: InjectOptions): Promise<RestAnswer>;
  close(): Promise<void>;
}

/** Opens the web server over a separate demo; call `close` in `afterAll`. */
export async function demoWeb(change: Partial<WebConfiguration> = {}): Promise<DemoWeb> {
  const web = await testWeb(change, await demoTemplate());
  const send = async (options: InjectOptions): Promise<RestAnswer> => {
    const headers = { host: 'localhost', ...options.headers };
    const { statusCode, headers: answered, rawPayload } = await web.app.inject({ ...options, headers });
    return {
      status: statusCode,
      headers: answered,
      body: rawPayload,
      json: () => JSON.parse(rawPayload.toString()),
    };
  };
  return {
    web,
    send,
    person: async (email, means = 'link') => {
      const caller = await callerOf(web, web.graphql, email, means);
      const { tenantId, userId, roles } = caller.context;
      return {
        ...caller,
        send: async (options) => {
          const token = await accessTokenFor(web, { tenantId, id: userId, email }, [...roles], means);
          return await send({
            ...options,
            headers: { authorization: `Bearer ${token}`, ...options.headers },
          });
        },
      };
    },
    close: () => web.drop(),
  };
}

/** A form with fields and files, as a browser would send it; file names are sent unchanged. */
export function formOf(
  fields: Readonly<Record<string, string>>,
  files: readonly { readonly field?: string; readonly name: string; readonly bytes: Buffer }[],
): Pick<InjectOptions, 'method' | 'payload' | 'headers'> {
  const boundary = `form-${randomUUID()}`;
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.flatMap(({ field = 'file', name, bytes }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(parts),
  };
}
