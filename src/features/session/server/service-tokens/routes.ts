import { z } from 'zod';
import { plainLine } from '../../../../base/plain-line.ts';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  contextOf,
  requireOneself,
} from '../../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../../platform/server/http/row-id.ts';
import { expiry } from '../account-routes.ts';
import { grantToken, knownCalls, makeSecret, revokeToken, type ServiceTokenParts } from './tokens.ts';

export const grantBody = z.object({
  user_id: z.int().positive(),
  name: z.string().overwrite(plainLine).min(1).max(100),
  calls: z.array(z.string().max(200)).max(300),
  networks: z.array(z.string().trim().max(50)).max(20),
  expires_at: expiry,
});

/** Tokens of service accounts (AUTH-34): granted, then made and shown once, revoked at once. */
export function registerServiceTokens(
  app: HttpServer,
  parts: ServiceTokenParts,
  authentication: Authentication,
): void {
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };
  const returnedOnce = { ...personal, config: { keepsNoAnswer: 'a token is told once' } };

  app.get('/api/auth/service-token/calls', { onRequest: authentication.requirePerson }, async (request) => ({
    calls: await knownCalls(parts, contextOf(request)),
  }));

  app.post('/api/auth/service-token', personal, async (request, reply) => {
    const { user_id: accountId, expires_at: expires, ...rest } = bodyOf(request, grantBody);
    const id = await grantToken(parts, contextOf(request), { accountId, expires, ...rest });
    return reply.code(id === null ? 202 : 201).send({ id });
  });

  app.post('/api/auth/service-token/:id/secret', returnedOnce, async (request, reply) =>
    reply.code(201).send({ token: await makeSecret(parts, contextOf(request), idInPath(request)) }),
  );

  app.delete('/api/auth/service-token/:id', personal, async (request) => {
    await revokeToken(parts, contextOf(request), idInPath(request));
    return { success: true };
  });
}
