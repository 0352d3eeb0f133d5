import { type Amount, amountOrNull, sum } from '../../../../base/money.ts';
import { totals } from '../../../../document/totals.ts';
import { type ConfirmationDifference, confirmationDifferences } from '../../order-confirmation.ts';
import type {
  ConfirmationRow,
  LetterRow,
  LineRow,
  OrderBlockRow,
  ProcurementDocument,
  SupplierOrderRow,
} from '../document.ts';
import { pricedLine } from '../lines/line-groups.ts';

/** The order of one supplier as the page shows it (PROC-16). */
export interface ShownOrder {
  readonly block: OrderBlockRow;
  readonly order: SupplierOrderRow | undefined;
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
  readonly differences: readonly ConfirmationDifference[];
  /** Somebody has to accept it: only the last one counts. */
  readonly isUndecided: boolean;
}

/** The blocks of an order with what has been told and confirmed so far. */
export function shownOrders(document: ProcurementDocument): readonly ShownOrder[] {
  return document.order_blocks.flatMap((block) => {
    const order = document.procurement_supplier_orders.find(({ id }) => id === block.supplier_order_id);
    const lines = document.procurement_lines.filter((line) => line.supplier?.id === block.supplier_id);
    const supplier = order?.supplier ?? lines[0]?.supplier ?? null;
    if (supplier === null) return [];
    const letters = order?.procurement_order_letters ?? [];
    const told = letters.findLast((letter) => letter.state === 'sent');
    return [
      {
        block,
        order,
        supplier: supplier.name,
        lines,
        net: sum(totals(lines.map(pricedLine)).lines.map((line) => line.total_netto ?? '0')),
        letters,
        confirmations: shownConfirmations(document, order?.order_confirmations ?? []),
        isPlaced: told !== undefined && told.kind !== 'cancellation',
      },
    ];
  });
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
  return rows.map((row, place) => ({
    row,
    differences: row.order_confirmation_lines.flatMap((confirmed) => {
      const line = document.procurement_lines.find(({ id }) => id === confirmed.procurement_line_id);
      return line ? differencesOf(document, line, confirmed) : [];
    }),
    isUndecided: row.accepted_at === null && place === rows.length - 1,
  }));
}

/** The same rule as the server's, for what the page has loaded. */
export function differencesOf(
  document: Pick<ProcurementDocument, 'delivery_date'>,
  line: LineRow,
  confirmed: {
    readonly quantity: number | string | null;
    readonly price: number | string | null;
    readonly delivery_date: string | null;
  },
): readonly ConfirmationDifference[] {
  const amount = (value: number | string | null) => (typeof value === 'string' ? value : amountOrNull(value));
  return confirmationDifferences(
    { ...pricedLine(line), delivery_date: line.delivery_date },
    {
      procurement_line_id: line.id,
      quantity: amount(confirmed.quantity),
      price: amount(confirmed.price),
      delivery_date: confirmed.delivery_date,
    },
    document,
  );
}

/** The price of a line as it was agreed: net or gross; null where prices are hidden. */
export function agreedPrice(line: LineRow): Amount | null {
  return amountOrNull(line.price_mode === 'gross' ? line.price_brutto : line.price_netto);
}
