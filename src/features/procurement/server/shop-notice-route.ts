import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../base/language.ts';
import { type Refusal, Refused } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Leave } from '../../../platform/server/fairness/shares.ts';
import { type HttpServer, inScope } from '../../../platform/server/http/http.ts';
import { leaveBodies, readBody } from '../../../platform/server/http/http-body.ts';
import { refusalOfError } from '../../../platform/server/http/http-errors.ts';
import { room } from '../../../platform/server/http/http-pots.ts';
import { createRateLimit } from '../../../platform/server/http/http-rate-limit.ts';
import { isRowId } from '../../../platform/server/http/row-id.ts';
import { systemContext } from '../../../platform/server/jobs/jobs.ts';
import { requireModule } from '../../../platform/server/modules.ts';
import { tenantOfHost } from '../../../platform/server/tenant-of-host.ts';
import { refusalText } from '../../../platform/server/texts.ts';
import type { Notice, NoticeHead, SentInvoice } from '../../punchout/notice.ts';
import {
  answerXml,
  claimNotice,
  type enterShop,
  logNotice,
  logRefusedNotice,
  type NoticeStatus,
  readNoticeOf,
  senderOf,
  shopOfNotice,
} from '../../punchout/server/store.ts';
import { type InvoiceTaker, takeInvoice } from './shop-invoice.ts';
import { takeNotice } from './shop-notice.ts';

type Parts = Parameters<typeof enterShop>[0] & { readonly deliverInvoice: InvoiceTaker };

/** As for cart returns: enough for a busy shop, too low for guessing secrets. */
const limit = { burst: 100, perSecond: 5 };
/** The header with the secret has to fit in; no more is read before authentication (API-48). */
const headBytes = 16 * 1024;
/** The limits of concurrent notices from authenticated shops. */
const notices = room({ person: 2, tenant: 3, all: 24 });
/** Larger notices would have more lines than our orders. */
const longestNotice = 1024 * 1024;

const ok: NoticeStatus = { code: '200', text: 'OK' };
const tested: NoticeStatus = { code: '200', text: 'OK', detail: 'A test without effect' };
const badRequest: NoticeStatus = { code: '400', text: 'Bad Request' };
const unauthorized: NoticeStatus = { code: '401', text: 'Unauthorized' };
const notImplemented: NoticeStatus = { code: '450', text: 'Not Implemented' };
const conflict: NoticeStatus = { code: '409', text: 'Conflict' };

/**
 * `POST /api/punchin/notice/{tenant}/{marketplace}`: a shop's cXML notice about its orders (PUN-10), or its invoice
 * (PUN-17), answered in cXML.
 * The secret in the message authenticates the shop; without it the answer does not even reveal whether the marketplace
 * exists.
 */
export function registerShopNotices(app: HttpServer, parts: Parts): void {
  inScope(app, async (scope) => {
    // Shops use various content types.
    leaveBodies(scope);
    scope.post(
      '/api/punchin/notice/:tenant/:id',
      { onRequest: createRateLimit(parts.clock, limit), config: { readsItsBody: true } },
      async (request, reply) => {
        const status = await answerTo(parts, request);
        return reply
          .code(200)
          .header('content-type', 'text/xml; charset=utf-8')
          .send(answerXml(parts, status));
      },
    );
  });
}

async function answerTo(parts: Parts, request: FastifyRequest): Promise<NoticeStatus> {
  const address = await addressOf(parts, request);
  let leave: Leave = () => {};
  let sender: Awaited<ReturnType<typeof senderOf>> = null;
  try {
    const body = await readBody(request, longestNotice, {
      bytes: headBytes,
      passes: async (head) => {
        if (address === null) return false;
        sender = await senderOf(address.tenantId, head);
        if (sender === null) return false;
        if ((await enter(parts, { ...address, notice: sender, requestId: request.id })) === null)
          return false;
        leave = await notices.enter(`${address.marketplaceId}`, address.tenantId);
        return true;
      },
    });
    if (address === null) return unauthorized;
    const status = body === null ? unauthorized : await answerToBody(parts, request, address, body);
    if (status === unauthorized) {
      sender ??= body && (await senderOf(address.tenantId, body));
      await keepRefused(parts, request, address, sender);
    }
    return status;
  } finally {
    leave();
  }
}

/** Logs a message of an unknown sender with the claimed names, so that an administrator can find the reason. */
async function keepRefused(
  { database }: Parts,
  request: FastifyRequest,
  { tenantId, marketplaceId }: Address,
  sender: Awaited<ReturnType<typeof senderOf>>,
): Promise<void> {
  const names = { from: sender?.from ?? '', sender: sender?.sender?.identity ?? '' };
  const context = systemContext(tenantId, request.id);
  const url = request.url.split('?')[0] ?? '';
  try {
    await asWriter(database, context, (tx) =>
      logRefusedNotice(tx, context, { marketplaceId, url, header: names }),
    );
  } catch (error) {
    // The tenant does not exist.
    if (refusalOfError(error).code !== 'unauthenticated') throw error;
  }
}

