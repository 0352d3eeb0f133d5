import { type Amount, amountOrNull, compareAmounts, minus, sum } from '../../../../base/money.ts';
import { missingQuantity, receivableQuantity } from '../../facts.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';

/** One line of the receive dialog. */
export interface ReceiptLine {
  readonly row: LineRow;
  readonly ordered: Amount;
  readonly received: Amount;
  readonly missing: Amount;
  /** The missing quantity and the accepted over-delivery (PROC-42). */
  readonly maxQuantity: Amount;
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
      const line = { kind: row.kind, quantity: ordered, quantity_received: received };
      const missing = missingQuantity(line);
      const maxQuantity = receivableQuantity(
        line,
        amountOrNull(document.company?.over_delivery_percent) ?? '0',
      );
      return { row, ordered, received, missing, maxQuantity, isComplete: compareAmounts(missing, '0') <= 0 };
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

/** The typed quantity of a line; zero if none is typed. */
export function typedQuantity({ row }: ReceiptLine, quantities: Quantities): Amount {
  return quantities.get(row.id) ?? '0';
}

/** Whether more was typed than may be received. */
export function isTooMuch(line: ReceiptLine, quantity: Amount): boolean {
  return compareAmounts(quantity, line.maxQuantity) > 0;
}

/** Negative if the typed quantity exceeds the missing one. */
export function missingAfter(line: ReceiptLine, quantity: Amount): Amount {
  return minus(line.missing, quantity);
}

/** Sums over the lines: quantities of one unit, else numbers of lines, since pieces and litres have no sum. */
export interface ReceiptSum {
  readonly isOfOneUnit: boolean;
  readonly booked: Amount;
  readonly lines: number;
  readonly missing: Amount;
  readonly received: Amount;
  readonly ordered: Amount;
}

export function receiptSum(lines: readonly ReceiptLine[], quantities: Quantities): ReceiptSum {
  const receipts = receiptsOf(quantities);
  const left = (line: ReceiptLine): Amount => missingAfter(line, typedQuantity(line, quantities));
  const isMissing = (line: ReceiptLine): boolean => compareAmounts(left(line), '0') > 0;
  if (new Set(lines.map(({ row }) => row.unit ?? '')).size > 1) {
    const received = lines.filter((line) => line.isComplete).length;
    const missing = lines.filter(isMissing).length;
    return {
      isOfOneUnit: false,
      booked: String(lines.length - missing - received),
      lines: receipts.length,
      missing: String(missing),
      received: String(received),
      ordered: String(lines.length),
    };
  }
  return {
    isOfOneUnit: true,
    booked: sum(receipts.map((receipt) => receipt.quantity)),
    lines: receipts.length,
    missing: sum(lines.filter(isMissing).map(left)),
    received: sum(lines.map((line) => line.received)),
    ordered: sum(lines.map((line) => line.ordered)),
  };
}
