import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../base/language.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { type HttpServer, inScope } from '../../../platform/server/http/http.ts';
import { leaveBodies, readBody } from '../../../platform/server/http/http-body.ts';
import { room } from '../../../platform/server/http/http-pots.ts';
import { createRateLimit } from '../../../platform/server/http/http-rate-limit.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { personContext } from '../../../platform/server/jobs/jobs.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import { findPerson } from '../../../platform/server/person.ts';
import { tokenDigest } from '../../../platform/server/secrets.ts';
import { tenantOfHost } from '../../../platform/server/tenant-of-host.ts';
import { acceptedLanguage } from '../../../platform/server/texts.ts';
import { longestReturn } from '../cart.ts';
import type { ReturnState } from '../return-states.ts';
import { type CartReader, cartReader } from './cart-reader.ts';
import { keepReturn, lockReturning } from './carts.ts';
import { logConversation } from './log-store.ts';
import { sendLaunchPage, sendReturnPage } from './pages.ts';
import { jsonb, type ReadReturn, type ReadTask } from './read-return.ts';

export interface ReturnParts {
  readonly database: Database;
  readonly clock: Clock;
}

/** As for the login: enough for a large office behind one address, too little for a flood. */
const limit = { burst: 300, perSecond: 5 };

/** Each request holds a whole cart; a visit returns one at a time. */
const returns = room({ person: 1, tenant: 2, all: 24 });

const statusOf: Readonly<Record<ReturnState, number>> = {
  returned: 200,
  empty: 200,
  repeated: 200,
  over: 410,
  unreadable: 400,
};

/**
 * `POST /api/punchin/return/{token}` (PUN-06, API-32), without login, for browsers returning from a shop; the page
 * that opens a shop; and `GET /api/punchin/return/{token}/cart` for people who log in after returning (AUTH-25).
 */
export function registerPunchoutReturn(
  app: HttpServer,
  parts: ReturnParts,
  authentication: Authentication,
): void {
  inScope(app, async (scope) => {
    // Shops use various form encodings, so the raw bytes are needed.
    leaveBodies(scope);
    const read = cartReader();
    const options = {
      onRequest: createRateLimit(parts.clock, limit),
      config: { readsItsBody: true as const },
    };
    const take = async (request: FastifyRequest, reply: FastifyReply) =>
      await takeReturn({ ...parts, read }, request, reply);
    scope.post('/api/punchin/return/:token', options, take);
    // Some OCI shops send their form by GET.
    scope.get('/api/punchin/return/:token', { ...options, exposeHeadRoute: false }, take);
  });

  app.get('/api/punchout/launch', async (request, reply) =>
    sendLaunchPage(reply, acceptedLanguage(request.headers['accept-language']) ?? defaultLanguage),
  );

  app.get(
    '/api/punchin/return/:token/cart',
    { onRequest: authentication.requirePerson },
    async (request): Promise<{ readonly id: number; readonly procurement_id: number }> =>
      await parts.database.inTenant(contextOf(request), async (tx) => {
        const { id } = await tx
          .as('writer')
          .one<{ id: number }>('select id from punchout_cart where token_hash = $1', [
            tokenDigest(tokenOf(request) ?? ''),
          ]);
        // The cart is visible only to people who see its request.
        return await tx.one('select id, procurement_id from punchout_cart where id = $1', [id]);
      }),
  );
}

function tokenOf(request: FastifyRequest): string | null {
  const { token } = request.params as { token: string };
  return /^[\w-]{43}$/.test(token) ? token : null;
}

const over = { status: 410, key: 'over', cartId: null, token: null } as const;

async function takeReturn(
  parts: ReturnParts & { readonly read: CartReader },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = tokenOf(request);
  const context = token === null ? null : await contextOfVisit(parts, request, token);
  const language =
    acceptedLanguage(request.headers['accept-language']) ?? context?.language ?? defaultLanguage;
  if (token === null || context === null) return sendReturnPage(reply, language, over);
  // Bodies are read only for known visits (API-48).
  const leave = await returns.enter(token, context.tenantId);
  try {
    return await keepCart(parts, { request, reply, token, context, language });
  } finally {
    leave();
  }
}

