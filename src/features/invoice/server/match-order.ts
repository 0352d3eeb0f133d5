import type { Amount } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { assignedLines } from '../matching/assign-lines.ts';
import { foundOrder, type PossibleOrder } from '../matching/find-order.ts';
import type { OrderLine } from '../matching/order-line.ts';
import type { InvoiceFields } from '../model.ts';
import type { RecognisedLine } from '../recognised-lines.ts';
import { type NamedLine, namedLines } from './named-lines.ts';

/** A read line with the matching order line and its cost center and account. */
export interface MatchedLine extends RecognisedLine {
  readonly procurement_line_id: number | null;
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
}

interface OrderedLine extends OrderLine {
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
  readonly open_value: Amount;
}

type ReadHead = Pick<InvoiceFields, 'supplier_id' | 'client_id' | 'procurement_id' | 'currency'> & {
  readonly total_netto: Amount;
};

/** Maximum of compared lines, from the supplier's newest orders; older ones are chosen by hand. */
const maxLines = 500;

const columns = `l.id, l.procurement_id, p.order_number_formatted as order_number, l.kind, l.item_number, l.description,
  l.quantity, l.unit, l.quantity_received, app.invoiced_quantity(l.id) as quantity_invoiced, l.price_netto, l.price_unit,
  p.currency, p.open_value, coalesce(l.cost_center_id, p.cost_center_id) as cost_center_id,
  coalesce(l.ledger_account_id, p.ledger_account_id) as ledger_account_id`;

const selectOfOrders = `select ${columns} from procurement_line l
  join procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
  where l.procurement_id = any ($1) and l.supplier_id = $2 order by l.sort_no, l.id`;

const selectPossible = `select ${columns} from (
    select * from procurement_line where supplier_id = $1 order by id desc limit ${maxLines}
  ) l
  join procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
  where p.client_id = $2 and p.status in ('ordered', 'completed') and not p.completely_invoiced
  order by l.procurement_id, l.sort_no, l.id`;

/**
 * Finds the order of a read invoice that names none, and the order line matching each of its lines (INV-23). Runs as
 * writer: the match does not depend on the uploader.
 *
 * @param orderIds further orders that the invoice names
 * @param names the order lines that the lines name, in their sequence
 */
export async function matchOrder(
  tx: Tx,
  head: ReadHead,
  read: readonly RecognisedLine[],
  orderIds: readonly number[],
  names: readonly (NamedLine | undefined)[] = [],
): Promise<{ readonly procurementId: number | null; readonly lines: readonly MatchedLine[] }> {
  const { supplier_id: supplierId, client_id: clientId, procurement_id: named } = head;
  const unlinked = read.map((line): MatchedLine => ({ ...line, ...nowhere }));
  if (supplierId === null || clientId === null) return { procurementId: named, lines: unlinked };
  const ordered =
    named === null
      ? await tx.fixed<OrderedLine>(selectPossible, [supplierId, clientId])
      : await tx.fixed<OrderedLine>(selectOfOrders, [[named, ...orderIds], supplierId]);
  const procurementId = named ?? foundOrder({ ...head, lines: unlinked }, ordersOf(ordered));
  const ofOrder = named === null ? ordered.filter((line) => line.procurement_id === procurementId) : ordered;
  const wanted = named === null ? [] : [named, ...orderIds];
  const known = await namedLines(tx, { supplierId, orderIds: wanted, names });
  const ids = assignedLines(
    unlinked.map((line, place) => ({ ...line, procurement_line_id: known[place] ?? null })),
    ofOrder,
  );
  const lines = unlinked.map((line, place): MatchedLine => {
    const orderLine = ofOrder.find(({ id }) => id === ids[place]);
    if (orderLine === undefined) return line;
    const { id, cost_center_id, ledger_account_id } = orderLine;
    return { ...line, procurement_line_id: id, cost_center_id, ledger_account_id };
  });
  return { procurementId, lines };
}

const nowhere = { procurement_line_id: null, cost_center_id: null, ledger_account_id: null };

function ordersOf(lines: readonly OrderedLine[]): readonly PossibleOrder[] {
  const orders = Map.groupBy(lines, (line) => line.procurement_id);
  return [...orders].flatMap(([id, own]) => {
    const [first] = own;
    return first ? [{ id, currency: first.currency, open_value: first.open_value, lines: own }] : [];
  });
}