type Address = NonNullable<Awaited<ReturnType<typeof addressOf>>>;

async function answerToBody(
  parts: Parts,
  request: FastifyRequest,
  address: Address,
  body: Uint8Array,
): Promise<NoticeStatus> {
  const reading = await readNoticeOf(address.tenantId, body);
  const url = request.url.split('?')[0] ?? '';
  const given = { ...address, body, url, requestId: request.id };
  if (reading.ok) return await take(parts, { ...given, notice: reading.notice });
  const status = reading.reason === 'not_xml' ? badRequest : notImplemented;
  const sender = await senderOf(address.tenantId, body);
  const entered = sender && (await enter(parts, { ...given, notice: sender }));
  if (entered) {
    const { context } = entered;
    await asWriter(parts.database, context, (tx) =>
      logOf({ ...given, ...entered, notice: sender })(tx, null, status),
    );
  }
  return status;
}

/** Logs a message of an authenticated shop with its answer (PUN-09). */
function logOf({ context, shop, url, body, notice }: Omit<Given, 'notice'> & Sent & Entered) {
  const secret = notice.sender?.secret ?? null;
  return (tx: Tx, procurementId: number | null, status: NoticeStatus) =>
    logNotice(tx, context, { marketplace: shop, procurementId, url, body, secret, status });
}

type Shop = NonNullable<Awaited<ReturnType<typeof shopOfNotice>>>;

/** The data that identifies the sender. */
interface Sent {
  readonly tenantId: number;
  readonly marketplaceId: number;
  readonly notice: Pick<NoticeHead, 'sender' | 'from'>;
  readonly requestId: string;
}

interface Given extends Sent {
  readonly notice: Notice | SentInvoice;
  readonly body: Uint8Array;
  readonly url: string;
}

async function take(parts: Parts, given: Given): Promise<NoticeStatus> {
  const { database } = parts;
  const entered = await enter(parts, given);
  if (entered === null) return unauthorized;
  const { context, shop } = entered;
  const { notice, body } = given;
  const log = logOf({ ...given, ...entered });
  try {
    return await asWriter(database, context, async (tx) => {
      await requireModule(tx, notice.kind === 'invoice' ? 'invoice' : 'procurement');
      if (notice.kind === 'invoice' && notice.is_test) {
        await log(tx, null, tested);
        return tested;
      }
      const claim = await claimNotice(tx, context, shop.id, notice, body);
      if (claim === 'known') return ok;
      if (claim === 'other') {
        await log(tx, null, conflict);
        return conflict;
      }
      const procurementId =
        notice.kind === 'invoice'
          ? await takeInvoice(tx, context, shop, notice, parts.deliverInvoice)
          : ((await takeNotice(tx, context, shop, notice))[0] ?? null);
      await log(tx, procurementId, ok);
      return ok;
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const status = statusOf(error.refusal, context.language);
    await asWriter(database, context, (tx) => log(tx, null, status));
    return status;
  }
}

/** The authenticated shop and the tenant's system person, in whose name it writes. */
interface Entered {
  readonly context: Context;
  readonly shop: Shop;
}

/** Null if authentication fails. */
async function enter(
  { database, secrets }: Parts,
  { tenantId, marketplaceId, notice, requestId }: Sent,
): Promise<Entered | null> {
  const tenant = systemContext(tenantId, requestId);
  try {
    return await asWriter(database, tenant, async (tx) => {
      const shop = await shopOfNotice(tx, secrets, marketplaceId, notice);
      if (!shop) return null;
      const { id, language } = await tx.one<{ id: number; language: Language }>(
        'select app.system_person() as id, main_language as language from tenant where id = $1',
        [tenantId],
      );
      const roles = ['user-change-order', 'user-price'];
      return { context: { ...tenant, userId: id, actorId: id, roles, language }, shop };
    });
  } catch (error) {
    // The tenant does not exist.
    if (refusalOfError(error).code === 'unauthenticated') return null;
    throw error;
  }
}

/** Tenant and marketplace of the address; refuses the host name of another tenant. */
async function addressOf(
  { database }: Parts,
  request: FastifyRequest,
): Promise<{ readonly tenantId: number; readonly marketplaceId: number } | null> {
  const { tenant, id } = request.params as { tenant: string; id: string };
  if (!isRowId(tenant) || !isRowId(id)) return null;
  const host = await tenantOfHost(database, request.headers.host);
  if (host !== null && host.id !== Number(tenant)) return null;
  return { tenantId: Number(tenant), marketplaceId: Number(id) };
}

/** The cXML status of a refusal; temporary refusals invite a retry. */
function statusOf(refusal: Refusal, language: Language): NoticeStatus & { readonly detail: string } {
  const detail = refusalText(language, refusal);
  switch (refusal.code) {
    case 'not_found':
      return { code: '404', text: 'Not Found', detail };
    case 'timeline_locked':
    case 'still_sending':
      return { code: '560', text: 'Temporary server error', detail };
    case 'step_not_possible':
      return { ...conflict, detail };
    default:
      return { code: '406', text: 'Not Acceptable', detail };
  }
}
