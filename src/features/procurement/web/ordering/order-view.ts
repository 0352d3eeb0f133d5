import { type Amount, amountOrNull, sum } from '../../../../base/money.ts';
import { totals } from '../../../../document/totals.ts';
import { pricedLine } from '../../../../document/web/lines/priced-line.ts';
import {
  type ConfirmedField,
  confirmationDifferences,
  type OrderedLine,
  orderedLine,
} from '../../order-confirmation.ts';
import type {
  ConfirmationRow,
  ConfirmedLineRow,
  LetterRow,
  LineRow,
  OrderBlockRow,
  ProcurementDocument,
  SupplierOrderRow,
} from '../document.ts';

/** The order of one supplier as the page shows it (PROC-16). */
export interface ShownOrder {
  readonly block: OrderBlockRow;
  readonly order: SupplierOrderRow | undefined;
  /** Whose order it is, as people call him; with the marketplace where it was picked. */
  readonly supplier: string;
  readonly lines: readonly LineRow[];
  readonly net: Amount;
  readonly letters: readonly LetterRow[];
  readonly confirmations: readonly ShownConfirmation[];
  /** The supplier has the order, so that he can confirm it. */
  readonly isPlaced: boolean;
}

export interface ShownConfirmation {
  readonly row: ConfirmationRow;
  readonly differences: readonly ShownDifference[];
  /** There are others, of prices that the reader does not see (ROLE-07). */
  readonly hasHidden: boolean;
  /** Those that this person does not see count as well. */
  readonly count: number;
  /** Somebody has to accept it: only the last one counts. */
  readonly isUndecided: boolean;
}

/** One thing that the supplier confirmed differently, with both sides of it. */
export interface ShownDifference {
  readonly key: string;
  readonly name: string | null;
  readonly field: ConfirmedField;
  readonly ordered: OrderedLine;
  readonly confirmed: OrderedLine;
}

/** The blocks of an order with what has been told and confirmed so far. */
export function shownOrders(document: ProcurementDocument): readonly ShownOrder[] {
  return document.order_blocks.flatMap((block) => {
    const order = document.procurement_supplier_orders.find(({ id }) => id === block.supplier_order_id);
    const lines = document.procurement_lines.filter(
      (line) => line.supplier?.id === block.supplier_id && line.marketplace_id === block.marketplace_id,
    );
    const supplier = order?.supplier ?? lines[0]?.supplier ?? null;
    const marketplace = order?.marketplace ?? lines[0]?.marketplace ?? null;
    if (supplier === null) return [];
    const letters = order?.procurement_order_letters ?? [];
    const told = letters.findLast((letter) => letter.state === 'sent');
    return [
      {
        block,
        order,
        supplier: marketplace === null ? supplier.name : `${supplier.name} (${marketplace.name})`,
        lines,
        net: sum(totals(lines.map(pricedLine)).lines.map((line) => line.total_netto ?? '0')),
        letters,
        confirmations: shownConfirmations(document, order?.order_confirmations ?? []),
        isPlaced: told !== undefined && told.kind !== 'cancellation',
      },
    ];
  });
}

/** The order of one supplier as commands name it. */
export function blockIn({ supplier_id, marketplace_id }: OrderBlockRow): {
  readonly supplier_id: number | null;
  readonly marketplace_id: number | null;
} {
  return { supplier_id, marketplace_id };
}

/** Tells the order of one supplier from the others on the document. */
export function orderKey({ supplier_id, marketplace_id }: OrderBlockRow): string {
  return `${supplier_id} ${marketplace_id}`;
}

/** The order that `orderKey` named, as it is by now. */
export function orderAt(document: ProcurementDocument, key: string): ShownOrder | undefined {
  return shownOrders(document).find(({ block }) => orderKey(block) === key);
}

function shownConfirmations(
  document: ProcurementDocument,
  rows: readonly ConfirmationRow[],
): readonly ShownConfirmation[] {
  return rows.map((row, place) => {
    const isUndecided = row.accepted_at === null && place === rows.length - 1;
    const differences = row.order_confirmation_lines.flatMap((line) =>
      isUndecided ? openDifferences(document, line) : keptDifferences(line),
    );
    // Who sees no prices sees no difference of theirs either, so that what was counted with them stands (ROLE-07).
    const isBlind = document.total_netto === null;
    const isExact = isUndecided && !isBlind;
    const count = isExact ? differences.length : (row.difference_count ?? differences.length);
    const hasHidden = isBlind && count > differences.length;
    return { row, differences, count, hasHidden, isUndecided };
  });
}

/** What would be accepted now: where the answer deviates from the order as it stands. */
function openDifferences(document: ProcurementDocument, row: ConfirmedLineRow): readonly ShownDifference[] {
  const line = document.procurement_lines.find(({ id }) => id === row.procurement_line_id);
  return line ? shownDifferences(row, line.description, orderedOf(document, line)) : [];
}

/** What was accepted, or replaced by another answer: as it was written down then. */
function keptDifferences(row: ConfirmedLineRow): readonly ShownDifference[] {
  return shownDifferences(row, row.description, {
    quantity: amountOrNull(row.ordered_quantity),
    price: amountOrNull(row.ordered_price),
    delivery_date: row.ordered_delivery_date,
  });
}

function shownDifferences(
  row: ConfirmedLineRow,
  name: string | null,
  ordered: OrderedLine,
): readonly ShownDifference[] {
  const confirmed = {
    quantity: amountOrNull(row.quantity),
    price: amountOrNull(row.price),
    delivery_date: row.delivery_date,
  };
  return confirmationDifferences(ordered, confirmed).map((field) => ({
    key: `${row.id} ${field}`,
    ...{ name, field, ordered, confirmed },
  }));
}

/** What is ordered with a line now; without a price where prices are hidden. */
export function orderedOf(document: Pick<ProcurementDocument, 'delivery_date'>, line: LineRow): OrderedLine {
  return orderedLine({ ...pricedLine(line), delivery_date: line.delivery_date }, document);
}

/** The price of a line as it was agreed: net or gross; null where prices are hidden. */
export function agreedPrice(line: LineRow): Amount | null {
  return amountOrNull(line.price_mode === 'gross' ? line.price_brutto : line.price_netto);
}
