import type { Amount } from '../../../base/money.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { saveTimeline } from '../../../timeline/server/store.ts';
import { isContentChange } from '../../../timeline/timeline.ts';
import { formatDocumentNumber } from '../../numbering/document-number.ts';
import { takeNumber } from '../../numbering/server/store.ts';
import type { SupplierOrder } from '../model.ts';
import type { NewReceipt, Outcome } from '../outcome.ts';
import { type StoredProcurement, updateHead } from './store.ts';

/** Particulars of a delivery note that no rule looks at (DATA-30). */
export interface DeliveryNote {
  readonly delivery_note_number?: string | null;
  readonly delivery_note_date?: string | null;
  readonly comment?: string | null;
}

/** Particulars of an order that no rule looks at (DATA-31). */
export interface OrderNote {
  readonly confirmation_no?: string | null;
  readonly comment?: string | null;
}

/** Writes what an action made of a request: all of it or, by the transaction, nothing. Numbers are taken last (NUM-04). */
export async function saveOutcome(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  outcome: Outcome,
  note: DeliveryNote & OrderNote = {},
): Promise<void> {
  const { id, storedTimeline } = document;
  const touchesContent =
    outcome.orders.length > 0 ||
    outcome.receipts.length > 0 ||
    isContentChange(document.timeline, outcome.timeline);
  await saveTimeline(
    tx,
    context,
    { kind: 'procurement', id },
    storedTimeline,
    outcome.timeline,
    touchesContent,
  );
  await saveOrders(tx, context, id, outcome.orders, note);
  const number = outcome.takesNumber === null ? null : await takeNumber(tx, outcome.takesNumber);
  const numbered =
    outcome.takesNumber === 'PO' && number !== null
      ? { number, order_number_formatted: formatDocumentNumber('PO', number) }
      : {};
  await updateHead(tx, id, { ...outcome.head, ...numbered, status: outcome.status });
  if (number !== null) await saveReceipts(tx, context, id, number, outcome.receipts, note);
}

async function saveOrders(
  tx: Tx,
  context: Context,
  id: number,
  orders: readonly SupplierOrder[],
  note: OrderNote,
): Promise<void> {
  if (orders.length === 0) return;
  await tx.fixed(
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
  await tx.fixed(
    `update procurement_line l set order_state = o.state from procurement_supplier_order o
     where l.procurement_id = $1 and o.procurement_id = $1 and o.supplier_id = l.supplier_id
       and o.marketplace_id is not distinct from l.marketplace_id and l.order_state is distinct from o.state`,
    [id],
  );
}

async function saveReceipts(
  tx: Tx,
  context: Context,
  id: number,
  number: number,
  receipts: readonly NewReceipt[],
  note: DeliveryNote,
): Promise<void> {
  if (receipts.length === 0) return;
  const rows: readonly { procurement_line_id: number; quantity: Amount; reason: string | null }[] = receipts;
  await tx.fixed(
    `insert into goods_receipt (tenant_id, procurement_id, procurement_line_id, number, number_formatted, quantity, reason,
       lb_user_id, comment, delivery_note_number, delivery_note_date)
     select $2, $3, procurement_line_id, $4, $5, quantity, reason, $6, $7, $8, $9
     from json_to_recordset($1) as r(procurement_line_id bigint, quantity numeric, reason text)`,
    [
      JSON.stringify(rows),
      context.tenantId,
      id,
      number,
      formatDocumentNumber('DN', number),
      context.userId,
      note.comment ?? null,
      note.delivery_note_number ?? null,
      note.delivery_note_date ?? null,
    ],
  );
  await tx.fixed(
    `update procurement_line l set quantity_received = l.quantity_received + r.quantity
     from (select procurement_line_id, sum(quantity) as quantity
           from json_to_recordset($1) as r(procurement_line_id bigint, quantity numeric) group by procurement_line_id) r
     where l.id = r.procurement_line_id and l.procurement_id = $2`,
    [JSON.stringify(rows), id],
  );
}
