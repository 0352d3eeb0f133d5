import { z } from 'zod';
import type { Amount } from '../../../base/money.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import { requireModule } from '../../../platform/server/modules.ts';
import { type CartSums, totalDifference } from '../../punchout/own-total.ts';
import { isPending, type PendingItem } from '../../punchout/pending.ts';
import { enterShop, prepareVisit } from '../../punchout/server/store.ts';
import type { CartAnswer } from '../punchout-cart.ts';
import { deleteCart, requireLines } from './punchout.ts';

type Parts = Parameters<typeof enterShop>[0];

const id = z.int().positive();
export const startBody = z.object({
  procurement_id: id,
  marketplace_id: id,
  /** Reopens this cart. */
  cart_id: id.nullish(),
  operation: z.enum(['create', 'edit', 'inspect']).nullish(),
});

/** `POST /api/punchout/start` and `DELETE /api/punchout/cart/{id}` (API-32). */
export function registerPunchoutRoutes(app: HttpServer, parts: Parts, authentication: Authentication): void {
  const onRequest = authentication.requirePerson;
  const { database } = parts;

  const entering = { onRequest, config: { keepsNoAnswer: 'the address lets somebody into the shop' } };
  app.post('/api/punchout/start', entering, async (request) => {
    const body = bodyOf(request, startBody);
    const context = contextOf(request);
    const visit = await database.inTenant(context, async (tx) => {
      await requireModule(tx, 'procurement');
      const { document } = await requireLines(tx, context, body.procurement_id, null);
      const cartId = body.cart_id ?? null;
      return await prepareVisit(tx, context, parts, {
        procurementId: body.procurement_id,
        marketplaceId: body.marketplace_id,
        cartId,
        operation: body.operation ?? (cartId === null ? 'create' : 'edit'),
        buyer: { client_id: document.head.client_id, department_id: document.head.department_id },
        currency: document.head.currency,
      });
    });
    const start = await enterShop(parts, context, visit);
    return { ...start, cart_id: visit.cartId, operation: visit.operation };
  });

  app.get('/api/punchout/carts/:id', { onRequest }, async (request) => {
    const context = contextOf(request);
    return await database.inTenant(context, async (tx) => {
      await requireModule(tx, 'procurement');
      // Carts are visible with their request.
      const { id: procurementId } = await tx.one<{ id: number }>('select id from procurement where id = $1', [
        idInPath(request),
      ]);
      return await cartsOf(tx.as('writer'), context, procurementId, parts.clock.now());
    });
  });

  app.get('/api/punchout/cart/:id/items', { onRequest }, async (request) => {
    const context = contextOf(request);
    return await database.inTenant(context, async (tx): Promise<readonly PendingItem[]> => {
      await requireModule(tx, 'procurement');
      const { id: cartId } = await tx.one<{ id: number }>('select id from punchout_cart where id = $1', [
        idInPath(request),
      ]);
      return await waitingItems(tx.as('writer'), cartId, hasRole(context, 'user-price'));
    });
  });

  app.delete('/api/punchout/cart/:id', { onRequest }, async (request) => {
    const context = contextOf(request);
    await database.inTenant(context, async (tx) => {
      await requireModule(tx, 'procurement');
      const cart = await tx.one<{ id: number; procurement_id: number }>(
        'select id, procurement_id from punchout_cart where id = $1',
        [idInPath(request)],
      );
      await deleteCart(tx, context, {
        ...{ id: cart.procurement_id, punchout_cart_id: cart.id, expected_version: null },
      });
    });
    return { success: true };
  });
}

interface CartRow extends Omit<CartAnswer, 'marketplace' | 'difference'>, CartSums {
  readonly shop_total: Amount | null;
  readonly shop_currency: string | null;
  readonly marketplace_id: number;
  readonly marketplace_name: string;
}

/**
 * The carts of a request that are not cancelled, oldest first. Forms poll this every few seconds, so that it counts the
 * items in the database, by the same rules as `isPending` and `sumsOf`.
 */
async function cartsOf(
  tx: Tx,
  context: Context,
  procurementId: number,
  now: Date,
): Promise<readonly CartAnswer[]> {
  const rows = await tx.fixed<CartRow>(
    `select c.id, c.state, c.failure, c.marketplace_id, m.name as marketplace_name, c.updated_at::text as version, n.taken, n.waiting,
       c.shop_total::text as shop_total, c.shop_currency, case when n.is_clear then n.goods end::text as goods, n.freight::text as freight,
       c.returned_at is null and c.failure is null and coalesce(c.token_until > $2, false) as is_at_shop
     from punchout_cart c
     join marketplace m on m.tenant_id = c.tenant_id and m.id = c.marketplace_id
     cross join lateral (
       select (count(*) filter (where item ->> 'line_id' is not null))::integer as taken,
         (count(*) filter (where item ->> 'line_id' is null and item ->> 'is_removed' is distinct from 'true'))::integer as waiting,
         coalesce(sum(v.net) filter (where item ->> 'kind' = 'item'), 0) as goods,
         coalesce(sum(v.net) filter (where item ->> 'kind' = 'freight'), 0) as freight,
         coalesce(bool_and(v.net is not null and coalesce(item ->> 'currency', c.shop_currency) = c.shop_currency), true) as is_clear
       from jsonb_array_elements(c.pending_lines) item
       cross join lateral (select round((item ->> 'quantity')::numeric * (item ->> 'price')::numeric
         / (item ->> 'price_unit')::numeric, 2) as net) v
     ) n
     where c.procurement_id = $1 and c.state <> 'cancelled' order by c.id`,
    [procurementId, now],
  );
  return rows.map(
    ({ marketplace_id, marketplace_name, shop_total, shop_currency, goods, freight, ...cart }) => ({
      ...cart,
      marketplace: { id: marketplace_id, name: marketplace_name },
      difference: differenceFor(context, { shop_total, shop_currency, goods, freight }),
    }),
  );
}

function differenceFor(
  context: Context,
  { shop_total, shop_currency, ...sums }: Pick<CartRow, 'shop_total' | 'shop_currency' | keyof CartSums>,
): CartAnswer['difference'] {
  if (shop_total === null || shop_currency === null) return null;
  const difference = totalDifference(shop_total, sums);
  if (difference === null) return null;
  const amounts = hasRole(context, 'user-price') ? difference : { shop: null, items: null };
  return { ...amounts, currency: shop_currency };
}

/** The waiting items of a cart (PUN-07), without prices for people without `user-price` (ROLE-07). */
async function waitingItems(tx: Tx, cartId: number, seesPrices: boolean): Promise<readonly PendingItem[]> {
  const { pending_lines: items } = await tx.one<{ pending_lines: readonly PendingItem[] }>(
    'select pending_lines from punchout_cart where id = $1',
    [cartId],
  );
  return items.filter(isPending).map((item) => (seesPrices ? item : withoutPrices(item)));
}

function withoutPrices({ unclear, ...item }: PendingItem): PendingItem {
  return { ...item, price: null, ...(unclear && { unclear: { ...unclear, price: [] } }) };
}
