import { languageTag } from '../../../base/language.ts';
import { plainLine } from '../../../base/plain-line.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { type Clock, hours } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { randomToken, type Secrets, tokenDigest } from '../../../platform/server/secrets.ts';
import type { CartItem, CartOperation } from '../cart.ts';
import type { MessageHead } from '../cxml/message.ts';
import type { AnswerReading } from '../cxml/read-answer.ts';
import { type SetupOperation, setupRequestXml } from '../cxml/setup-request.ts';
import { failureOf, type PunchoutFailure } from '../failure.ts';
import type { NoShopAnswer } from '../log-words.ts';
import { type OciStart, ociStart } from '../oci/start.ts';
import type { PendingItem } from '../pending.ts';
import { callShop, type ReachableShops, ShopSilent } from './call-shop.ts';
import { answerIn } from './cxml-reader.ts';
import { logConversation } from './log-store.ts';
import { partiesOf, type StoredMarketplace } from './marketplaces.ts';
import { maskedText, maskedXml } from './masked.ts';
import { reachedAt } from './sandbox-address.ts';

export interface PunchoutParts extends ReachableShops {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** A recorded visit, with the data for its shop. */
export interface Visit {
  readonly cartId: number;
  readonly marketplace: StoredMarketplace;
  readonly operation: SetupOperation;
  readonly buyerCookie: string;
  readonly token: string;
  readonly items: readonly CartItem[];
  readonly currency: string;
}

/** How long a cart may be returned (PUN-06). */
const tokenLifetime = hours(24);

interface StoredCart {
  readonly id: number;
  readonly marketplace_id: number;
  readonly operation_allowed: CartOperation;
  readonly buyer_cookie: string;
  readonly pending_lines: readonly PendingItem[];
}

/**
 * Begins a visit with a new cart, or reopens an existing one if the shop can (PUN-08). Earlier tokens of the cart
 * become invalid. Runs as writer.
 * @see docs/topics/punch-out.md
 */
export async function beginVisit(
  tx: Tx,
  context: Context,
  clock: Clock,
  wanted: {
    readonly procurementId: number;
    readonly marketplace: StoredMarketplace;
    readonly cartId: number | null;
    readonly operation: SetupOperation;
    readonly currency: string;
  },
): Promise<Visit> {
  const { marketplace, procurementId, currency } = wanted;
  const token = randomToken();
  const until = new Date(clock.now().getTime() + tokenLifetime);
  if (wanted.cartId === null) {
    const buyerCookie = randomToken();
    const { id } = await tx.one<{ id: number }>(
      `insert into punchout_cart (tenant_id, procurement_id, marketplace_id, buyer_cookie, created_by_id, token_hash, token_until)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        context.tenantId,
        procurementId,
        marketplace.id,
        buyerCookie,
        context.userId,
        tokenDigest(token),
        until,
      ],
    );
    return { cartId: id, marketplace, operation: 'create', buyerCookie, token, items: [], currency };
  }
  const cart = await tx.maybeOne<StoredCart>(
    `select id, marketplace_id, operation_allowed, buyer_cookie, pending_lines from punchout_cart
     where id = $1 and procurement_id = $2 for update`,
    [wanted.cartId, procurementId],
  );
  if (!cart || cart.marketplace_id !== marketplace.id) throw new Refused(refuse('not_found'));
  if (wanted.operation === 'inspect' && cart.operation_allowed === 'create') {
    throw new Refused(refuse('punchout_provider_unsupported', { field: 'cart_id' }));
  }
  const operation =
    wanted.operation === 'edit' && cart.operation_allowed !== 'edit' ? 'create' : wanted.operation;
  await tx.fixed(
    `update punchout_cart set token_hash = $2, token_until = $3, created_by_id = $4, operation = $5, returned_key = null,
       returned_at = null, failure = null where id = $1`,
    [cart.id, tokenDigest(token), until, context.userId, operation],
  );
  const lines = await tx.fixed<{ id: number }>(
    'select id from procurement_line where punchout_cart_id = $1',
    [cart.id],
  );
  const kept = new Set(lines.map(({ id }) => id));
  // Items whose lines were deleted from the request do not go back to the shop.
  const items = cart.pending_lines.filter(
    ({ is_removed, line_id }) => !is_removed && (line_id === null || kept.has(line_id)),
  );
  return { cartId: cart.id, marketplace, operation, buyerCookie: cart.buyer_cookie, token, items, currency };
}

/** Longer answers of shops are cut. */
const longestSaid = 200;

/** How a browser enters a shop. */
export type ShopStart = OciStart;

/** Address to which a shop returns the browser (PUN-06), on the tenant's configured server or ours (SET-06). */
export async function returnAddress(
  { database, publicUrl }: Pick<PunchoutParts, 'database' | 'publicUrl'>,
  context: Context,
  token: string,
): Promise<string> {
  const stored = await asWriter(database, context, (tx) =>
    tx.maybeOne<{ value: string | null }>(
      "select value from configuration where key = 'punchout_return_host' and client_id is null",
    ),
  );
  return new URL(`/api/punchin/return/${token}`, stored?.value || publicUrl).href;
}

/** Requests access to the shop (PUN-04, PUN-05); throws the matching refusal of PUN-13. */
export async function startVisit(parts: PunchoutParts, context: Context, visit: Visit): Promise<ShopStart> {
  const { marketplace, cartId } = visit;
  const returnUrl = await returnAddress(parts, context, visit.token);
  if (marketplace.protocol === 'oci') {
    const secret = marketplace.secret === null ? null : parts.secrets.unseal(marketplace.secret);
    const { identity, start_method: method } = marketplace;
    const url = reachedAt(marketplace.url, parts.sandboxShop).url.href;
    const start = ociStart({ url, identity, secret, method }, returnUrl);
    await logStart(parts, context, visit, start);
    return start;
  }
  const outcome = await askShop(parts, context, visit, returnUrl);
  if (outcome.failure === null) return { url: outcome.startPage, method: 'get', fields: {} };
  await asWriter(parts.database, context, (tx) =>
    tx.fixed('update punchout_cart set failure = $2 where id = $1', [cartId, outcome.failure]),
  );
  // Shown to the shopper, who may know what the shop means (PUN-17).
  const answer = plainLine(outcome.answer).slice(0, longestSaid).toWellFormed();
  throw new Refused(refuse(outcome.failure, answer === '' ? {} : { values: { said: answer } }));
}

/** A shop's answer to a set-up. */
export type SetupOutcome =
  | { readonly failure: null; readonly startPage: string }
  | { readonly failure: PunchoutFailure; readonly answer: string; readonly silence: NoShopAnswer | null };

/** Sends a visit's set-up and logs the conversation; a connection test has no cart. */
export async function askShop(
  parts: PunchoutParts,
  context: Context,
  visit: Omit<Visit, 'cartId' | 'token'> & { readonly cartId: number | null },
  returnUrl: string,
): Promise<SetupOutcome> {
  const { marketplace, cartId, operation, buyerCookie, items, currency } = visit;
  const parties = partiesOf(marketplace, parts.secrets);
  const user = await asWriter(parts.database, context, (tx) =>
    tx.one<{ email: string | null; name: string }>('select email, name from lb_user where id = $1', [
      context.userId,
    ]),
  );
  const message = setupRequestXml(messageHead(parts, context), parties, {
    ...{ operation, buyerCookie, returnUrl, items, currency },
    setupUrl: marketplace.url,
    user: { email: user.email ?? '', name: user.name },
    businessUnit: marketplace.business_unit,
    shipTo: null,
    isTest: marketplace.test_mode,
  });
  const asked = {
    cartId,
    marketplaceId: marketplace.id,
    direction: 'outgoing' as const,
    method: 'POST',
    url: marketplace.url,
    request: maskedText(maskedXml(message, [parties.secret]), [returnUrl.split('/').at(-1) ?? null]),
  };
  try {
    const answer = await callShop(marketplace.url, message, parts);
    const response = maskedXml(answer.body.toString('utf8'), [parties.secret]);
    await log(parts, context, { ...asked, header: answer.headers, response, status: answer.status });
    return outcomeOf(answer.status, await answerIn(context.tenantId, answer.body));
  } catch (error) {
    if (!(error instanceof ShopSilent)) throw error;
    await log(parts, context, { ...asked, header: {}, response: error.reason, status: null });
    return { failure: 'punchout_failed', answer: '', silence: error.reason };
  }
}

function outcomeOf(status: number, reading: AnswerReading): SetupOutcome {
  if (!reading.ok) {
    const failure = status === 401 || status === 403 ? 'punchout_invalid_credentials' : 'punchout_failed';
    return { failure, answer: status === 200 ? '' : String(status), silence: null };
  }
  const failure = failureOf(reading.status, reading.startPage);
  if (failure === null) return { failure, startPage: reading.startPage ?? '' };
  return { failure, answer: `${reading.status.code} ${reading.status.text}`.trim(), silence: null };
}

/** Unique head for a new message of ours. */
export function messageHead(
  { clock, publicUrl }: Pick<PunchoutParts, 'clock' | 'publicUrl'>,
  { language }: Pick<Context, 'language'>,
): MessageHead {
  const now = clock.now();
  const { hostname } = new URL(publicUrl);
  return {
    payloadId: `${now.getTime()}.${randomToken().slice(0, 16)}@${hostname}`,
    timestamp: now.toISOString().replace(/\.\d+Z$/, '+00:00'),
    language: languageTag(language),
  };
}

async function logStart(
  parts: PunchoutParts,
  context: Context,
  { marketplace, cartId, token }: Visit,
  start: OciStart,
): Promise<void> {
  const fields = Object.entries(start.fields).map(([name, value]) =>
    name === 'PASSWORD' ? `${name}=********` : `${name}=${value.replace(token, '********')}`,
  );
  await log(parts, context, {
    ...{ cartId, marketplaceId: marketplace.id, direction: 'outgoing', method: start.method.toUpperCase() },
    ...{ url: start.url, header: {}, request: fields.join('\n'), response: null, status: null },
  });
}

async function log(
  { database }: PunchoutParts,
  context: Context,
  conversation: Parameters<typeof logConversation>[2],
): Promise<void> {
  await asWriter(database, context, (tx) => logConversation(tx, context, conversation));
}
