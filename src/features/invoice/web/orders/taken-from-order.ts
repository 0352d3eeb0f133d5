import { type Amount, amountOf, amountOrNull, compareAmounts, minus } from '../../../../base/money.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { assignedLines } from '../../matching/assign-lines.ts';
import type { OrderLine } from '../../matching/order-line.ts';
import { type InvoiceDraft, isBlankLine, type LineDraft, newLine, withPrice } from '../draft.ts';
import type { OrderLineRow, OrderRow } from './orders.ts';

type Head = InvoiceDraft['head'];

/** How much of a line of an order no other invoice charges; null where it has no quantity. */
export function openQuantity({ quantity, quantity_invoiced }: OrderLine): Amount | null {
  return quantity === null ? null : minus(quantity, quantity_invoiced);
}

/** Whether something of it is still to be invoiced. */
export function isOpen(line: OrderLine): boolean {
  const open = openQuantity(line);
  return open !== null && compareAmounts(open, '0') > 0;
}

/** The head with an order, which fills what nobody has filled yet (INV-03). */
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

/** A line of an invoice over what is open of a line of an order, booked as it was ordered. */
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

/** Lines that are taken over, and whether they take the place of those that are there. */
export interface Taken {
  readonly lineIds: ReadonlySet<number>;
  readonly isReplacing: boolean;
}

/** The draft with these lines of an order (INV-03). */
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

/** The draft whose lines are linked with those of orders as far as they are found (INV-23). */
export function withAssignedLines(draft: InvoiceDraft, orderLines: readonly OrderLine[]): InvoiceDraft {
  const ids = assignedLines(draft.lines, orderLines);
  const lines = draft.lines.map((line, place) => ({ ...line, procurement_line_id: ids[place] ?? null }));
  return { ...draft, lines };
}
