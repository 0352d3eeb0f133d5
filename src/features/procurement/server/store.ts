import { columnTypes, referencedTables as tablesOf } from '../../../document/server/field-columns.ts';
import { type StoredLines, saveDocumentLines } from '../../../document/server/lines-store.ts';
import type { ReferencedTables } from '../../../document/server/references.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { StoredTimeline } from '../../../timeline/server/store.ts';
import { headAndLineFields, lineFields, procurementFieldNames } from '../fields.ts';
import { procurementKind } from '../kind.ts';
import type {
  AgreedPrice,
  ConfirmedLine,
  OrderLetter,
  Procurement,
  ProcurementHead,
  ProcurementLine,
  Receipt,
  SupplierOrder,
} from '../model.ts';

/** A request as it stands in the database. */
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
  ...['approved_supplier_ids', 'submitted_at', ...procurementFieldNames],
].join(', ');

/** What a save writes of a line, with the types of the columns. */
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

/** The request whole, but for its timeline. Runs as writer. */
export async function loadContent(
  tx: Tx,
  id: number,
): Promise<Omit<StoredProcurement, 'timeline' | 'storedTimeline'>> {
  const [head, lines, orders, letters, receipts, confirmed, agreed] = await Promise.all([
    tx.one<ProcurementHead & { id: number }>(`select ${headColumns} from procurement where id = $1`, [id]),
    tx.fixed<ProcurementLine>(
      `select ${lineColumns} from procurement_line where procurement_id = $1 order by sort_no, id`,
      [id],
    ),
    tx.fixed<Omit<SupplierOrder, 'letters' | 'undecided_lines' | 'agreed_prices'>>(selectOrders, [id]),
    tx.fixed<OrderLetter & { supplier_order_id: number }>(
      `select supplier_order_id, id, kind, version, change_no, state, failure, failure_reason, channel, content
       from procurement_order_letter where procurement_id = $1 order by id`,
      [id],
    ),
    tx.fixed<Receipt>(
      `select id, number_formatted, procurement_line_id, quantity, reverses_id
       from goods_receipt where procurement_id = $1 order by id`,
      [id],
    ),
    tx.fixed<ConfirmedLine & { order_confirmation_id: number }>(
      `select order_confirmation_id, procurement_line_id, quantity, price, delivery_date
       from order_confirmation_line where procurement_id = $1 and procurement_line_id is not null order by id`,
      [id],
    ),
    tx.fixed<AgreedPrice & { supplier_order_id: number }>(selectAgreedPrices, [id]),
  ]);
  return {
    kind: procurementKind,
    id,
    head,
    lines,
    orders: orders.map((order) => ({
      ...order,
      letters: lettersOf(order.id, letters),
      undecided_lines: confirmed
        .filter((line) => line.order_confirmation_id === order.undecided_confirmation_id)
        .map(({ order_confirmation_id: _, ...line }) => line),
      agreed_prices: agreed
        .filter((price) => price.supplier_order_id === order.id)
        .map(({ supplier_order_id: _, ...price }) => price),
    })),
    receipts,
  };
}

/** Of several confirmations of an order the last one counts (PROC-36). */
const selectOrders = `
  select o.id, o.supplier_id, o.marketplace_id, o.state, o.channel,
    case when c.accepted_at is null then c.id end as undecided_confirmation_id
  from procurement_supplier_order o
  left join lateral (
    select id, accepted_at from order_confirmation where supplier_order_id = o.id order by id desc limit 1
  ) c on true
  where o.procurement_id = $1 order by o.id`;

/** What a supplier has been told since then says which prices count. */
const selectAgreedPrices = `
  select c.supplier_order_id, l.procurement_line_id, l.price
  from order_confirmation c join order_confirmation_line l on l.order_confirmation_id = c.id
  where c.procurement_id = $1 and l.price is not null and l.procurement_line_id is not null
    and c.accepted_at > all (select settled_at from procurement_order_letter o
      where o.supplier_order_id = c.supplier_order_id and o.state = 'sent' and o.settled_at is not null)
  order by l.id`;

function lettersOf(
  orderId: number | null,
  letters: readonly (OrderLetter & { readonly supplier_order_id: number })[],
): readonly OrderLetter[] {
  return letters
    .filter((letter) => letter.supplier_order_id === orderId)
    .map(({ supplier_order_id: _, ...letter }) => letter);
}

/** Makes the stored lines those given, and answers whether anything changed. */
export function saveLines(
  tx: Tx,
  context: Context,
  id: number,
  stored: readonly ProcurementLine[],
  lines: readonly ProcurementLine[],
): boolean {
  return saveDocumentLines(tx, context, storedLines, id, { stored, lines });
}

/** The tables that heads and lines point to, by column. */
export const referencedTables: ReferencedTables = {
  ...tablesOf(headAndLineFields),
  lb_user_id: 'lb_user',
  location_id: 'location',
  contract_line_id: 'contract_line',
};
