import { type Amount, amountOf, amountOrNull, compareAmounts, minus } from '../../../../base/money.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { assignedLines } from '../../matching/assign-lines.ts';
import type { OrderLine } from '../../matching/order-line.ts';
import { type InvoiceDraft, isBlankLine, type LineDraft, newLine, withPrice } from '../draft.ts';
import type { OrderLineRow, OrderRow } from './orders.ts';

type Head = InvoiceDraft['head'];

/** The quantity of an order line that no other invoice charges; null if it has no quantity. */
export function openQuantity({ quantity, quantity_invoiced }: OrderLine): Amount | null {
  return quantity === null ? null : minus(quantity, quantity_invoiced);
}

/** Whether a part of the line is not invoiced yet. */
export function isOpen(line: OrderLine): boolean {
  const open = openQuantity(line);
  return open !== null && compareAmounts(open, '0') > 0;
}

/** Links an order and fills empty fields of the head from it (INV-03). */
export function withOrder(head: Head, { id, number, name, ...order }: OrderRow): Head {
  return {
    ...head,
    procurement: head.procurement ?? { id, number, name: name ?? '' },
    department: head.department ?? order.department,
    cost_center: head.cost_center ?? order.cost_center,
    ledger_account: head.ledger_account ?? order.ledger_account,
    payment_in_advance: head.payment_in_advance || order.payment_in_advance,
  };
}

/** An invoice line for the open quantity of an order line, with the accounting of the order. */
function lineOfOrder(row: OrderLineRow, open: Amount | null, order: OrderRow, key: string): LineDraft {
  const line: LineDraft = {
    ...newLine(key),
    item_number: row.item_number ?? '',
    description: row.description ?? '',
    unit: row.unit ?? '',
    price_unit: compareAmounts(amountOf(row.price_unit), '1') === 0 ? null : amountOf(row.price_unit),
    unit_net_price: amountOrNull(row.price_netto),
    tax_percentage: amountOrNull(row.tax),
    cost_center: row.cost_center ?? order.cost_center,
    ledger_account: row.ledger_account ?? order.ledger_account,
    procurement_line_id: row.id,
  };
  return withPrice(line, { quantity: open ?? '1' });
}

/** The lines to take over, and whether they replace the existing ones. */
export interface Taken {
  readonly lineIds: ReadonlySet<number>;
  readonly isReplacing: boolean;
}

/** Adds lines of an order to the draft (INV-03). */
export function withLinesOfOrder(
  draft: InvoiceDraft,
  order: OrderRow,
  orderLines: readonly OrderLine[],
  { lineIds, isReplacing }: Taken,
): InvoiceDraft {
  const known = new Map(orderLines.map((line) => [line.id, line]));
  const taken = order.procurement_lines
    .filter(({ id }) => lineIds.has(id))
    .map((row) => {
      const line = known.get(row.id);
      return lineOfOrder(row, line === undefined ? null : openQuantity(line), order, uniqueKey());
    });
  const kept = isReplacing ? [] : draft.lines.filter((line) => !isBlankLine(line));
  return { head: withOrder(draft.head, order), lines: [...kept, ...taken] };
}

/** Links the lines of the draft with matching order lines (INV-23). */
export function withAssignedLines(draft: InvoiceDraft, orderLines: readonly OrderLine[]): InvoiceDraft {
  const ids = assignedLines(draft.lines, orderLines);
  const lines = draft.lines.map((line, place) => ({ ...line, procurement_line_id: ids[place] ?? null }));
  return { ...draft, lines };
}
