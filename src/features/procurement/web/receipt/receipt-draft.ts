import { type Amount, amountOrNull, compareAmounts, minus, sum } from '../../../../base/money.ts';
import { missingQuantity } from '../../facts.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';

/** One line of the receive dialog. */
export interface ReceiptLine {
  readonly row: LineRow;
  readonly ordered: Amount;
  readonly received: Amount;
  readonly missing: Amount;
  readonly isComplete: boolean;
}

/** The typed quantities by line id. */
export type Quantities = ReadonlyMap<number, Amount>;

/** The lines with goods, without freight and surcharges. */
export function receiptLines(document: ProcurementDocument): readonly ReceiptLine[] {
  return document.procurement_lines
    .filter((row) => row.kind === 'item' && row.quantity !== null)
    .map((row) => {
      const ordered = amountOrNull(row.quantity) ?? '0';
      const received = amountOrNull(row.quantity_received) ?? '0';
      const missing = missingQuantity({ kind: row.kind, quantity: ordered, quantity_received: received });
      return { row, ordered, received, missing, isComplete: compareAmounts(missing, '0') <= 0 };
    });
}

/** The lines of one supplier. */
export interface SupplierLines {
  /** The supplier id, 0 without supplier. */
  readonly key: number;
  readonly id: number | null;
  readonly name: string | null;
  readonly lines: readonly ReceiptLine[];
}

/** The lines by supplier, as each supplier has an own delivery note. */
export function supplierLines(lines: readonly ReceiptLine[]): readonly SupplierLines[] {
  return [...Map.groupBy(lines, ({ row }) => row.supplier?.id ?? 0)].map(([key, own]) => ({
    key,
    id: key || null,
    name: own[0]?.row.supplier?.name ?? null,
    lines: own,
  }));
}

/** Whether a quantity of the supplier is booked. */
export function isBooked({ lines }: SupplierLines, quantities: Quantities): boolean {
  const booked = new Set(receiptsOf(quantities).map((receipt) => receipt.procurement_line_id));
  return lines.some(({ row }) => booked.has(row.id));
}

export function allMissing(lines: readonly ReceiptLine[]): Quantities {
  return new Map(lines.filter((line) => !line.isComplete).map((line) => [line.row.id, line.missing]));
}

/** The receipts to book: every quantity above zero (VAL-12). */
export function receiptsOf(quantities: Quantities) {
  return [...quantities]
    .filter(([, quantity]) => compareAmounts(quantity, '0') > 0)
    .map(([procurement_line_id, quantity]) => ({ procurement_line_id, quantity }));
}

/** Negative if the typed quantity exceeds the missing one. */
export function missingAfter(line: ReceiptLine, quantities: Quantities): Amount {
  return minus(line.missing, quantities.get(line.row.id) ?? '0');
}

export interface ReceiptSum {
  readonly booked: Amount;
  readonly lines: number;
  readonly missing: Amount;
  readonly received: Amount;
  readonly ordered: Amount;
}

export function receiptSum(lines: readonly ReceiptLine[], quantities: Quantities): ReceiptSum {
  const receipts = receiptsOf(quantities);
  return {
    booked: sum(receipts.map((receipt) => receipt.quantity)),
    lines: receipts.length,
    missing: sum(lines.map((line) => missingAfter(line, quantities))),
    received: sum(lines.map((line) => line.received)),
    ordered: sum(lines.map((line) => line.ordered)),
  };
}
