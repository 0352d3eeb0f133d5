import { createHash, timingSafeEqual } from 'node:crypto';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { randomToken, type Secrets } from '../../../platform/server/secrets.ts';
import { type Parties, responseXml } from '../cxml/message.ts';
import { type MarketplaceOrder, orderRequestXml } from '../cxml/order-request.ts';
import type { NoticeReading } from '../cxml/read-notice.ts';
import type { NoticeHead, SentInvoice } from '../notice.ts';
import { isPending, type PendingItem } from '../pending.ts';
import { type Placed, placedByHttp, placedOf } from '../placed.ts';
import { callShop, ShopSilent } from './call-shop.ts';
import type { Sender } from './cxml-in-cell.ts';
import { answerIn, noticeIn, senderIn } from './cxml-reader.ts';
import { logConversation, logOnce, logRefused } from './log-store.ts';
import {
  type Buyer,
  findMarketplace,
  partiesOf,
  requireForCompany,
  requireMarketplace,
  type StoredMarketplace,
} from './marketplaces.ts';
import { maskedXml } from './masked.ts';
import {
  beginVisit,
  messageHead,
  type PunchoutParts,
  type ShopStart,
  startVisit,
  type Visit,
} from './visit.ts';

/** A cart as its request needs it. */
export interface StoredCart {
  readonly id: number;
  readonly marketplace_id: number;
  readonly marketplace_name: string;
  readonly supplier_id: number;
  readonly pending_lines: readonly PendingItem[];
}

/** A request's cart, locked; refuses `not_found` for others. Runs as writer. */
export async function lockCart(tx: Tx, procurementId: number, id: number): Promise<StoredCart> {
  const cart = await tx.maybeOne<StoredCart>(
    `select c.id, c.marketplace_id, m.name as marketplace_name, m.supplier_id, c.pending_lines
     from punchout_cart c join marketplace m on m.tenant_id = c.tenant_id and m.id = c.marketplace_id
     where c.id = $1 and c.procurement_id = $2 for update of c`,
    [id, procurementId],
  );
  if (!cart) throw new Refused(refuse('not_found', { field: 'cart_id' }));
  return cart;
}

/** Stores the items' outcome; a cart without pending items becomes taken. */
export function savePending(tx: Tx, id: number, items: readonly PendingItem[]): void {
  const state = items.some(isPending) ? 'returned' : 'taken';
  tx.send('update punchout_cart set pending_lines = $2, state = $3 where id = $1', [
    id,
    JSON.stringify(items),
    state,
  ]);
}

/** Ends a cart without remaining lines; its log is kept as usual (PUN-09). */
export function dropCart(tx: Tx, id: number): void {
  tx.send(
    `update punchout_cart set state = 'cancelled', pending_lines = '[]', token_hash = null, token_until = null where id = $1`,
    [id],
  );
}

/** Whether carts of a request have products waiting to be added. Runs as writer. */
export async function hasWaitingItems(tx: Tx, procurementId: number): Promise<boolean> {
  const found = await tx.maybeOne(
    "select id from punchout_cart where procurement_id = $1 and state = 'returned' limit 1",
    [procurementId],
  );
  return found !== undefined;
}

/** Ends all carts of a request that moved to another company (PUN-12). */
export async function dropCarts(tx: Tx, procurementId: number): Promise<void> {
  await tx.fixed(
    `update punchout_cart set state = 'cancelled', pending_lines = '[]', token_hash = null, token_until = null
     where procurement_id = $1 and state <> 'cancelled'`,
    [procurementId],
  );
}

/** Creates a cart at a marketplace not visited yet (PROC-26). Runs as writer. */
export function openCart(tx: Tx, context: Context, procurementId: number, marketplaceId: number): void {
  tx.send(
    `insert into punchout_cart (tenant_id, procurement_id, marketplace_id, buyer_cookie, created_by_id)
     values ($1, $2, $3, $4, $5)`,
    [context.tenantId, procurementId, marketplaceId, randomToken(), context.userId],
  );
}

/** Refuses a marketplace that the person does not see or that the buyer may not use (PUN-13, PUN-15). */
export async function requireShop(tx: Tx, id: number, buyer: Buyer): Promise<void> {
  await requireForCompany(tx.as('writer'), await requireMarketplace(tx, id), buyer);
}

/** A requested visit to a shop. */
export interface WantedVisit {
  readonly procurementId: number;
  readonly marketplaceId: number;
  readonly cartId: number | null;
  readonly operation: 'create' | 'edit' | 'inspect';
  readonly buyer: Buyer;
  readonly currency: string;
}

