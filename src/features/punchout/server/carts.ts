import type { Tx } from '../../../platform/server/database.ts';
import type { ReturnState } from '../return-states.ts';
import type { ReadCart, ReadReturn } from './read-return.ts';

interface ReturningCart {
  readonly id: number;
  readonly procurement_id: number;
  readonly marketplace_id: number;
  readonly protocol: 'cxml' | 'oci';
  readonly buyer_cookie: string;
  readonly operation: 'create' | 'edit' | 'inspect';
  readonly state: 'open' | 'returned' | 'taken' | 'cancelled';
  readonly returned_key: Buffer | null;
  readonly pending_count: number;
}

/** Locks the cart of a valid token; undefined if it has expired. Runs as writer. */
export async function lockReturning(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<ReturningCart | undefined> {
  return await tx.maybeOne<ReturningCart>(
    `select c.id, c.procurement_id, c.marketplace_id, m.protocol, c.buyer_cookie, c.operation, c.state, c.returned_key,
       jsonb_array_length(c.pending_lines) as pending_count
     from punchout_cart c join marketplace m on m.tenant_id = c.tenant_id and m.id = c.marketplace_id
     where c.token_hash = $1 and c.token_until > $2 for update of c`,
    [tokenHash, now],
  );
}

/** Stores a return in its cart, once: later posts, equal or different, change nothing (PUN-06). */
export async function keepReturn(
  tx: Tx,
  cart: ReturningCart,
  reading: ReadReturn['reading'],
  key: Buffer,
): Promise<ReturnState> {
  if (cart.returned_key !== null) return cart.returned_key.equals(key) ? 'repeated' : 'over';
  if (!reading.ok || !isOf(cart, reading)) {
    await tx.fixed('update punchout_cart set failure = $2 where id = $1', [
      cart.id,
      reading.ok ? 'other_cart' : reading.reason,
    ]);
    return 'unreadable';
  }
  const { count, pending, operation_allowed, total } = reading;
  // Leaving a reopened or inspected cart without items keeps it unchanged.
  const isUnchanged = cart.operation === 'inspect' || (count === 0 && cart.pending_count > 0);
  const state = isUnchanged ? cart.state : count === 0 ? 'cancelled' : 'returned';
  await tx.fixed(
    `update punchout_cart set state = $2, pending_lines = coalesce($3, pending_lines), operation_allowed = $4, returned_key = $5, returned_at = now(),
       failure = null, shop_total = case when $6 then shop_total else $7 end,
       shop_currency = case when $6 then shop_currency else $8 end where id = $1`,
    [
      cart.id,
      state,
      isUnchanged ? null : Buffer.from(pending.buffer, pending.byteOffset, pending.length),
      operation_allowed,
      key,
      isUnchanged,
      total?.amount ?? null,
      total?.currency ?? null,
    ],
  );
  return count === 0 ? 'empty' : 'returned';
}

/** A cXML message names its visit; an OCI form cannot. */
function isOf(cart: ReturningCart, returned: ReadCart): boolean {
  if (returned.protocol !== cart.protocol) return false;
  return returned.protocol === 'oci' || returned.buyer_cookie === cart.buyer_cookie;
}
