import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { SupplierOrder } from '../model.ts';
import type { NewConfirmation, ProcurementOutcome } from '../outcome.ts';

/** Fields of a confirmation that no rule uses (DATA-31, PROC-36). */
export interface ConfirmationNote {
  readonly confirmation_no?: string | null;
  readonly confirmed_on?: string | null;
  readonly file_id?: string | null;
  readonly comment?: string | null;
}

/** Saves the orders in their new state, with new and ended letters. */
export function saveOrders(
  tx: Tx,
  context: Context,
  id: number,
  orders: readonly SupplierOrder[],
  note: ConfirmationNote,
): void {
  if (orders.length === 0) return;
  tx.send(
    `insert into procurement_supplier_order as o
       (tenant_id, procurement_id, supplier_id, marketplace_id, state, channel, sent_at, sent_by_id, confirmation_no, comment)
     select $2, $3, supplier_id, marketplace_id, state, channel,
            case when state in ('sent', 'confirmed') then now() end, case when state in ('sent', 'confirmed') then $4::bigint end, $5, $6
     from json_to_recordset($1) as r(supplier_id bigint, marketplace_id bigint, state text, channel text)
     on conflict (tenant_id, procurement_id, supplier_id, marketplace_id) do update set
       state = excluded.state, channel = excluded.channel, sent_at = coalesce(o.sent_at, excluded.sent_at),
       sent_by_id = coalesce(o.sent_by_id, excluded.sent_by_id),
       confirmation_no = coalesce(excluded.confirmation_no, o.confirmation_no), comment = coalesce(excluded.comment, o.comment)`,
    [
      JSON.stringify(orders),
      context.tenantId,
      id,
      context.userId,
      note.confirmation_no ?? null,
      note.comment ?? null,
    ],
  );
  tx.send(
    `update procurement_line l set order_state = o.state from procurement_supplier_order o
     where l.procurement_id = $1 and o.procurement_id = $1 and o.supplier_id = l.supplier_id
       and o.marketplace_id is not distinct from l.marketplace_id and l.order_state is distinct from o.state`,
    [id],
  );
  saveLetters(tx, context, id, orders);
}

const letterRecord = `supplier_id bigint, marketplace_id bigint, id bigint, kind text, version integer, change_no integer,
  state text, failure text, failure_reason text, channel text, content jsonb`;

function saveLetters(tx: Tx, context: Context, id: number, orders: readonly SupplierOrder[]): void {
  const letters = orders.flatMap(({ supplier_id, marketplace_id, letters: own }) =>
    own.map((letter) => ({ ...letter, supplier_id, marketplace_id })),
  );
  const begun = letters.filter((letter) => letter.id === null);
  const known = letters.filter((letter) => letter.id !== null);
  if (known.length > 0) {
    tx.send(
      `update procurement_order_letter l set state = r.state, failure = r.failure, failure_reason = left(r.failure_reason, 500),
         settled_at = now()
       from json_to_recordset($1) as r(${letterRecord})
       where l.id = r.id and l.procurement_id = $2 and l.state <> r.state`,
      [JSON.stringify(known.map(({ content: _, ...letter }) => letter)), id],
    );
  }
  if (begun.length === 0) return;
  tx.send(
    `insert into procurement_order_letter (tenant_id, procurement_id, supplier_order_id, kind, version, change_no, state,
       failure, failure_reason, channel, content, created_by_id, settled_at)
     select $2, $3, o.id, r.kind, r.version, r.change_no, r.state, r.failure, r.failure_reason, r.channel, r.content, $4,
       case when r.state <> 'sending' then now() end
     from json_to_recordset($1) as r(${letterRecord})
     join procurement_supplier_order o on o.procurement_id = $3 and o.supplier_id = r.supplier_id
       and o.marketplace_id is not distinct from r.marketplace_id`,
    [JSON.stringify(begun), context.tenantId, id, context.userId],
  );
}

/** Saves a supplier's confirmation with its dates, or the acceptance of one (PROC-35, PROC-36). */
export function saveConfirmation(
  tx: Tx,
  context: Context,
  id: number,
  { confirmation = null, accepted = null }: ProcurementOutcome,
  note: ConfirmationNote,
): void {
  if (accepted !== null) {
    tx.send(
      'update order_confirmation set accepted_at = now(), accepted_by_id = $2, difference_count = $3 where id = $1',
      [accepted.id, context.userId, accepted.differenceCount],
    );
    tx.send(keepOrdered('$1'), [accepted.id]);
  }
  if (confirmation !== null) insertConfirmation(tx, context, id, confirmation, note);
}

/** Stores the current order values with which the confirmation was compared (PROC-36). */
const keepOrdered = (confirmation: string) => `
  update order_confirmation_line c set description = l.description, ordered_quantity = l.quantity,
    ordered_price = case l.price_mode when 'gross' then l.price_brutto else l.price_netto end,
    ordered_delivery_date = coalesce(l.delivery_date, p.delivery_date)
  from procurement_line l join procurement p on p.id = l.procurement_id
  where c.order_confirmation_id = ${confirmation} and l.id = c.procurement_line_id`;

/** The newest confirmation of the locked request ($1). */
const newestConfirmation =
  '(select id from order_confirmation where procurement_id = $1 order by id desc limit 1)';

/** Fails if the block has no order. */
function insertConfirmation(
  tx: Tx,
  context: Context,
  id: number,
  confirmation: NewConfirmation,
  note: ConfirmationNote,
): void {
  tx.send(
    `insert into order_confirmation (tenant_id, procurement_id, supplier_order_id, number, confirmed_on, comment, file_id,
       created_by_id, difference_count, accepted_at, accepted_by_id)
     values ($1, $2, (select o.id from procurement_supplier_order o
         where o.procurement_id = $2 and o.supplier_id = $9 and o.marketplace_id is not distinct from $10),
       $3, $4, $5, $6, $7, $8, case when $8 = 0 then now() end, case when $8 = 0 then $7::bigint end)`,
    [
      ...[context.tenantId, id, note.confirmation_no ?? null, note.confirmed_on ?? null],
      ...[note.comment ?? null, note.file_id ?? null, context.userId, confirmation.differenceCount],
      ...[confirmation.supplier_id, confirmation.marketplace_id],
    ],
  );
  const lines = JSON.stringify(confirmation.lines);
  tx.send(
    `insert into order_confirmation_line (tenant_id, procurement_id, order_confirmation_id, procurement_line_id, quantity,
       price, delivery_date)
     select $2, $1, ${newestConfirmation}, procurement_line_id, quantity, price, delivery_date
     from json_to_recordset($3) as r(procurement_line_id bigint, quantity numeric, price numeric, delivery_date date)`,
    [id, context.tenantId, lines],
  );
  tx.send(
    `update procurement_line l set confirmed_delivery_date = r.delivery_date
     from json_to_recordset($1) as r(procurement_line_id bigint, delivery_date date)
     where l.id = r.procurement_line_id and l.procurement_id = $2 and r.delivery_date is not null
       and l.confirmed_delivery_date is distinct from r.delivery_date`,
    [lines, id],
  );
  tx.send(keepOrdered(newestConfirmation), [id]);
}