/** Records a visit to a shop that the person may use. Starts with the person's rights. */
export async function prepareVisit(
  tx: Tx,
  context: Context,
  parts: Pick<PunchoutParts, 'clock'>,
  wanted: WantedVisit,
): Promise<Visit> {
  const marketplace = await requireMarketplace(tx, wanted.marketplaceId);
  const writer = tx.as('writer');
  await requireForCompany(writer, marketplace, wanted.buyer);
  return await beginVisit(writer, context, parts.clock, { ...wanted, marketplace });
}

/** Requests access to the shop, outside of any transaction. */
export async function enterShop(parts: PunchoutParts, context: Context, visit: Visit): Promise<ShopStart> {
  return await startVisit(parts, context, visit);
}

/** An order without the marketplace's own data. */
export type HandedOrder = Omit<MarketplaceOrder, 'isTest'> & {
  readonly marketplaceId: number;
  /** The same for every attempt, so that a shop accepts the order once. */
  readonly payloadId: string;
  readonly cartId: number | null;
};

/**
 * Sends an order to its shop outside of any transaction (PUN-10), and logs the conversation.
 * @param begins final check before sending; a result other than null is returned instead
 */
export async function handOver<Instead>(
  parts: PunchoutParts,
  context: Context,
  order: HandedOrder,
  begins: () => Promise<Instead | null>,
): Promise<Placed | Instead> {
  const marketplace = await asWriter(
    parts.database,
    context,
    async (tx) => await requireMarketplace(tx, order.marketplaceId),
  );
  const url = marketplace.order_url ?? marketplace.url;
  const parties = partiesOf(marketplace, parts.secrets);
  const head = { ...messageHead(parts, context), payloadId: order.payloadId };
  const message = orderRequestXml(head, parties, { ...order, isTest: marketplace.test_mode });
  const sentMessage = {
    ...({
      cartId: order.cartId,
      marketplaceId: marketplace.id,
      direction: 'outgoing',
      method: 'POST',
      url,
    } as const),
    request: maskedXml(message, [parties.secret]),
  };
  const log = async (header: Readonly<Record<string, string>>, response: string, status: number | null) =>
    await asWriter(parts.database, context, (tx) =>
      logConversation(tx, context, { ...sentMessage, header, response, status }),
    );
  try {
    const instead = await begins();
    if (instead !== null) return instead;
    const answer = await callShop(url, message, parts);
    await log(answer.headers, maskedXml(answer.body.toString('utf8'), [parties.secret]), answer.status);
    const reading = await answerIn(context.tenantId, answer.body);
    return reading.ok ? placedOf(reading.status) : placedByHttp(answer.status);
  } catch (error) {
    if (!(error instanceof ShopSilent)) throw error;
    await log({}, error.reason, null);
    return { state: error.mayHaveArrived ? 'uncertain' : 'failed', reason: error.reason };
  }
}

/** Logs a status update of a request at one of its marketplaces (PUN-09, PUN-11). */
export async function logStatusUpdate(
  tx: Tx,
  context: Context,
  reported: {
    readonly procurementId: number;
    readonly marketplaceId: number;
    readonly url: string;
    readonly request: string;
    readonly response: string;
  },
): Promise<void> {
  const { procurementId, marketplaceId, url, request, response } = reported;
  const cart = await tx.maybeOne<{ id: number }>(
    'select id from punchout_cart where procurement_id = $1 and marketplace_id = $2 order by id desc limit 1',
    [procurementId, marketplaceId],
  );
  await logOnce(tx, context, {
    ...{ cartId: cart?.id ?? null, marketplaceId, direction: 'incoming', method: 'POST' },
    ...{ url, header: {}, request, response, status: 200 },
  });
}

/** Status of a cXML response. */
export interface NoticeStatus {
  readonly code: string;
  readonly text: string;
  readonly detail?: string;
}

/**
 * The marketplace that a notice authenticates for: matching secret and a name known to both sides (PUN-10). Undefined
 * otherwise, without a reason. Runs as writer.
 */
