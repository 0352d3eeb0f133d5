import type { ReferencedTables } from '../../../document/server/references.ts';
import { changedColumns } from '../../../document/server/store.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { StoredTimeline } from '../../../timeline/server/store.ts';
import { procurementKind } from '../kind.ts';
import type { OrderLetter, Procurement, ProcurementHead, ProcurementLine, SupplierOrder } from '../model.ts';

/** A request as it stands in the database. */
export interface StoredProcurement extends Procurement {
  readonly id: number;
  readonly head: ProcurementHead & { readonly id: number };
  readonly storedTimeline: StoredTimeline;
}

const headColumns = `id, timeline_id, name, number, order_number_formatted, draft_number_formatted as draft_number, status,
  creator_id, client_id, department_id, cost_center_id, ledger_account_id, consignee_id, delivery_date,
  delivery_address_id, billing_address_text, type, usage_type, payment_timing, payment_in_advance, notes,
  show_notes_in_pdf, external_order_number, no_product_selection, contract_id, currency, exchange_rate, rate_date,
  total_netto, total_tax, total_brutto, completely_invoiced, approved_netto, approved_supplier_ids, submitted_at`;

const lineColumns = `id, sort_no, kind, description, item_number, quantity, quantity_received, unit, price_netto,
  price_brutto, price_mode, price_unit, tax, product_id, product_group_id, supplier_id, cost_center_id,
  ledger_account_id, is_cost_center_fixed, marketplace_id, punchout_cart_id, offer_number, offer_date, image_url,
  webshop_url, delivery_date, confirmed_delivery_date, total_netto, total_brutto`;

/** The request whole, with its timeline as it was read or locked before. Runs as writer. */
export async function loadContent(
  tx: Tx,
  id: number,
  storedTimeline: StoredTimeline,
): Promise<StoredProcurement> {
  const [head, lines, orders, letters] = await Promise.all([
    tx.one<ProcurementHead & { id: number }>(`select ${headColumns} from procurement where id = $1`, [id]),
    tx.fixed<ProcurementLine>(
      `select ${lineColumns} from procurement_line where procurement_id = $1 order by sort_no, id`,
      [id],
    ),
    tx.fixed<Omit<SupplierOrder, 'letters'>>(selectOrders, [id]),
    tx.fixed<OrderLetter & { supplier_order_id: number }>(
      `select supplier_order_id, id, kind, version, change_no, state, failure, failure_reason, channel, content
       from procurement_order_letter where procurement_id = $1 order by id`,
      [id],
    ),
  ]);
  return {
    kind: procurementKind,
    id,
    head,
    lines,
    orders: orders.map((order) => ({ ...order, letters: lettersOf(order.id, letters) })),
    storedTimeline,
    timeline: storedTimeline.timeline,
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

function lettersOf(
  orderId: number | null,
  letters: readonly (OrderLetter & { readonly supplier_order_id: number })[],
): readonly OrderLetter[] {
  return letters
    .filter((letter) => letter.supplier_order_id === orderId)
    .map(({ supplier_order_id: _, ...letter }) => letter);
}

/** Inserts an empty draft of the person and answers its id (TL-24). */
export async function insertDraft(tx: Tx, context: Context, timelineId: number): Promise<number> {
  const { id } = await tx.one<{ id: number }>(
    `insert into procurement (tenant_id, timeline_id, creator_id, currency)
     values ($1, $2, $3, coalesce((select c.currency from lb_user u join client c on c.id = u.client_id where u.id = $3), 'EUR'))
     returning id`,
    [context.tenantId, timelineId, context.userId],
  );
  return id;
}

const lineRecord = `id bigint, sort_no integer, kind text, description text, item_number text, quantity numeric, unit text,
  price_netto numeric, price_brutto numeric, price_mode text, price_unit numeric, tax numeric, total_netto numeric, total_brutto numeric, product_id bigint,
  product_group_id bigint, supplier_id bigint, cost_center_id bigint, ledger_account_id bigint,
  is_cost_center_fixed boolean, marketplace_id bigint, punchout_cart_id bigint, offer_number text, offer_date date, image_url text, webshop_url text,
  delivery_date date, confirmed_delivery_date date`;

const writtenLineColumns = [...lineRecord.matchAll(/(\w+) (?:bigint|integer|text|numeric|boolean|date)/g)]
  .map(([, name]) => name)
  .filter((name) => name !== 'id');

const updateLines = `
  update procurement_line l set ${writtenLineColumns.map((name) => `${name} = r.${name}`).join(', ')}
  from json_to_recordset($1) as r(${lineRecord}) where l.id = r.id and l.procurement_id = $2`;

const insertLines = `
  insert into procurement_line (tenant_id, procurement_id, ${writtenLineColumns.join(', ')})
  select $2, $3, ${writtenLineColumns.join(', ')} from json_to_recordset($1) as r(${lineRecord})`;

/** Makes the stored lines those given (missing ones are removed) and answers whether anything changed. */
export async function saveLines(
  tx: Tx,
  context: Context,
  id: number,
  stored: readonly ProcurementLine[],
  lines: readonly ProcurementLine[],
): Promise<boolean> {
  const before = new Map(stored.map((line) => [line.id, line]));
  const kept = new Set(lines.map((line) => line.id));
  const gone = stored.filter((line) => !kept.has(line.id)).map((line) => line.id);
  const added = lines.filter((line) => line.id === null);
  const changed = lines.filter((line) => {
    const former = before.get(line.id);
    return former !== undefined && Object.keys(changedColumns(former, line)).length > 0;
  });
  await Promise.all([
    gone.length > 0 &&
      tx.fixed('delete from procurement_line where procurement_id = $1 and id = any ($2)', [id, gone]),
    changed.length > 0 && tx.fixed(updateLines, [JSON.stringify(changed), id]),
    added.length > 0 && tx.fixed(insertLines, [JSON.stringify(added), context.tenantId, id]),
  ]);
  return gone.length + changed.length + added.length > 0;
}

/** The tables that heads and lines point to, by column. */
export const referencedTables: ReferencedTables = {
  client_id: 'client',
  department_id: 'department',
  cost_center_id: 'cost_center',
  ledger_account_id: 'ledger_account',
  delivery_address_id: 'client_address',
  consignee_id: 'lb_user',
  lb_user_id: 'lb_user',
  supplier_id: 'supplier',
  product_id: 'product',
  product_group_id: 'product_group',
  location_id: 'location',
  contract_id: 'contract',
  contract_line_id: 'contract_line',
};