interface Returning {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly token: string;
  readonly context: Context;
  readonly language: Language;
}

async function keepCart(
  parts: ReturnParts & { readonly read: CartReader },
  { request, reply, token, context, language }: Returning,
): Promise<FastifyReply> {
  const { type, body, method } = await sentIn(request);
  const { reading, key, shown } = await readingOf(
    parts.read,
    context.tenantId,
    { type, body, token, language: context.language },
    method,
  );
  const found = await asWriter(parts.database, context, async (tx) => {
    if (!(await isModuleOn(tx, 'procurement'))) return null;
    const cart = await lockReturning(tx, tokenDigest(token), parts.clock.now());
    if (!cart) return null;
    const state = await keepReturn(tx, cart, reading, Buffer.from(key));
    await logConversation(tx, context, {
      ...{ cartId: cart.id, marketplaceId: cart.marketplace_id, direction: 'incoming', method },
      url: (request.url.split('?')[0] ?? '').replace(token, '********'),
      header: { 'content-type': type, 'user-agent': request.headers['user-agent'] ?? '' },
      request: shown,
      response: state,
      status: statusOf[state],
    });
    // An expired visit has no cart to show.
    return { state, cartId: state === 'over' ? null : cart.id };
  });
  if (found === null) return sendReturnPage(reply, language, over);
  const { state, cartId } = found;
  return sendReturnPage(reply, language, { status: statusOf[state], key: state, cartId, token });
}

/** The request body, or the form fields in the address for GET. */
async function sentIn(request: FastifyRequest): Promise<{
  readonly type: string;
  readonly body: Uint8Array;
  readonly method: 'GET' | 'POST';
}> {
  if (request.method !== 'GET') {
    const body = (await readBody(request, longestReturn)) ?? new Uint8Array();
    return { type: request.headers['content-type'] ?? '', body, method: 'POST' };
  }
  const start = request.url.indexOf('?');
  const query = start === -1 ? '' : request.url.slice(start + 1);
  return { type: '', body: new TextEncoder().encode(query), method: 'GET' };
}

/** The parsed return. A GET without a form means an empty cart, as with a plain link back from the shop. */
async function readingOf(
  read: CartReader,
  tenantId: number,
  task: ReadTask,
  method: 'GET' | 'POST',
): Promise<ReadReturn> {
  const answer = await read(tenantId, task);
  if (method === 'POST' || answer.reading.ok || answer.reading.reason !== 'no_cart') return answer;
  const nothing = {
    buyer_cookie: null,
    operation_allowed: 'create',
    total: null,
    count: 0,
    pending: jsonb([]),
  } as const;
  return { ...answer, reading: { ok: true, protocol: 'oci', ...nothing } };
}

/**
 * The person who went to the shop, with current rights; null if the token has expired or the person may not log in.
 */
async function contextOfVisit(
  { database, clock }: ReturnParts,
  request: FastifyRequest,
  token: string,
): Promise<Context | null> {
  const [person, host] = await Promise.all([
    database.atGate(async (tx) => {
      const cart = await tx.maybeOne<{ tenant_id: number; created_by_id: number | null }>(
        'select tenant_id, created_by_id from punchout_cart where token_hash = $1 and token_until > $2',
        [tokenDigest(token), clock.now()],
      );
      return cart?.created_by_id ? await findPerson(tx, cart.tenant_id, cart.created_by_id) : undefined;
    }),
    tenantOfHost(database, request.headers.host),
  ]);
  if (!person?.mayLogIn || (host !== null && host.id !== person.tenantId)) return null;
  return { ...personContext(person, request.id, 'mail_link'), tokenVersion: person.tokenVersion };
}
