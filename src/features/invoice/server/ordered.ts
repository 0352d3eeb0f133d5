import type { Amount } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { OrderLine } from '../matching/order-line.ts';
import type { Invoice, InvoiceFacts } from '../model.ts';

/** The facts about the orders of an invoice. */
export type Ordered = Pick<
  InvoiceFacts,
  | 'hasApprovedOrder'
  | 'isOrderVoid'
  | 'approvedLines'
  | 'orderExcess'
  | 'toleratedOfOthers'
  | 'freightLeft'
  | 'orderLines'
>;

/** For an invoice without an order. */
export const nothingOrdered: Ordered = {
  hasApprovedOrder: false,
  isOrderVoid: false,
  approvedLines: [],
  orderExcess: null,
  toleratedOfOthers: '0',
  freightLeft: '0',
  orderLines: [],
};

const lockOrders = `select from procurement where id in (
    select unnest($1::bigint[]) union select procurement_id from procurement_line where id = any ($2))
  order by id for no key update`;

/** SQL condition: order `p` of invoice `i` is approved as it is now (INV-29). */
const isApproved = `p.status in ('approved', 'ordered', 'completed') and p.client_id = i.client_id and (p.approved_netto is null
  or p.total_netto <= p.approved_netto + (select least(p.approved_netto * c.price_tolerance_percent / 100,
       c.price_tolerance_amount / app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate)) from client c where c.id = p.client_id))`;

const selectOrders = `select i.id as invoice_id,
    (select sum(round(-p.open_value * app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate), 2)) from procurement p where p.open_value < 0
       and p.id in (select app.orders_of_invoices(app.tenant_id(), array[i.id]))) as excess,
    (select coalesce(sum(c.net - c.agreed) filter (where c.net - c.agreed between 0 and greatest(
         c.agreed * k.match_price_tolerance / 100, k.match_price_tolerance_amount)), 0)
       from procurement p join client k on k.id = i.client_id
       join procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
       cross join lateral (select sum(q.total_netto * app.known_rate(o.tenant_id, o.client_id, o.currency, o.exchange_rate)) as net,
           l.total_netto * app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate) * least(sum(q.quantity) / nullif(l.quantity, 0), 1) as agreed
         from invoice_line q join invoice o on o.tenant_id = q.tenant_id and o.id = q.invoice_id
         where q.tenant_id = l.tenant_id and q.procurement_line_id = l.id and o.id <> i.id and app.counted_share(o) > 0) c
       where p.id in (select app.orders_of_invoices(app.tenant_id(), array[i.id])))::text as tolerated_of_others,
    (select coalesce(sum(app.in_currency(f.ordered - f.charged, p.currency, app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate), i.currency,
        app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate))), 0)
       from procurement p cross join lateral (select
         (select coalesce(sum(l.total_netto), 0) from procurement_line l where l.tenant_id = p.tenant_id and l.procurement_id = p.id
            and l.kind <> 'item' and not exists (
              select from invoice_line q where q.tenant_id = l.tenant_id and q.procurement_line_id = l.id)) as ordered,
         (select coalesce(sum(app.in_currency(q.total_netto * app.counted_share(o), o.currency,
              app.known_rate(o.tenant_id, o.client_id, o.currency, o.exchange_rate), p.currency,
              app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate))), 0)
            from invoice o join invoice_line q on q.tenant_id = o.tenant_id and q.invoice_id = o.id
            where o.tenant_id = p.tenant_id and o.procurement_id = p.id and o.id <> i.id and q.kind = 'charge'
              and app.counts_in_budgets('invoice', o.status)) as charged) f
       where p.id in (select app.orders_of_invoices(app.tenant_id(), array[i.id])))::text as freight_left,
    exists (select from procurement p join procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
      where p.id = i.procurement_id and l.supplier_id = i.supplier_id and ${isApproved}) as is_approved,
    exists (select from procurement p where p.id = i.procurement_id and (p.status = 'declined' or p.client_id <> i.client_id
      or i.supplier_id <> all (select l.supplier_id from procurement_line l
        where l.procurement_id = p.id and l.supplier_id is not null)
      and exists (select from procurement_line l where l.procurement_id = p.id and l.supplier_id is not null))) as is_void,
    array(select l.id from invoice_line q join procurement_line l on l.tenant_id = q.tenant_id and l.id = q.procurement_line_id
        join procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
      where q.tenant_id = i.tenant_id and q.invoice_id = i.id and l.supplier_id = i.supplier_id
        and l.order_state is distinct from 'cancelled' and ${isApproved}) as approved_lines
  from invoice i where i.id = any ($1)`;

