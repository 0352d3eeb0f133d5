import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { isPending, type PendingItem } from '../pending.ts';
import { type Buyer, requireForCompany, requireMarketplace } from './marketplaces.ts';
import { beginVisit, type PunchoutParts, type ShopStart, startVisit, type Visit } from './visit.ts';

/** A cart as the request that it belongs to needs it. */
export interface StoredCart {
  readonly id: number;
  readonly marketplace_id: number;
  readonly supplier_id: number;
  readonly pending_lines: readonly PendingItem[];
}

/** The cart of a request, locked; refuses with `not_found` those of others. Runs as writer. */
export async function lockCart(tx: Tx, procurementId: number, id: number): Promise<StoredCart> {
  const cart = await tx.maybeOne<StoredCart>(
    `select c.id, c.marketplace_id, m.supplier_id, c.pending_lines
     from punchout_cart c join marketplace m on m.tenant_id = c.tenant_id and m.id = c.marketplace_id
     where c.id = $1 and c.procurement_id = $2 for update of c`,
    [id, procurementId],
  );
  if (!cart) throw new Refused(refuse('not_found', { field: 'cart_id' }));
  return cart;
}

/** Keeps what became of the items; a cart of which nothing waits any more is taken. */
export async function savePending(tx: Tx, id: number, items: readonly PendingItem[]): Promise<void> {
  const state = items.some(isPending) ? 'returned' : 'taken';
  await tx.fixed('update punchout_cart set pending_lines = $2, state = $3 where id = $1', [
    id,
    JSON.stringify(items),
    state,
  ]);
}

/** Ends a cart from which no line is left; its conversations stay as long as all others do (PUN-09). */
export async function dropCart(tx: Tx, id: number): Promise<void> {
  await tx.fixed(
    `update punchout_cart set state = 'cancelled', pending_lines = '[]', token_hash = null, token_until = null where id = $1`,
    [id],
  );
}

/** What a person wants of a shop. */
export interface WantedVisit {
  readonly procurementId: number;
  readonly marketplaceId: number;
  readonly cartId: number | null;
  readonly operation: 'create' | 'edit' | 'inspect';
  readonly buyer: Buyer;
  readonly currency: string;
}

/** Writes down that somebody sets out to a shop in which he may buy. Begins as the reader that his rights allow. */
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

/** Asks the shop to let the person in, outside of any transaction. */
export async function enterShop(parts: PunchoutParts, context: Context, visit: Visit): Promise<ShopStart> {
  return await startVisit(parts, context, visit);
}
