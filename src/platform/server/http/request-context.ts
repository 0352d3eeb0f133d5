import type { FastifyRequest } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, hasRole } from '../../context.ts';
import { requireCall, requireMeans } from '../../means.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import { findByApiToken, shutOut } from '../person.ts';
import { tokenDigest } from '../secrets.ts';
import { findByServiceToken, isServiceToken } from '../service-token.ts';
import { acceptedLanguage } from '../texts.ts';
import type { Tokens } from '../tokens.ts';
import { keyedRequest } from './keyed-request.ts';
import { noteRefusedToken } from './refused-token.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body names the writing calls, which are checked one by one (AUTH-34). */
    readonly namesItsCalls?: true;
  }
}

/** Authenticates requests. The database verifies the result when the transaction begins (`app.enter`). */
export interface Authentication {
  /** A hook for routes that need a person; refuses with `unauthenticated` before the body is read. */
  readonly requirePerson: (request: FastifyRequest) => Promise<void>;
  /** A hook for the routes of the company's directory; only its token passes, and it passes nowhere else (AUTH-33). */
  readonly requireDirectory: (request: FastifyRequest) => Promise<void>;
  /** A hook for `/api/file/:id`: a ticket for this file in the address replaces the token (AUTH-19). */
  readonly requireTicketOrPerson: (request: FastifyRequest) => Promise<void>;
}

const contexts = new WeakMap<FastifyRequest, Context>();

/** The context of a request whose route has the hook `requirePerson`. */
export function contextOf(request: FastifyRequest): Context {
  const context = contexts.get(request);
  if (!context) throw new Error(`the route ${request.routeOptions.url} does not require a person`);
  return context;
}

/** A hook after `requirePerson`: login settings are changed only in one's own session (AUTH-30). */
export async function requireOneself(request: FastifyRequest): Promise<void> {
  requireMeans(contextOf(request), 'own_login');
}

/** A hook after `requirePerson`: the caller must be an operator acting as one (OP-11, TECH-04). */
export async function requireOperator(request: FastifyRequest): Promise<void> {
  if (!contextOf(request).asOperator) throw new Refused(refuse('permission_denied'));
}

/** The context if already known, for the language of an answer. */
export function knownContext(request: FastifyRequest): Context | undefined {
  return contexts.get(request);
}

/** The language of shown names (I18N-07) and answers is the browser's, else the person's own. */
function remember(request: FastifyRequest, bearer: Bearer, asOperator: boolean): void {
  const language = acceptedLanguage(request.headers['accept-language']) ?? bearer.language;
  const keyed = keyedRequest(request);
  contexts.set(request, { ...bearer, language, asOperator, requestId: request.id, ...(keyed && { keyed }) });
}

export function createAuthentication(parts: {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly clock: Clock;
}): Authentication {
  const requirePerson = async (request: FastifyRequest) => {
    const bearer = await identify(parts, bearerToken(request), request.ip);
    const asOperator = request.headers['x-hasura-role'] === 'user-operator';
    const mayOperate = bearer.roles.includes('user-operator');
    // Remembered before a refusal, so that the security log can name the person.
    remember(request, bearer, asOperator && mayOperate);
    if (asOperator && !mayOperate) throw new Refused(refuse('permission_denied'));
    requireMeans(bearer, 'work');
    const { config, url } = request.routeOptions;
    if (!['GET', 'HEAD'].includes(request.method) && !config.namesItsCalls)
      requireCall(bearer, `${request.method} ${url}`);
  };
  return {
    requirePerson,
    requireDirectory: async (request) => {
      const bearer = await identify(parts, bearerToken(request), request.ip);
      remember(request, bearer, false);
      requireMeans(bearer, 'provisioning');
    },
    requireTicketOrPerson: async (request) => {
      const { ticket } = request.query as { ticket?: unknown };
      if (typeof ticket !== 'string') return requirePerson(request);
      const { fileId, ...bearer } = await parts.tokens.verifyTicket(ticket);
      const { id } = request.params as { id?: string };
      if (fileId !== id) throw new Refused(refuse('unauthenticated'));
      remember(request, bearer, false);
    },
  };
}

type Bearer = Omit<Context, 'asOperator' | 'requestId'>;

async function identify(
  { database, tokens, clock }: Parameters<typeof createAuthentication>[0],
  token: string,
  address: string,
): Promise<Bearer> {
  if (token.includes('.')) return tokens.verifyAccess(token);
  const [digest, now] = [tokenDigest(token), clock.now()];
  const person = await database.atGate((tx) =>
    isServiceToken(token)
      ? findByServiceToken(tx, { digest, now, address })
      : findByApiToken(tx, digest, now),
  );
  if (!person?.mayLogIn) {
    await noteRefusedToken(database, { digest, address, now });
    throw new Refused(person?.endedOn ? shutOut(person) : refuse('unauthenticated'));
  }
  const { tenantId, id, tokenVersion, roles, language, makerId, calls, isDirectory } = person;
  const act = isDirectory
    ? ({ actorId: id, means: 'directory' } as const)
    : ({ actorId: makerId, means: 'token' } as const);
  const bearer = { tenantId, userId: id, ...act, tokenVersion };
  return { ...bearer, roles, language, ...(calls && { calls }) };
}

/** As `contextOf`, for administrators in their own tenant; refuses everyone else, including operators. */
export function administratorOf(request: FastifyRequest): Context {
  const context = contextOf(request);
  if (context.asOperator || !hasRole(context, 'user-admin')) throw new Refused(refuse('permission_denied'));
  return context;
}

/** The token of `Authorization: Bearer ...`; refuses with `unauthenticated` if there is none. */
export function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer ([\w.~+/-]{1,8192}=*)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new Refused(refuse('unauthenticated'));
  return token;
}
