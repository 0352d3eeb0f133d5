import { type Readable, Transform } from 'node:stream';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { HttpServer } from './http.ts';
import { bodyIsRead } from './http-arrival.ts';
import { countArrived } from './http-shares.ts';
import { knownContext } from './request-context.ts';

/** Unauthenticated callers send only a link, a passkey or a comment; in bytes. */
const strangersLimit = 16 * 1024;

/**
 * Limits the bodies of unauthenticated callers on every route (API-48), except where handlers read the body
 * themselves.
 */
export function limitStrangers(app: HttpServer): void {
  const limited = limitBody(() => strangersLimit);
  app.addHook('preParsing', async (request, reply, payload) => {
    if (knownContext(request) || request.routeOptions.config.readsItsBody) return payload;
    return await limited.call(app, request, reply, payload);
  });
}

/** A hook that limits the body per request; the route's own `bodyLimit` is the upper bound. */
export function limitBody(limitOf: (request: FastifyRequest) => number): preParsingAsyncHookHandler {
  return async (request, _reply, payload) => {
    const limit = limitOf(request);
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
    if (request.raw.complete) return payload;
    let received = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length;
        done(received > limit ? tooLarge() : null, chunk);
      },
    });
    payload.on('error', (error) => counter.destroy(error));
    return payload.pipe(counter);
  };
}

/** Leaves all bodies of a scope's routes unparsed, for handlers that call `readBody`. */
export function leaveBodies(scope: HttpServer): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** A check before the rest of a body is read. */
export interface FirstLook {
  /** Shorter bodies are read without the check. */
  readonly bytes: number;
  passes(head: Buffer): Promise<boolean>;
}

/**
 * The bytes of an unparsed body; null if its head fails the check, and the rest is dropped.
 *
 * @throws Refused `payload_too_large` above the limit
 */
export async function readBody(
  request: FastifyRequest,
  limit: number,
  look?: FirstLook,
): Promise<Buffer | null> {
  const body = request.body as Readable | undefined;
  if (!body) return Buffer.alloc(0);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  bodyIsRead(request);
  const received: Buffer[] = [];
  let size = 0;
  let isLooked = look === undefined;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    received.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    countArrived(request, (chunk as Buffer).length);
    if (size > limit) {
      dropRest(request);
      throw tooLarge();
    }
    if (isLooked || size < (look?.bytes ?? 0)) continue;
    isLooked = true;
    if (await look?.passes(Buffer.concat(received))) continue;
    dropRest(request);
    return null;
  }
  return Buffer.concat(received);
}

/** After a refusal the sender may go on for this long before the connection is cut, in milliseconds. */
const grace = 2_000;

/**
 * Reads and drops the rest: otherwise the sender would not see the refusal, and the connection could not be reused.
 */
export function dropRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
  const cut = setTimeout(() => raw.destroy(), grace).unref();
  raw.once('close', () => clearTimeout(cut));
}

function tooLarge(): Refused {
  return new Refused(refuse('payload_too_large'));
}
