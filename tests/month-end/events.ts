import type { History } from './history.ts';

/** Performs an event and returns whether it was possible. */
type Event = (history: History) => Promise<boolean>;

const running = ['approved', 'ordered'];

/** Events of an order, each written like the product does. */
export const events: Readonly<Record<string, Event>> = {
  'a supplier gets his order': async (history) => {
    if (!running.includes(await history.status())) return false;
    const open = await history.query<{ id: string; supplier_id: string }>(
      "select id, supplier_id from procurement_supplier_order where procurement_id = $1 and state = 'open'",
      [history.id],
    );
    const order = history.pick(open);
    if (!order) return false;
    await history.query(
      `with sent as (update procurement_supplier_order set state = 'sent', sent_at = now() where id = $1)
       update procurement_line set order_state = 'sent' where procurement_id = $2 and supplier_id = $3`,
      [order.id, history.id, order.supplier_id],
    );
    return true;
  },
  'all is ordered': async (history) => {
    if ((await history.status()) !== 'approved') return false;
    await history.query('begin');
    await history.entry('send-order');
    await history.query("update procurement set status = 'ordered' where id = $1", [history.id]);
    await history.query('commit');
    return true;
  },
  'goods come': receive,
  'more goods come': receive,
  'goods are taken back': async (history) => {
    if ((await history.status()) !== 'ordered') return false;
    const [receipt] = await history.query<{ id: string; procurement_line_id: string; quantity: string }>(
      `select r.id, r.procurement_line_id, r.quantity from goods_receipt r where r.procurement_id = $1 and r.quantity > 0
         and not exists (select from goods_receipt o where o.reverses_id = r.id) order by r.id desc limit 1`,
      [history.id],
    );
    if (!receipt) return false;
    await book(history, receipt.procurement_line_id, -Number(receipt.quantity), receipt.id);
    return true;
  },
  'an invoice comes': async (history) => {
    if (!['approved', 'ordered', 'completed'].includes(await history.status())) return false;
    const links = (await history.lines())
      .filter(() => history.chance(0.7))
      .map(({ id, total_netto }) => ({
        line: history.chance(0.7) ? id : null,
        net: history.chance(0.3) ? Number(total_netto) : history.amount(Number(total_netto) * 1.2),
      }));
    if (links.length === 0) return false;
    await history.addInvoice(history.chance(0.7), links, Math.floor(history.amount(4)));
    return true;
  },
  'an invoice of the whole comes': async (history) => {
    if ((await history.status()) !== 'ordered') return false;
    const net = (await history.lines()).reduce((sum, { total_netto }) => sum + Number(total_netto), 0);
    await history.addInvoice(true, [{ line: null, net: history.amount(net) }], Math.floor(history.amount(3)));
    return true;
  },
  'a credit note comes': async (history) => {
    const line = history.pick(await history.lines());
    if (!line || (await history.invoiceIds()).length === 0) return false;
    await history.addInvoice(
      true,
      [{ line: history.chance(0.5) ? line.id : null, net: -history.amount(80) }],
      0,
    );
    return true;
  },
  'an invoice is declined': async (history) => {
    const invoice = history.pick((await history.invoiceIds()).filter(({ status }) => status === 'approval'));
    if (!invoice || history.chance(0.5)) return false;
    await history.query("update invoice set status = 'declined' where id = $1", [invoice.id]);
    return true;
  },
  'an invoice is approved': async (history) => {
    const invoice = history.pick((await history.invoiceIds()).filter(({ status }) => status === 'approval'));
    if (!invoice) return false;
    await history.query("update invoice set status = 'accounting' where id = $1", [invoice.id]);
    return true;
  },
  'the date of an invoice is corrected': async (history) => {
    const invoice = history.pick(await history.invoiceIds());
    if (!invoice) return false;
    await history.query('update invoice set invoice_date = invoice_date - 1 where id = $1', [invoice.id]);
    return true;
  },
  'a line changes': async (history) => {
    if (!running.includes(await history.status())) return false;
    const line = history.pick(await history.lines());
    if (!line) return false;
    await history.query(
      'update procurement_line set total_netto = $2, quantity = quantity_received + 2 where id = $1',
      [line.id, history.amount(400)],
    );
    await history.total();
    return true;
  },
  'a line goes to another cost center': async (history) => {
    const line = history.pick(await history.lines());
    if (!line || !running.includes(await history.status())) return false;
    await history.query('update procurement_line set cost_center_id = $2 where id = $1', [
      line.id,
      history.pick(history.costCenters),
    ]);
    return true;
  },
  'a line is added': async (history) => {
    if (!running.includes(await history.status()) || history.chance(0.5)) return false;
    await history.addLine();
    return true;
  },
  'a line is taken off': async (history) => {
    const lines = (await history.lines()).filter(({ quantity_received }) => Number(quantity_received) === 0);
    const line = history.pick(lines);
    if (!line || !running.includes(await history.status()) || history.chance(0.5)) return false;
    const linked = await history.query('select from invoice_line where procurement_line_id = $1 limit 1', [
      line.id,
    ]);
    const booked = await history.query('select from goods_receipt where procurement_line_id = $1 limit 1', [
      line.id,
    ]);
    if (linked.length + booked.length > 0) return false;
    await history.query('delete from procurement_line where id = $1', [line.id]);
    await history.total();
    return true;
  },
  'a supplier is cancelled': async (history) => {
    const line = history.pick(await history.lines());
    if (!line || !running.includes(await history.status()) || history.chance(0.7)) return false;
    await history.query(
      `with cancelled as (update procurement_supplier_order o set state = 'cancelled' from procurement_line l
         where l.id = $1 and o.procurement_id = l.procurement_id and o.supplier_id = l.supplier_id)
       update procurement_line l set order_state = 'cancelled' from procurement_line one
       where one.id = $1 and l.procurement_id = one.procurement_id and l.supplier_id = one.supplier_id`,
      [line.id],
    );
    return true;
  },
  'all is cancelled': async (history) => {
    if (!running.includes(await history.status()) || history.chance(0.85)) return false;
    await history.query('begin');
    await history.entry('cancellation');
    await history.query("update procurement set status = 'declined' where id = $1", [history.id]);
    await history.query('commit');
    return true;
  },
  'the delivery is finished': async (history) => {
    if ((await history.status()) !== 'ordered' || history.chance(0.6)) return false;
    await history.query('begin');
    await history.entry('delivery');
    await history.query("update procurement set status = 'completed' where id = $1", [history.id]);
    await history.query('commit');
    return true;
  },
  'nothing more is to be invoiced': async (history) => {
    if (history.chance(0.7)) return false;
    await history.query(
      'update procurement set completely_invoiced = not completely_invoiced where id = $1',
      [history.id],
    );
    return true;
  },
};

async function receive(history: History): Promise<boolean> {
  if ((await history.status()) !== 'ordered') return false;
  const open = (await history.lines()).filter(
    ({ kind, quantity, quantity_received }) =>
      kind === 'item' && Number(quantity) > Number(quantity_received),
  );
  const line = history.pick(open);
  if (!line) return false;
  const missing = Number(line.quantity) - Number(line.quantity_received);
  await book(history, line.id, history.chance(0.5) ? missing : Math.max(0.5, Math.floor(missing / 2)), null);
  return true;
}

async function book(
  history: History,
  line: string,
  quantity: number,
  reverses: string | null,
): Promise<void> {
  await history.query('begin');
  await history.query(
    `insert into goods_receipt (tenant_id, procurement_id, procurement_line_id, number, number_formatted, quantity, reason, reverses_id, lb_user_id)
     select 1, $1, $2, 1, 'DN-1', $3, $4, $5, creator_id from procurement where id = $1`,
    [history.id, line, quantity, reverses === null ? null : 'typed wrongly', reverses],
  );
  await history.query(
    'update procurement_line set quantity_received = quantity_received + $2 where id = $1',
    [line, quantity],
  );
  await history.query('commit');
}
