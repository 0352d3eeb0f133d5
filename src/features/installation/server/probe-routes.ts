import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import { type HttpServer, inScope } from '../../../platform/server/http/http.ts';
import { leaveBodies, readBody } from '../../../platform/server/http/http-body.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { type ProbeAnswer, pauseOfStream, proofHeader } from '../probe.ts';
import { isProof } from './proof.ts';

interface Parts {
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly version: string;
}

const formBytes = 16 * 1024;

/**
 * Routes for `npm run doctor`, requested directly and through the reverse proxy: who answers and how it identifies
 * the caller (TECH-11), and whether streams and large bodies arrive. Without a proof of `SECRET_KEY` they answer like
 * unknown paths.
 */
export function registerProbes(app: HttpServer, { secrets, clock, version }: Parts): void {
  const requireProof = async (request: FastifyRequest) => {
    if (!isProof(secrets, clock, request.headers[proofHeader])) throw new Refused(refuse('not_found'));
  };
  const route = { onRequest: requireProof, exposeHeadRoute: false };

  app.get('/api/installation', route, async (request): Promise<ProbeAnswer> => {
    const { ip, ips, socket, headers } = request;
    const forwardedFor = headers['x-forwarded-for'];
    return {
      version,
      runtime: process.version,
      now: clock.now().toISOString(),
      client: ip,
      peer: socket.remoteAddress ?? '',
      forwardedFor: typeof forwardedFor === 'string' ? forwardedFor : null,
      isBelieved: (ips?.length ?? 0) > 1,
      openFiles: openFiles(),
    };
  });

  // Below the path of the live stream, so that proxies treat it alike.
  app.get('/api/live/probe', route, async (_request, reply) => {
    reply.headers({ 'x-accel-buffering': 'no', connection: 'close' });
    return reply.type('text/event-stream; charset=utf-8').send(inTwoHalves());
  });

  inScope(app, async (scope) => {
    leaveBodies(scope);
    scope.post('/api/installation/upload', { ...route, config: { readsItsBody: true } }, async (request) => ({
      received: (await readBody(request, uploadLimitBytes + formBytes))?.length ?? 0,
    }));
  });
}

function inTwoHalves(): Readable {
  const body = new Readable({ read: () => {} });
  body.push(': first\n\n');
  const second = setTimeout(() => {
    body.push(': second\n\n');
    body.push(null);
  }, pauseOfStream);
  body.once('close', () => clearTimeout(second));
  return body;
}

function openFiles(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
