import type { Amount } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { OrderLine } from '../matching/order-line.ts';
import type { Invoice, InvoiceFacts } from '../model.ts';

type Ordered = Pick<InvoiceFacts, 'hasApprovedOrder' | 'orderExcess' | 'orderLines'>;

const lockOrders = `select from procurement where id in (
    select unnest($1::bigint[]) union select procurement_id from procurement_line where id = any ($2))
  order by id for no key update`;

const selectExcess = `select sum(round(-open_value * coalesce(exchange_rate, 1), 2)) filter (where open_value < 0) as excess,
    coalesce(bool_and(status in ('approved', 'ordered', 'completed') and client_id = $3 and exists (
      select from procurement_line l where l.tenant_id = procurement.tenant_id and l.procurement_id = procurement.id
        and l.supplier_id = $4)) filter (where id = $2), false) as is_approved
  from procurement where id in (select app.orders_of_invoices(app.tenant_id(), array[$1::bigint]) union select $2)`;

const selectOrderLines = `select l.id, l.procurement_id, p.order_number_formatted as order_number, l.kind, l.item_number,
    l.description, l.quantity, l.quantity_received, l.price_netto, l.price_unit, p.currency,
    (select coalesce(sum(q.quantity), 0) from invoice_line q join invoice i on i.tenant_id = q.tenant_id and i.id = q.invoice_id
       where q.tenant_id = l.tenant_id and q.procurement_line_id = l.id and q.kind = 'item' and i.id <> $1
         and app.counts_in_budgets('invoice', i.status)) as quantity_invoiced
  from procurement_line l join procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
  where l.id in (select procurement_line_id from invoice_line where invoice_id = $1) order by l.id`;

/** By what an invoice names its orders. */
interface Linked {
  readonly head: Pick<Invoice['head'], 'procurement_id'>;
  readonly lines: readonly Pick<Invoice['lines'][number], 'procurement_line_id'>[];
}

/**
 * Holds the orders of an invoice, of all its contents that are given: those of before and those that it shall have. Whoever
 * writes holds them after the cost centers, before anything is written and before a number is taken (PROC-21, NUM-04).
 */
export function holdOrders(tx: Tx, contents: readonly Linked[]): void {
  const orders = contents.map(({ head }) => head.procurement_id).filter((id) => id !== null);
  const lines = contents.flatMap((content) => content.lines.map((line) => line.procurement_line_id));
  const ordered = lines.filter((id) => id !== null);
  if (orders.length + ordered.length > 0) tx.send(lockOrders, [orders, ordered]);
}

/**
 * What was ordered of what an invoice charges, and what others charge of it (INV-23). Whoever writes holds its orders before he
 * looks, so that of several invoices on their way at once the later one sees them all (PROC-22).
 */
export async function loadOrdered(
  tx: Tx,
  { id, head, lines }: Pick<Invoice, 'head' | 'lines'> & { readonly id: number },
  isLocking: boolean,
): Promise<Ordered> {
  const isLinked = head.procurement_id !== null || lines.some((line) => line.procurement_line_id !== null);
  if (!isLinked) return { hasApprovedOrder: false, orderExcess: null, orderLines: [] };
  if (isLocking) holdOrders(tx, [{ head, lines }]);
  const [order, orderLines] = await Promise.all([
    tx.one<{ excess: Amount | null; is_approved: boolean }>(selectExcess, [
      id,
      head.procurement_id,
      head.client_id,
      head.supplier_id,
    ]),
    tx.fixed<OrderLine>(selectOrderLines, [id]),
  ]);
  return { hasApprovedOrder: order.is_approved, orderExcess: order.excess, orderLines };
}
