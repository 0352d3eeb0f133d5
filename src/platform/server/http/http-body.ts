import { type Readable, Transform } from 'node:stream';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { HttpServer } from './http.ts';
import { bodyIsRead } from './http-arrival.ts';
import { countArrived } from './http-shares.ts';
import { knownContext } from './request-context.ts';

/** Whoever has not said who he is sends a link, a passkey, a comment: in bytes. */
const strangersLimit = 16 * 1024;

/** Keeps little of the bodies of people who are not known, whatever the route (API-48); handlers that read bodies see to it. */
export function limitStrangers(app: HttpServer): void {
  const limited = limitBody(() => strangersLimit);
  app.addHook('preParsing', async (request, reply, payload) => {
    if (knownContext(request) || request.routeOptions.config.readsItsBody) return payload;
    return await limited.call(app, request, reply, payload);
  });
}

/** A hook that limits the body by what the request may send; the route's own `bodyLimit` is the upper bound. */
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

/** Leaves the bodies of a scope's routes, of whatever type, for their handlers to read, by `readBody`. */
export function leaveBodies(scope: HttpServer): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** What is looked at before the rest of a body is read. */
export interface FirstLook {
  /** A body that ends before is read without a look. */
  readonly bytes: number;
  passes(head: Buffer): Promise<boolean>;
}

/**
 * The bytes of a body that was left to the handler; null where its head does not pass, and then no more of it is kept.
 *
 * @throws Refused `payload_too_large` for more bytes than the limit
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

/** Milliseconds for which a sender whose body was refused may go on before the line is cut. */
const grace = 2_000;

/**
 * Reads and drops what is still on its way: left in the line, it would keep the sender from hearing why, and the
 * connection from being used again.
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
