import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { senderUnknown } from '../log-words.ts';
import { maskedFields, maskedUrl } from './masked.ts';

/** A message to or from a shop, and its answer (PUN-09). */
export interface Conversation {
  readonly cartId: number | null;
  readonly marketplaceId: number | null;
  readonly direction: 'incoming' | 'outgoing';
  readonly method: string;
  readonly url: string;
  readonly header: Readonly<Record<string, string>>;
  /** Request, already masked. */
  readonly request: string | null;
  /** Response, already masked. */
  readonly response: string | null;
  readonly status: number | null;
}

/** Longer messages are cut; the log is for troubleshooting. */
const longestText = 100_000;

/** Logs a conversation unless the tenant has switched the log off (SET-06), in the given transaction. */
export async function logConversation(tx: Tx, context: Context, conversation: Conversation): Promise<void> {
  await tx.fixed(
    `insert into punchout_log (tenant_id, cart_id, marketplace_id, direction, method, url, header, body, request, response, status)
     select $1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10
     where not exists (select from configuration where key = 'punchout_log' and client_id is null and value = 'false')`,
    [
      context.tenantId,
      conversation.cartId,
      conversation.marketplaceId,
      conversation.direction,
      conversation.method,
      maskedUrl(conversation.url).slice(0, 2000),
      JSON.stringify(maskedFields(conversation.header)),
      storable(conversation.request),
      storable(conversation.response),
      conversation.status,
    ],
  );
}

/** The limit of logged refused messages per marketplace and hour, because anyone can send them. */
const maxRefusedPerHour = 20;

/** Logs a message of an unknown sender without its content, for an existing marketplace (PUN-17). */
export async function logRefused(
  tx: Tx,
  context: Context,
  conversation: Pick<Conversation, 'url' | 'header'> & { readonly marketplaceId: number },
): Promise<void> {
  const [known] = await tx.fixed<{ count: number }>(
    `select (select count(*)::integer from punchout_log l where l.marketplace_id = m.id and l.response = $2
       and l.created_at > now() - interval '1 hour') as count from marketplace m where m.id = $1`,
    [conversation.marketplaceId, senderUnknown],
  );
  if (known === undefined || known.count >= maxRefusedPerHour) return;
  await logConversation(tx, context, {
    ...{ cartId: null, direction: 'incoming', method: 'POST', request: null, status: 401 },
    ...{ ...conversation, response: senderUnknown },
  });
}

/** Logs a conversation unless the same one is logged already, for calls that may be repeated (PUN-11). */
export async function logOnce(tx: Tx, context: Context, conversation: Conversation): Promise<void> {
  const known = await tx.maybeOne(
    `select id from punchout_log where marketplace_id = $1 and direction = $2 and url = $3
       and request is not distinct from $4 limit 1`,
    [
      conversation.marketplaceId,
      conversation.direction,
      maskedUrl(conversation.url).slice(0, 2000),
      storable(conversation.request),
    ],
  );
  if (!known) await logConversation(tx, context, conversation);
}

function storable(text: string | null): string | null {
  return text === null ? null : text.slice(0, longestText).toWellFormed().replaceAll('\0', '');
}
