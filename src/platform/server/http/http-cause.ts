import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isServerPath } from '../../page-path.ts';
import { networkCheck } from '../outgoing.ts';
import { type Cause, traceparentOf, withCause } from '../telemetry/cause.ts';
import { openSpan } from '../telemetry/tracing.ts';

const causes = new WeakMap<FastifyRequest, Cause>();

/**
 * Runs each request as the cause of what it does, and calls of the API within a span. The trace of the caller is
 * continued if a trusted proxy names it: others could join traces that are not theirs, or switch them off.
 */
export function registerCauses(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isProxy = networkCheck(trustedProxies);
  app.addHook('onRequest', (request, reply, done) => {
    const isTrusted = isProxy(request.socket.remoteAddress ?? '');
    const traceparent = isTrusted ? traceparentOf(request.headers.traceparent) : null;
    const cause = begun(request, reply, traceparent);
    causes.set(request, cause);
    withCause(cause, done);
  });
  // A body arrives outside of the context in which its reading began.
  app.addHook('preValidation', (request, _reply, done) => inCause(request, done));
}

/** Runs something as part of the request. */
export function inCause(request: FastifyRequest, run: () => void): void {
  const cause = causes.get(request);
  if (cause) withCause(cause, run);
  else run();
}

function begun(request: FastifyRequest, reply: FastifyReply, traceparent: string | null): Cause {
  const from = { requestId: request.id, traceparent };
  const route = request.routeOptions.url ?? 'none';
  // Pages and the questions of load balancers would hide the rest.
  if (!isServerPath(request.url) || route.startsWith('/api/health')) return from;
  const facts = { 'http.request.method': request.method, 'http.route': route };
  const span = openSpan(`${request.method} ${route}`, 'server', facts, from);
  if (span === undefined) return from;
  reply.raw.once('close', () => {
    const { statusCode: status, writableEnded: isAnswered } = reply.raw;
    if (isAnswered) span.note({ 'http.response.status_code': status });
    if (!isAnswered) span.fail('aborted');
    else if (status >= 500) span.fail(String(status));
    span.end();
  });
  return { requestId: request.id, traceparent: span.traceparent, span };
}
