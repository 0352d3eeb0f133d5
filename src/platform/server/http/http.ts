import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Configuration } from '../configuration.ts';
import type { Log } from '../log.ts';
import type { HttpWatch } from '../metrics.ts';
import { answerError } from './http-errors.ts';
import { isServerPath, setSecurityHeaders } from './http-headers.ts';

export type HttpServer = FastifyInstance;

/** Adds routes in a scope of their own: what it says about bodies holds for them alone. They are there once the server listens. */
export function inScope(app: HttpServer, routes: FastifyPluginAsync): void {
  app.register(routes);
}

export type HttpSettings = Pick<Configuration, 'publicUrl' | 'allowedHosts' | 'trustedProxies'>;

/**
 * Of a request's body, in bytes; routes that take more say so themselves. A larger one of nothing but keys is parsed for
 * longer than anybody shall wait (API-44).
 */
const bodyLimit = 256 * 1024;
/**
 * In milliseconds: a request must have arrived completely, twenty invoices over a slow line among them; its head alone; and
 * how often that is looked at.
 */
const requestTimeout = 300_000;
const headersTimeout = 10_000;
const connectionsCheckingInterval = 2_000;

/**
 * The web server without routes: request ids, host check, security headers, limits, and the error shape of
 * ERR-14 for whatever goes wrong. Closing it lets running requests finish.
 */
export function createHttpServer(settings: HttpSettings, log: Log, watch?: HttpWatch): HttpServer {
  const isHttps = settings.publicUrl.startsWith('https:');
  const isAllowedHost = hostCheck(settings.allowedHosts);
  const app: HttpServer = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    // The own line below names the route and not the address, which may carry a login token.
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
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request, reply, isHttps);
    if (hostsOf(request) > 1) throw new Refused(refuse('malformed_request'));
    if (!isAllowedHost(request.headers.host)) throw new Refused(refuse('unknown_host'));
    if (isHidden(request.url)) throw new Refused(refuse('not_found'));
  });
  // Answers that leave while the server closes take their connection with them, or it would stay open.
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
    if (isServerPath(request.url)) request.log.info(line, 'request');
    else request.log.debug(line, 'request');
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  return app;
}

/** How many hosts a request names; of several, a proxy may have looked at another one than we would. */
function hostsOf({ raw }: FastifyRequest): number {
  return raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length;
}

/** Whether a part of the path begins with a dot, as of files that nobody means to show: nothing of ours does. */
function isHidden(url: string): boolean {
  const [path = ''] = url.split('?');
  return /(^|\/|%2f|\\|%5c)(\.|%2e)/i.test(path);
}

/** Requests for names that are not ours are refused (GEN-15); ports do not matter. */
function hostCheck(allowedHosts: readonly string[]): (host: string | undefined) => boolean {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return (host) => {
    const name = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host ?? '');
    return name !== null && allowed.has((name[1] ?? name[2] ?? '').toLowerCase());
  };
}
