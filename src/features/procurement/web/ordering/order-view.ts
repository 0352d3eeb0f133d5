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

/** The displayed order of one supplier (PROC-16). */
export interface ShownOrder {
  readonly block: OrderBlockRow;
  readonly order: SupplierOrderRow | undefined;
  /** The name of the supplier, with the marketplace if there is one. */
  readonly supplier: string;
  readonly lines: readonly LineRow[];
  readonly net: Amount;
  readonly letters: readonly LetterRow[];
  readonly confirmations: readonly ShownConfirmation[];
  /** The supplier has the order and can confirm it. */
  readonly isPlaced: boolean;
}

export interface ShownConfirmation {
  readonly row: ConfirmationRow;
  readonly differences: readonly ShownDifference[];
  /** There are further deviations in hidden prices (ROLE-07). */
  readonly hasHidden: boolean;
  /** Includes hidden deviations. */
  readonly count: number;
  /** Waits for acceptance; only the last confirmation can. */
  readonly isUndecided: boolean;
}

/** One deviation with the ordered and the confirmed value. */
export interface ShownDifference {
  readonly key: string;
  readonly name: string | null;
  readonly field: ConfirmedField;
  readonly ordered: OrderedLine;
  readonly confirmed: OrderedLine;
}

/** The blocks of an order with their letters and confirmations. */
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
    const reported = letters.findLast((letter) => letter.state === 'sent');
    return [
      {
        block,
        order,
        supplier: marketplace === null ? supplier.name : `${supplier.name} (${marketplace.name})`,
        lines,
        net: sum(totals(lines.map(pricedLine)).lines.map((line) => line.total_netto ?? '0')),
        letters,
        confirmations: shownConfirmations(document, order?.order_confirmations ?? []),
        isPlaced: reported !== undefined && reported.kind !== 'cancellation',
      },
    ];
  });
}

/** The order of one supplier as command input. */
export function blockIn({ supplier_id, marketplace_id }: OrderBlockRow): {
  readonly supplier_id: number | null;
  readonly marketplace_id: number | null;
} {
  return { supplier_id, marketplace_id };
}

/** Identifies the order of one supplier on the document. */
export function orderKey({ supplier_id, marketplace_id }: OrderBlockRow): string {
  return `${supplier_id} ${marketplace_id}`;
}

/** The current order with this `orderKey`. */
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
    // Without prices the page misses price deviations, so that the stored count applies (ROLE-07).
    const isBlind = document.total_netto === null;
    const isExact = isUndecided && !isBlind;
    const count = isExact ? differences.length : (row.difference_count ?? differences.length);
    const hasHidden = isBlind && count > differences.length;
    return { row, differences, count, hasHidden, isUndecided };
  });
}

/** The deviations from the current order, which would be accepted now. */
function openDifferences(document: ProcurementDocument, row: ConfirmedLineRow): readonly ShownDifference[] {
  const line = document.procurement_lines.find(({ id }) => id === row.procurement_line_id);
  return line ? shownDifferences(row, line.description, orderedOf(document, line)) : [];
}

/** The stored deviations of an accepted or replaced confirmation. */
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

/** The currently ordered values of a line; without price if prices are hidden. */
export function orderedOf(document: Pick<ProcurementDocument, 'delivery_date'>, line: LineRow): OrderedLine {
  return orderedLine({ ...pricedLine(line), delivery_date: line.delivery_date }, document);
}

/** The price of a line in its price mode; null if prices are hidden. */
export function agreedPrice(line: LineRow): Amount | null {
  return amountOrNull(line.price_mode === 'gross' ? line.price_brutto : line.price_netto);
}

/** The text keys of dialog titles, by kind of letter. */
export const letterTitles = {
  order: 'title',
  change: 'title_change',
  cancellation: 'title_cancellation',
} as const;
