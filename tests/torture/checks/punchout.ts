import type { Check, Fixture } from '../fixture.ts';

export const punchout: readonly Check[] = [
  { name: 'PUN-10  every order is at its shop at most once, according to its state', violations: orders },
  {
    name: 'PUN-07  the lines of carts equal the carts, and none is without its cart',
    violations: lines,
  },
  { name: 'PUN-10  a message of a shop counts once', violations: notices },
];

interface OrderRow {
  readonly id: number;
  readonly state: string;
  readonly number: string | null;
  readonly handed_over: number;
  readonly is_answered: boolean;
}

async function orders({ sql, mall }: Fixture): Promise<string[]> {
  const rows = await sql<OrderRow>(
    `select o.id, o.state, p.order_number_formatted as number,
       (select count(*)::int from procurement_order_letter l where l.supplier_order_id = o.id and l.handed_over_at is not null) as handed_over
     from procurement_supplier_order o join procurement p on p.tenant_id = o.tenant_id and p.id = o.procurement_id
     where o.marketplace_id = $1`,
    [mall.marketplaceId],
  );
  const { shop } = mall;
  const asked = shop.requests.filter(({ path }) => path === '/cxml/order').length;
  const handedOver = rows.reduce((sum, row) => sum + row.handed_over, 0);
  const known = new Set(rows.map(({ number }) => number));
  return [
    ...(asked > handedOver ? [`${asked} orders reached the shop for ${handedOver} letters`] : []),
    ...shop.orders
      .filter(({ number }) => !known.has(number))
      .map(({ number }) => `the shop has ${number}, of which nobody knows`),
    ...rows.flatMap(({ id, state, number }) => {
      const there = shop.orders.filter((order) => order.number === number && order.type === 'new').length;
      const isTaken = state === 'sent' || state === 'confirmed';
      const name = `order ${id} (${number}) is ${state}`;
      return [
        ...(state === 'sending' ? [`${name} for ever`] : []),
        ...(there > 1 ? [`${name} and ${there} times at the shop`] : []),
        ...(isTaken && there === 0 ? [`${name}, but not at the shop`] : []),
        ...(state === 'failed' && there > 0 ? [`${name}, but at the shop`] : []),
      ];
    }),
  ];
}

/** While a returned cart waits to be taken, its lines are still the old ones. */
async function lines({ sql, cast }: Fixture): Promise<string[]> {
  const rows = await sql<{ line: number | null; cart: number | null; what: string }>(
    `with item as (
       select c.tenant_id, c.id as cart, c.procurement_id, c.marketplace_id, (i ->> 'line_id')::bigint as line, i
       from punchout_cart c cross join lateral jsonb_array_elements(c.pending_lines) as i
       where c.tenant_id = $1 and i ->> 'line_id' is not null)
     select l.id as line, l.punchout_cart_id as cart, 'has no cart of its request and marketplace' as what
     from procurement_line l left join punchout_cart c on c.tenant_id = l.tenant_id and c.id = l.punchout_cart_id
     where l.tenant_id = $1 and (l.marketplace_id is not null or l.punchout_cart_id is not null)
       and (c.id is null or c.procurement_id <> l.procurement_id or c.marketplace_id <> l.marketplace_id or c.state = 'cancelled')
     union all
     select item.line, item.cart, 'is gone or differs from its item' from item
     left join procurement_line l on l.tenant_id = item.tenant_id and l.id = item.line and l.punchout_cart_id = item.cart
     where l.id is null or l.quantity <> (i ->> 'quantity')::numeric or l.item_number is distinct from i ->> 'item_number'
     union all
     select l.id, l.punchout_cart_id, 'is of no item' from procurement_line l
     where l.tenant_id = $1 and l.punchout_cart_id in (select cart from item) and l.id not in (select line from item)`,
    [cast.tenantId],
  );
  return rows.map(({ line, cart, what }) => `line ${line} of cart ${cart} ${what}`);
}

/** Each one is in the timeline, and a confirmation as long as the order has matching lines. */
async function notices({ sql, mall }: Fixture): Promise<string[]> {
  const rows = await sql<{ id: number; remarked: number; confirmed: number }>(
    `select p.id, (select count(*)::int from order_confirmation c where c.procurement_id = p.id) as confirmed,
       (select count(*)::int from timeline_entry e
        where e.procurement_id = p.id and e.comment like 'Auftragsbestätigung AB von %') as remarked
     from procurement p where exists (select from procurement_supplier_order o where o.procurement_id = p.id and o.marketplace_id = $1)`,
    [mall.marketplaceId],
  );
  return rows.flatMap(({ id, remarked, confirmed }) => {
    const reported = mall.notices.filter(({ procurementId }) => procurementId === id).length;
    return reported === remarked && confirmed <= remarked
      ? []
      : [
          `request ${id}: ${reported} confirmations of the shop, ${remarked} in the timeline, ${confirmed} kept`,
        ];
  });
}
