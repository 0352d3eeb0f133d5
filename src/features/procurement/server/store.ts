import { type Approvals, apart, approvalColumns } from '../../../document/server/approval-records.ts';
import { columnTypes, referencedTables as tablesOf } from '../../../document/server/field-columns.ts';
import { type StoredLines, saveDocumentLines } from '../../../document/server/lines-store.ts';
import type { ReferencedTables } from '../../../document/server/references.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { StoredTimeline } from '../../../timeline/server/store.ts';
import { headAndLineFields, lineFields, procurementFieldNames } from '../fields.ts';
import { procurementKind } from '../kind.ts';
import type { Procurement, ProcurementHead, ProcurementLine, Receipt, SupplierOrder } from '../model.ts';

/** A stored request. */
export interface StoredProcurement extends Procurement {
  readonly id: number;
  readonly head: ProcurementHead & { readonly id: number };
  readonly storedTimeline: StoredTimeline;
}

const headColumns = [
  ...[
    'id',
    'timeline_id',
    'number',
    'order_number_formatted',
    'draft_number_formatted as draft_number',
    'status',
  ],
  ...['creator_id', 'total_netto', 'total_tax', 'total_brutto', 'completely_invoiced', 'approved_netto'],
  ...['approved_supplier_ids', 'submitted_at', 'legal_hold', ...procurementFieldNames],
].join(', ');

/** The saved columns of a line with their types. */
const writtenLineTypes = {
  ...columnTypes(lineFields),
  sort_no: 'integer',
  total_netto: 'numeric',
  total_brutto: 'numeric',
  is_cost_center_fixed: 'boolean',
  marketplace_id: 'bigint',
  punchout_cart_id: 'bigint',
};
const lineColumns = ['id', 'quantity_received', ...Object.keys(writtenLineTypes)].join(', ');
const storedLines: StoredLines = {
  table: 'procurement_line',
  owner: 'procurement_id',
  types: writtenLineTypes,
  fields: lineFields,
};

/** The complete request without its timeline. Runs as writer. */
export async function loadContent(
  tx: Tx,
  id: number,
): Promise<Omit<StoredProcurement, 'timeline' | 'storedTimeline'>> {
  const [row, lines, orders, receipts] = await Promise.all([
    tx.one<ProcurementHead & { id: number } & Approvals>(
      `select ${headColumns}, ${approvalColumns('procurement')} from procurement where id = $1`,
      [id],
    ),
    tx.fixed<ProcurementLine>(
      `select ${lineColumns} from procurement_line where procurement_id = $1 order by sort_no, id`,
      [id],
    ),
    tx.fixed<SupplierOrder>(selectOrders, [id]),
    tx.fixed<Receipt>(
      `select id, number_formatted, procurement_line_id, quantity, reverses_id
       from goods_receipt where procurement_id = $1 order by id`,
      [id],
    ),
  ]);
  return { kind: procurementKind, id, ...apart(row), lines, orders, receipts };
}

/**
 * The orders with their letters and confirmations; amounts are text, as everywhere. The last confirmation of an order
 * is valid (PROC-36). Accepted prices are agreed until a later letter is sent.
 */
const selectOrders = `
  select o.id, o.supplier_id, o.marketplace_id, o.state, o.channel, c.undecided_id as undecided_confirmation_id,
    array(select json_build_object('id', l.id, 'kind', l.kind, 'version', l.version, 'change_no', l.change_no, 'state', l.state,
        'failure', l.failure, 'failure_reason', l.failure_reason, 'channel', l.channel, 'content', l.content)
      from procurement_order_letter l
      where l.procurement_id = $1 and l.supplier_order_id = o.id order by l.id) as letters,
    array(select json_build_object('procurement_line_id', l.procurement_line_id, 'quantity', l.quantity::text,
        'price', l.price::text, 'delivery_date', l.delivery_date)
      from order_confirmation_line l
      where l.order_confirmation_id = c.undecided_id and l.procurement_line_id is not null order by l.id) as undecided_lines,
    array(select json_build_object('procurement_line_id', l.procurement_line_id, 'price', l.price::text)
      from order_confirmation a join order_confirmation_line l on l.order_confirmation_id = a.id
      where a.supplier_order_id = o.id and l.price is not null and l.procurement_line_id is not null
        and a.accepted_at > all (select settled_at from procurement_order_letter t
          where t.supplier_order_id = o.id and t.state = 'sent' and t.settled_at is not null)
      order by l.id) as agreed_prices
  from procurement_supplier_order o
  left join lateral (
    select case when accepted_at is null then id end as undecided_id
    from order_confirmation where supplier_order_id = o.id order by id desc limit 1
  ) c on true
  where o.procurement_id = $1 order by o.id`;

/**
 * Locks the order before it is written and before a number is taken. Invoices of the order take the same lock, then
 * those of its lines (PROC-21, NUM-04).
 */
export function holdOrder(tx: Tx, id: number): void {
  tx.send('select from procurement where id = $1 for no key update', [id]);
}

/** Replaces the stored lines by the given ones; returns whether anything changed. */
export function saveLines(
  tx: Tx,
  context: Context,
  id: number,
  stored: readonly ProcurementLine[],
  lines: readonly ProcurementLine[],
): boolean {
  return saveDocumentLines(tx, context, storedLines, id, { stored, lines });
}

/** The tables that heads and lines refer to, by column. */
export const referencedTables: ReferencedTables = {
  ...tablesOf(headAndLineFields),
  lb_user_id: 'lb_user',
  location_id: 'location',
  contract_line_id: 'contract_line',
};
