import { Transform } from 'node:stream';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';

/** A hook that limits the body by what the request may send; the route's own `bodyLimit` is the upper bound. */
export function limitBody(limitOf: (request: FastifyRequest) => number): preParsingAsyncHookHandler {
  return async (request, _reply, payload) => {
    const limit = limitOf(request);
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
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

function tooLarge(): Refused {
  return new Refused(refuse('payload_too_large'));
}
