import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { plainLine } from '../../../base/plain-line.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { createRateLimit } from '../../../platform/server/http/http-rate-limit.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  contextOf,
  requireOneself,
} from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import { deviceLabel } from '../device.ts';
import { createApiToken, revokeApiToken } from './api-tokens.ts';
import { actAs, stopActing } from './impersonation.ts';
import { inviteAgain, lastInvitation } from './invitation.ts';
import {
  type Assertion,
  type Attestation,
  logInWithPasskey,
  loginOptions,
  registerPasskey,
  registrationOptions,
  removePasskey,
} from './passkeys.ts';
import { endAccessOf, endSessionOf, listSessionsOf } from './person-sessions.ts';
import { deviceOf, openRoutes } from './routes.ts';
import { endAllSessions, endSession, listSessions } from './session-list.ts';
import { type SessionParts, startedTokens } from './sessions.ts';
import { removeIdentities } from './sign-on/remove.ts';

/** As the browser's API returns it; the strings are validated where they are read. */
const longText = z.string().max(20_000);
const credentialBase = { id: longText, rawId: longText, type: z.literal('public-key') };
const attestation: z.ZodType<Attestation> = z.object({
  ...credentialBase,
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: longText,
    attestationObject: longText,
    transports: z.array(z.string().max(50)).max(10).exactOptional(),
  }),
});
const assertion: z.ZodType<Assertion> = z.object({
  ...credentialBase,
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: longText,
    authenticatorData: longText,
    signature: longText,
    userHandle: longText.exactOptional(),
  }),
});

const registerBody = z.object({
  name: z.string().overwrite(plainLine).max(255).nullish(),
  credential: attestation,
});
const loginBody = z.object({ credential: assertion });

const personId = z.int().positive();
/** A day, valid until its end, or an instant. */
export const expiry = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
export const personBody = z.object({ user_id: personId });
export const tokenBody = personBody.extend({ expires_at: expiry });

/** Login by passkey, and management of one's own passkeys (API-27). */
export function registerPasskeyRoutes(
  app: HttpServer,
  parts: SessionParts,
  authentication: Authentication,
): void {
  const limited = { onRequest: createRateLimit(parts.clock, openRoutes) };
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };

  app.post('/api/auth/passkey/login-options', limited, () => loginOptions(parts));

  app.post('/api/auth/passkey/login', limited, async (request) => {
    const { credential } = bodyOf(request, loginBody);
    const { person, started } = await logInWithPasskey(parts, credential, deviceOf(request));
    return answerOf(await startedTokens(parts.tokens, person, started));
  });

  app.post('/api/auth/passkey/register-options', personal, (request) =>
    registrationOptions(parts, contextOf(request)),
  );

  app.post('/api/auth/passkey/register', personal, async (request, reply) => {
    const { name, credential } = bodyOf(request, registerBody);
    const passkey = { name: name || defaultName(request), credential };
    return reply.code(201).send(await registerPasskey(parts, contextOf(request), passkey));
  });

  app.delete('/api/auth/passkey/:id', personal, async (request) => {
    await removePasskey(parts.database, contextOf(request), idInPath(request));
    return { success: true };
  });
}

/** Impersonation, API tokens, access of other persons and the session list (API-28, AUTH-21, AUTH-23, AUTH-27). */
export function registerAccountRoutes(
  app: HttpServer,
  parts: SessionParts,
  authentication: Authentication,
): void {
  registerActing(app, parts, authentication);
  registerAccessOfPersons(app, parts, authentication);
  registerOwnSessions(app, parts, authentication);
}

function registerActing(app: HttpServer, parts: SessionParts, authentication: Authentication): void {
  const anybody = { onRequest: authentication.requirePerson };
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };
  const returnedOnce = { ...personal, config: { keepsNoAnswer: 'a token is told once' } };

  app.post('/api/auth/impersonate', returnedOnce, async (request) => {
    const context = contextOf(request);
    const { user_id } = bodyOf(request, personBody);
    const { person, started } = await actAs(parts, context, user_id, deviceOf(request));
    return answerOf(await startedTokens(parts.tokens, person, started));
  });

  app.delete('/api/auth/impersonate', anybody, async (request) => {
    await stopActing(parts, contextOf(request));
    return { success: true };
  });

  app.post('/api/auth/api-token', returnedOnce, async (request, reply) => {
    const { user_id, expires_at } = bodyOf(request, tokenBody);
    const details = { personId: user_id, expires: expires_at };
    return reply.code(201).send({ token: await createApiToken(parts, contextOf(request), details) });
  });

  app.delete('/api/auth/api-token/:user_id', personal, async (request) => {
    await revokeApiToken(parts.database, contextOf(request), idInPath(request, 'user_id'));
    return { success: true };
  });
}

/** An administrator invites persons, and ends their sessions and identities. */
function registerAccessOfPersons(app: HttpServer, parts: SessionParts, authentication: Authentication): void {
  const anybody = { onRequest: authentication.requirePerson };
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };

  app.get('/api/auth/invitation/:user_id', anybody, async (request) => ({
    invitation: await lastInvitation(parts, contextOf(request), idInPath(request, 'user_id')),
  }));

  app.post('/api/auth/invitation', personal, async (request, reply) => {
    const { user_id } = bodyOf(request, personBody);
    await inviteAgain(parts, contextOf(request), user_id);
    return reply.code(201).send({ success: true });
  });

  app.get('/api/auth/person/:user_id/session', anybody, (request) =>
    listSessionsOf(parts, contextOf(request), idInPath(request, 'user_id')),
  );

  app.delete('/api/auth/person/:user_id/session', personal, async (request) => {
    await endAccessOf(parts, contextOf(request), idInPath(request, 'user_id'));
    return { success: true };
  });

  app.delete('/api/auth/person/:user_id/session/:id', personal, async (request) => {
    const ended = { personId: idInPath(request, 'user_id'), family: familyOf(request) };
    await endSessionOf(parts, contextOf(request), ended);
    return { success: true };
  });

  app.delete('/api/auth/person/:user_id/sign-on', personal, async (request) => {
    await removeIdentities(parts.database, contextOf(request), idInPath(request, 'user_id'));
    return { success: true };
  });
}

function registerOwnSessions(app: HttpServer, parts: SessionParts, authentication: Authentication): void {
  const anybody = { onRequest: authentication.requirePerson };
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };

  app.get('/api/auth/session', anybody, (request) => listSessions(parts, contextOf(request)));

  app.delete('/api/auth/session', personal, async (request) => {
    await endAllSessions(parts, contextOf(request));
    return { success: true };
  });

  app.delete('/api/auth/session/:id', personal, async (request) => {
    await endSession(parts, contextOf(request), familyOf(request));
    return { success: true };
  });
}

function familyOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!z.uuid().safeParse(id).success) throw new Refused(refuse('not_found'));
  return id;
}

function defaultName(request: FastifyRequest): string {
  return deviceLabel(deviceOf(request).userAgent) ?? 'Passkey';
}

function answerOf({ jwt, refreshToken }: { readonly jwt: string; readonly refreshToken: string }) {
  return { jwt, refresh_token: refreshToken };
}