export async function shopOfNotice(
  tx: Tx,
  secrets: Pick<Secrets, 'unseal'>,
  marketplaceId: number,
  { sender, from }: Pick<NoticeHead, 'sender' | 'from'>,
): Promise<StoredMarketplace | undefined> {
  const marketplace = await findMarketplace(tx, marketplaceId);
  const parties = marketplace?.secret ? readableParties(marketplace, secrets) : null;
  // Equal work without a marketplace, against timing attacks.
  const isSecret = isSame(sender?.secret ?? '', parties?.secret ?? '');
  if (!marketplace || !parties?.secret || !marketplace.active || !isSecret) return undefined;
  const names = [parties.to.identity, parties.from.identity].map(plainName);
  const given = [sender?.identity ?? null, from].filter((each) => each !== null).map(plainName);
  return given.length > 0 && given.every((each) => names.includes(each)) ? marketplace : undefined;
}

/** A secret sealed with another key counts as none, without telling the sender. */
function readableParties(marketplace: StoredMarketplace, secrets: Pick<Secrets, 'unseal'>): Parties | null {
  try {
    return partiesOf(marketplace, secrets);
  } catch {
    return null;
  }
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}

function plainName(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * Whether a message is new, known, or reuses the payload ID of another one. An invoice is also known by its number, even
 * in another envelope, and other if an invoice of that number had another content (PUN-17). Runs as writer.
 */
export async function claimNotice(
  tx: Tx,
  context: Context,
  marketplaceId: number,
  notice: NoticeHead | SentInvoice,
  body: Uint8Array,
): Promise<'new' | 'known' | 'other'> {
  const keys = [digest(notice.payload_id), digest(body), ...invoiceKeys(notice)] as const;
  const [payloadKey, bodyKey, invoiceKey, contentKey] = keys;
  const [claimed] = await tx.fixed(
    `insert into punchout_notice (tenant_id, marketplace_id, payload_key, body_key, invoice_key, content_key)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [context.tenantId, marketplaceId, ...keys],
  );
  if (claimed) return 'new';
  const former = await tx.fixed<{ is_same: boolean }>(
    `select case when payload_key = $2 then body_key = $3 else content_key = $5 end as is_same
     from punchout_notice where marketplace_id = $1 and (payload_key = $2 or invoice_key = $4)`,
    [marketplaceId, payloadKey, bodyKey, invoiceKey, contentKey],
  );
  return former.every(({ is_same }) => is_same) ? 'known' : 'other';
}

/** Number and content of an invoice; a credit memo has a number of its own. */
function invoiceKeys(notice: NoticeHead | SentInvoice): readonly [Buffer | null, Buffer | null] {
  if (!('content' in notice)) return [null, null];
  const { is_credit: isCredit, number, content } = notice;
  return [digest(`${isCredit ? 'credit' : 'invoice'} ${number}`), digest(content)];
}

/** Logs a notice and its answer at the marketplace (PUN-09). */
export async function logNotice(
  tx: Tx,
  context: Context,
  reported: {
    readonly marketplace: StoredMarketplace;
    readonly procurementId: number | null;
    readonly url: string;
    readonly body: Uint8Array;
    readonly secret: string | null;
    readonly status: NoticeStatus;
  },
): Promise<void> {
  const { marketplace, procurementId, url, body, secret, status } = reported;
  const cart = await tx.maybeOne<{ id: number }>(
    'select id from punchout_cart where procurement_id = $1 and marketplace_id = $2 order by id desc limit 1',
    [procurementId, marketplace.id],
  );
  await logConversation(tx, context, {
    ...{ cartId: cart?.id ?? null, marketplaceId: marketplace.id, direction: 'incoming', method: 'POST' },
    ...{ url, header: {}, request: maskedXml(new TextDecoder().decode(body), [secret]) },
    response: [status.code, status.text, status.detail].filter(Boolean).join(' '),
    status: Number(status.code) || null,
  });
}

/** Logs a notice of an unknown sender with the claimed names, see `logRefused`. */
export async function logRefusedNotice(
  tx: Tx,
  context: Context,
  message: Parameters<typeof logRefused>[2],
): Promise<void> {
  await logRefused(tx, context, message);
}

/** Reads a shop's notice, see `noticeIn`. */
export function readNoticeOf(tenantId: number, body: Uint8Array): Promise<NoticeReading> {
  return noticeIn(tenantId, body);
}

/** Reads the sender of a message that is still arriving, see `senderIn`. */
export function senderOf(tenantId: number, beginning: Uint8Array): Promise<Sender> {
  return senderIn(tenantId, beginning);
}

/** A cXML response. */
export function answerXml(parts: Pick<PunchoutParts, 'clock' | 'publicUrl'>, status: NoticeStatus): string {
  return responseXml(messageHead(parts, { language: 'en' }), status);
}
