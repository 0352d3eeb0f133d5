import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../../base/refusal.ts';
import { sameOriginPath } from '../../../../platform/same-origin-path.ts';
import type { Database } from '../../../../platform/server/database.ts';
import type { HttpServer } from '../../../../platform/server/http/http.ts';
import { room } from '../../../../platform/server/http/http-pots.ts';
import { clientNetwork, createRateLimit } from '../../../../platform/server/http/http-rate-limit.ts';
import { bodyOf } from '../../../../platform/server/http/request-body.ts';
import type { OutgoingHosts } from '../../../../platform/server/outgoing.ts';
import { findPerson, type Person, shutOut } from '../../../../platform/server/person.ts';
import { noteFailedSignOn } from '../failed-logins.ts';
import { startOwnSession } from '../own-session.ts';
import { keepChallenge, takeChallenge } from '../passkey-challenges.ts';
import type { Device, StartedFamily } from '../refresh-tokens.ts';
import { deviceOf, openRoutes } from '../routes.ts';
import { type SessionParts, startedTokens } from '../sessions.ts';
import { attemptLifetime, forgetAttempt, type KeptAttempt, keepAttempt, keptAttempt } from './attempt.ts';
import { takeGroups } from './groups.ts';
import { activeIssuer, issuerOf, issuersOfTenant } from './issuers.ts';
import { beginAtIssuer, finishAtIssuer, SignOnFailed } from './openid.ts';
import { personOfClaims } from './person-of-claims.ts';

export interface SignOnParts extends SessionParts {
  readonly hosts: OutgoingHosts;
}

/** Limits for simultaneous calls of issuers, so that a slow issuer does not block other tenants (API-48). */
const callsOfIssuers = room({ person: 8, tenant: 16, all: 64 });

const startBody = z.object({
  tenant: z.string().trim().min(1).max(50),
  /** One of the choices of an earlier answer. */
  issuer_id: z.int().positive().nullish(),
  return_to: z.unknown().optional(),
});
const finishBody = z.object({
  issuer_id: z.int().positive(),
  /** The query with which the issuer sent the person back. */
  search: z.string().max(10_000),
});

type StartAnswer =
  | { readonly url: string }
  | { readonly choices: readonly { readonly id: number; readonly name: string }[] };

/** Login by single sign-on (AUTH-32): `start` returns the address at the issuer, `finish` starts the session. */
export function registerSignOnRoutes(app: HttpServer, parts: SignOnParts): void {
  const limited = { onRequest: createRateLimit(parts.clock, openRoutes) };

  app.post('/api/auth/sign-on/start', limited, async (request, reply) => {
    const { tenant, issuer_id: chosen, return_to } = bodyOf(request, startBody);
    return await start(parts, { tenant, chosen, returnTo: return_to, reply, device: deviceOf(request) });
  });

  app.post('/api/auth/sign-on/finish', limited, async (request, reply) => {
    const { issuer_id: issuerId, search } = bodyOf(request, finishBody);
    const attempt = await takenAttempt(parts, request, reply, search);
    if (attempt?.issuerId !== issuerId) throw new Refused(refuse('sign_on_failed'));
    const { person, started } = await finish(parts, { attempt, search, device: deviceOf(request) });
    const { jwt, refreshToken } = await startedTokens(parts.tokens, person, started);
    return { jwt, refresh_token: refreshToken, return_to: attempt.returnTo };
  });
}

interface Start {
  readonly tenant: string;
  readonly chosen: number | null | undefined;
  readonly returnTo: unknown;
  readonly reply: FastifyReply;
  readonly device: Device;
}

/** Refuses unknown tenants and tenants without an issuer with the same `sign_on_not_offered`. */
async function start(
  parts: SignOnParts,
  { tenant, chosen, returnTo, reply, device }: Start,
): Promise<StartAnswer> {
  const { database, clock, secrets, publicUrl } = parts;
  const offered = await database.atGate((tx) => issuersOfTenant(tx, tenant));
  const row = chosen ? offered.find(({ id }) => id === chosen) : offered[0];
  if (!row) throw new Refused(refuse('sign_on_not_offered'));
  if (!chosen && offered.length > 1) return { choices: offered.map(({ id, name }) => ({ id, name })) };
  const owner = { tenantId: row.tenant_id, device };
  const { url, attempt } = await loggingFailure(database, owner, () =>
    beginAtIssuer(issuerOf(row, secrets), parts),
  );
  await keepChallenge(database, 'sign_on', attempt.state, clock.now(), attemptLifetime);
  keepAttempt(reply, parts, {
    ...attempt,
    tenantId: row.tenant_id,
    issuerId: row.id,
    returnTo: sameOriginPath(returnTo, publicUrl),
  });
  return { url };
}

/** The attempt of this browser with the returned state, which can be used only once; null if there is none. */
async function takenAttempt(
  { database, clock, secrets, publicUrl }: SignOnParts,
  request: FastifyRequest,
  reply: FastifyReply,
  search: string,
): Promise<KeptAttempt | null> {
  const state = new URLSearchParams(search).get('state') ?? '';
  const attempt = keptAttempt(request, { secrets }, state);
  if (!attempt || !(await takeChallenge(database, 'sign_on', state, clock.now()))) return null;
  forgetAttempt(reply, { publicUrl }, state);
  return attempt;
}

interface Finish {
  readonly attempt: KeptAttempt;
  readonly search: string;
  readonly device: Device;
}

async function finish(
  parts: SignOnParts,
  { attempt, search, device }: Finish,
): Promise<{ readonly person: Person; readonly started: StartedFamily }> {
  const { database, secrets, publicUrl, clock } = parts;
  const { tenantId, issuerId } = attempt;
  const row = await database.atGate((tx) => activeIssuer(tx, tenantId, issuerId));
  if (!row) throw new Refused(refuse('sign_on_not_offered'));
  const issuer = issuerOf(row, secrets);
  const claims = await loggingFailure(database, { tenantId, device }, () =>
    finishAtIssuer(issuer, parts, { attempt, search }),
  );
  const now = clock.now();
  const found = await database.atGate((tx) => personOfClaims(tx, issuer, claims, { publicUrl, now }));
  if ('reason' in found || !found.person.mayLogIn) {
    const [id, refusal] =
      'reason' in found
        ? [found.personId, refuse('sign_on_unknown')]
        : [found.person.id, shutOut(found.person)];
    const code = 'reason' in found ? found.reason : refusal.code;
    await noteFailedSignOn(database, { owner: { tenantId, id }, device, code });
    throw new Refused(refusal);
  }
  await takeGroups(database, issuer, { person: found.person, claims });
  return await database.atGate(async (tx) => {
    // Loaded again, because the groups of the person may have changed.
    const person = (await findPerson(tx, tenantId, found.person.id)) ?? found.person;
    return {
      person,
      started: await startOwnSession(tx, publicUrl, { person, means: 'sign_on', device, now }),
    };
  });
}

/** Runs an exchange with the issuer. Logs and refuses a failed one; the details are only in the log. */
async function loggingFailure<T>(
  database: Database,
  { tenantId, device }: { readonly tenantId: number; readonly device: Device },
  run: () => Promise<T>,
): Promise<T> {
  const leave = await callsOfIssuers.enter(clientNetwork(device.clientAddress), tenantId);
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SignOnFailed)) throw error;
    await noteFailedSignOn(database, { owner: { tenantId, id: null }, device, code: error.problem });
    throw new Refused(refuse(error.problem));
  } finally {
    leave();
  }
}