const selectOrderLines = `select i.id as invoice_id, l.id, l.procurement_id, p.order_number_formatted as order_number, l.kind,
    l.item_number, l.description, l.quantity, l.unit, l.quantity_received, l.price_netto, l.price_unit, p.currency,
    (select coalesce(sum(q.quantity), 0) from invoice_line q join invoice o on o.tenant_id = q.tenant_id and o.id = q.invoice_id
       where q.tenant_id = l.tenant_id and q.procurement_line_id = l.id and q.kind = 'item' and o.id <> i.id
         and app.counted_share(o) > 0) as quantity_invoiced
  from invoice i
  join procurement_line l on l.tenant_id = i.tenant_id and l.id in (
    select procurement_line_id from invoice_line where tenant_id = i.tenant_id and invoice_id = i.id)
  join procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
  where i.id = any ($1) order by l.id`;

/** The fields that link an invoice with its orders. */
interface Linked {
  readonly head: Pick<Invoice['head'], 'procurement_id'>;
  readonly lines: readonly Pick<Invoice['lines'][number], 'procurement_line_id'>[];
}

/**
 * Locks the orders of the given contents of an invoice, before and after the change. A writer locks them after the
 * cost centers, before any write and before taking a number (PROC-21, NUM-04).
 */
export function holdOrders(tx: Tx, contents: readonly Linked[]): void {
  const orders = contents.map(({ head }) => head.procurement_id).filter((id) => id !== null);
  const lines = contents.flatMap((content) => content.lines.map((line) => line.procurement_line_id));
  const ordered = lines.filter((id) => id !== null);
  if (orders.length + ordered.length > 0) tx.send(lockOrders, [orders, ordered]);
}

/**
 * Loads the ordered quantities and values of an invoice, and those that other invoices charge (INV-23). A writer
 * locks the orders first, so that the later of several concurrent invoices sees them all (PROC-22).
 */
export async function loadOrdered(
  tx: Tx,
  { id, head, lines }: Pick<Invoice, 'head' | 'lines'> & { readonly id: number },
  isLocking: boolean,
): Promise<Ordered> {
  const isLinked = head.procurement_id !== null || lines.some((line) => line.procurement_line_id !== null);
  if (!isLinked) return nothingOrdered;
  if (isLocking) holdOrders(tx, [{ head, lines }]);
  return (await loadOrderedOf(tx, [id])).get(id) ?? nothingOrdered;
}

interface OrdersRow {
  readonly invoice_id: number;
  readonly excess: Amount | null;
  readonly tolerated_of_others: Amount;
  readonly freight_left: Amount;
  readonly is_approved: boolean;
  readonly is_void: boolean;
  readonly approved_lines: readonly number[];
}

/** The same for many invoices, by their ids, without locks. Runs as writer. */
export async function loadOrderedOf(
  tx: Tx,
  invoiceIds: readonly number[],
): Promise<ReadonlyMap<number, Ordered>> {
  if (invoiceIds.length === 0) return new Map();
  const [orders, orderLines] = await Promise.all([
    tx.fixed<OrdersRow>(selectOrders, [invoiceIds]),
    tx.fixed<OrderLine & Pick<OrdersRow, 'invoice_id'>>(selectOrderLines, [invoiceIds]),
  ]);
  const linesOf = Map.groupBy(orderLines, ({ invoice_id }) => invoice_id);
  return new Map(
    orders.map(
      ({ invoice_id, excess, tolerated_of_others, freight_left, is_approved, is_void, approved_lines }) => [
        invoice_id,
        {
          hasApprovedOrder: is_approved,
          isOrderVoid: is_void,
          approvedLines: approved_lines,
          orderExcess: excess,
          toleratedOfOthers: tolerated_of_others,
          freightLeft: freight_left,
          orderLines: linesOf.get(invoice_id) ?? [],
        },
      ],
    ),
  );
}
