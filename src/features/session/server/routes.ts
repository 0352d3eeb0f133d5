import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { sameOriginPath } from '../../../platform/same-origin-path.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { clientNetwork, createRateLimit } from '../../../platform/server/http/http-rate-limit.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { bearerToken } from '../../../platform/server/http/request-context.ts';
import { mailAddress } from '../address.ts';
import { markDevice, markedDevice } from './device-mark.ts';
import { notingFailedLink } from './failed-logins.ts';
import { requestLogin } from './login-request.ts';
import { previewLogin } from './login-token.ts';
import type { Device } from './refresh-tokens.ts';
import { createSessions, type SessionParts } from './sessions.ts';

const loginBody = z.object({
  email: z.string().trim().min(1).max(1000),
  tenant: z.string().trim().max(50).nullish(),
  return_to: z.unknown().optional(),
});

const idleBody = z.object({ idle_seconds: z.int().min(0).max(10_000_000) });

/** Rate limit of public routes: enough for a large office behind one address, too little for a flood. */
export const openRoutes = { burst: 300, perSecond: 5 };

/** The routes below `/api/auth` (API-21, API-26). */
export function registerSessionRoutes(app: HttpServer, parts: SessionParts): void {
  const sessions = createSessions(parts);
  const limited = { onRequest: createRateLimit(parts.clock, openRoutes) };

  app.post('/api/auth/login', limited, async (request, reply) => {
    const body = bodyOf(request, loginBody);
    const email = mailAddress(body.email);
    if (email === null) {
      const problem = { field: 'email', code: 'invalid_type', values: { type: 'email' } } as const;
      throw new Refused(refuse('validation_failed', { problems: [problem] }));
    }
    await requestLogin(parts, {
      email,
      tenant: body.tenant || null,
      returnTo: sameOriginPath(body.return_to, parts.publicUrl),
      clientNetwork: clientNetwork(request.ip),
      device: markedDevice(request, parts, email),
    });
    return reply.code(202).send({ success: true });
  });

  app.post('/api/auth/login/:token/preview', limited, async (request) => {
    const token = loginTokenOf(request);
    const { person } = await notingFailedLink(parts.database, { token, device: deviceOf(request) }, () =>
      parts.database.atGate((tx) => previewLogin(tx, token, parts.clock.now())),
    );
    return { email: person.email, tenant: person.tenantName };
  });

  app.post('/api/auth/login/:token', limited, async (request, reply) => {
    const [token, device] = [loginTokenOf(request), deviceOf(request)];
    const { jwt, refreshToken, returnTo, email } = await notingFailedLink(
      parts.database,
      { token, device },
      () => sessions.logIn(token, device),
    );
    markDevice(reply, parts, email);
    return { jwt, refresh_token: refreshToken, return_to: returnTo };
  });

  app.post('/api/auth/access-token', limited, async (request) => ({
    jwt: await sessions.access(bearerToken(request), idleOf(request)),
  }));

  app.post('/api/auth/refresh-token', limited, async (request) => ({
    jwt: await sessions.rotate(bearerToken(request), deviceOf(request), idleOf(request)),
  }));

  app.post('/api/auth/logout', limited, async (request) => {
    await sessions.logOut(bearerToken(request));
    return { success: true };
  });
}

/** Milliseconds since the page was last used; 0 if the caller does not send it. */
function idleOf(request: FastifyRequest): number {
  return request.body ? bodyOf(request, idleBody).idle_seconds * 1000 : 0;
}

function loginTokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

export function deviceOf(request: FastifyRequest): Device {
  return { userAgent: request.headers['user-agent'] ?? null, clientAddress: request.ip };
}
