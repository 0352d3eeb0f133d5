import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import { isServerPath } from '../../page-path.ts';
import { isTenantHost } from '../../tenant-origin.ts';
import type { Configuration } from '../configuration.ts';
import type { Log } from '../log.ts';
import type { HttpWatch } from '../metrics.ts';
import { inCause, registerCauses } from './http-cause.ts';
import { answerError } from './http-errors.ts';
import { setSecurityHeaders } from './http-headers.ts';

export type HttpServer = FastifyInstance;

/** Adds routes in their own scope, whose body settings do not affect others. They exist once the server listens. */
export function inScope(app: HttpServer, routes: FastifyPluginAsync): void {
  app.register(routes);
}

export type HttpSettings = Pick<Configuration, 'publicUrl' | 'allowedHosts' | 'trustedProxies'> &
  Partial<Pick<Configuration, 'tenantDomain'>>;

/**
 * Limit of a request's body in bytes; routes that accept more set their own. Parsing a larger body of nothing but
 * keys would block too long (API-44).
 */
const bodyLimit = 256 * 1024;
/**
 * In milliseconds: time for the whole request, such as twenty invoices over a slow line; for its head alone; and the
 * interval of these checks.
 */
const requestTimeout = 300_000;
const headersTimeout = 10_000;
const connectionsCheckingInterval = 2_000;

/**
 * The web server without routes: request ids, host check, security headers, limits, and the error shape of ERR-14.
 * Closing it waits for running requests.
 */
export function createHttpServer(settings: HttpSettings, log: Log, watch?: HttpWatch): HttpServer {
  const isHttps = settings.publicUrl.startsWith('https:');
  const isAllowedHost = hostCheck(settings);
  const app: HttpServer = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    // Our own log line below has the route instead of the address, which may contain a login token.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit,
    requestTimeout,
    http: { headersTimeout, connectionsCheckingInterval },
    forceCloseConnections: 'idle',
    // Addresses that cannot be decoded never reach the hooks.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, isHttps);
      answerError(error, request, reply);
    },
  });
  registerCauses(app, settings.trustedProxies);
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request, reply, isHttps);
    if (hostsOf(request) > 1) throw new Refused(refuse('malformed_request'));
    if (!isAllowedHost(request.headers.host)) throw new Refused(refuse('unknown_host'));
    if (isHidden(request.url)) throw new Refused(refuse('not_found'));
  });
  // Close the connection with each answer sent during shutdown; it would stay open otherwise.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    watch?.answered({ ...line, seconds: reply.elapsedTime / 1000 });
    inCause(request, () => {
      if (isServerPath(request.url)) request.log.info(line, 'request');
      else request.log.debug(line, 'request');
    });
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  return app;
}

/** Number of host headers; a proxy may have checked another one than we would. */
function hostsOf({ raw }: FastifyRequest): number {
  return raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length;
}

/** The only path with a part that begins with a dot (RFC 9116). */
export const securityTxt = '/.well-known/security.txt';

/** Whether a part of the path begins with a dot, like hidden files. */
function isHidden(url: string): boolean {
  const [path = ''] = url.split('?');
  return path !== securityTxt && /(^|\/|%2f|\\|%5c)(\.|%2e)/i.test(path);
}

/** Refuses requests for other host names (GEN-15); ports do not matter. */
function hostCheck({
  allowedHosts,
  tenantDomain = null,
}: HttpSettings): (host: string | undefined) => boolean {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return (host) => {
    const name = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host ?? '');
    const asked = (name?.[1] ?? name?.[2] ?? '').toLowerCase();
    return name !== null && (allowed.has(asked) || isTenantHost({ tenantDomain }, asked));
  };
}
