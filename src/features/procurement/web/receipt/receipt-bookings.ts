import { type Amount, amountOrNull, compareAmounts } from '../../../../base/money.ts';
import { returnable } from '../../delivery.ts';
import type { LineRow, ProcurementDocument, ReceiptRow } from '../document.ts';

/** What was booked at once under one delivery note number (PROC-18). */
export interface Booking {
  readonly number: string;
  /** What all its receipts have in common: when, by whom, the delivery note. */
  readonly common: ReceiptRow;
  readonly receipts: readonly ReceiptRow[];
  /** It takes goods back that were booked wrongly. */
  readonly isCounter: boolean;
}

export function bookings({ goods_receipts: receipts }: ProcurementDocument): readonly Booking[] {
  const byNumber = [...Map.groupBy(receipts, (receipt) => receipt.number_formatted)];
  return byNumber.flatMap(([number, own]) => {
    const [common] = own;
    if (common === undefined) return [];
    return [{ number, common, receipts: own, isCounter: own.every((receipt) => receipt.quantity < 0) }];
  });
}

/** One receipt of a booking that can be taken back, up to what is left of it. */
export interface ReturnableReceipt {
  readonly receipt: ReceiptRow;
  readonly row: LineRow;
  readonly most: Amount;
}

/** What of a booking can still be taken back; empty when all of it was taken back already (PROC-18). */
export function returnableReceipts(
  { goods_receipts, procurement_lines: rows }: ProcurementDocument,
  booking: Booking,
): readonly ReturnableReceipt[] {
  const all = goods_receipts.map(quantified);
  return booking.receipts.flatMap((receipt) => {
    const row = rows.find(({ id }) => id === receipt.procurement_line_id);
    if (row === undefined || receipt.quantity < 0) return [];
    const line = { quantity_received: amountOrNull(row.quantity_received) ?? '0' };
    const most = returnable(line, quantified(receipt), all);
    return compareAmounts(most, '0') > 0 ? [{ receipt, row, most }] : [];
  });
}

function quantified({ id, quantity, reverses_id }: ReceiptRow) {
  return { id, reverses_id, quantity: amountOrNull(quantity) ?? '0' };
}
