import { type Amount, amountOrNull, compareAmounts } from '../../../../base/money.ts';
import { returnable } from '../../delivery.ts';
import type { LineRow, ProcurementDocument, ReceiptRow } from '../document.ts';

/** The receipts of one booking, under one number (PROC-18). */
export interface Booking {
  readonly number: string;
  /** The first receipt, for the common values: time, person, delivery note. */
  readonly common: ReceiptRow;
  readonly receipts: readonly ReceiptRow[];
  /** Takes wrongly booked goods back. */
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

/** A receipt that can be taken back, up to the quantity `maxQuantity`. */
export interface ReturnableReceipt {
  readonly receipt: ReceiptRow;
  readonly row: LineRow;
  readonly maxQuantity: Amount;
}

/** The receipts of a booking that can still be taken back (PROC-18). */
export function returnableReceipts(
  { goods_receipts, procurement_lines: rows }: ProcurementDocument,
  booking: Booking,
): readonly ReturnableReceipt[] {
  const all = goods_receipts.map(quantified);
  return booking.receipts.flatMap((receipt) => {
    const row = rows.find(({ id }) => id === receipt.procurement_line_id);
    if (row === undefined || receipt.quantity < 0) return [];
    const line = { quantity_received: amountOrNull(row.quantity_received) ?? '0' };
    const maxQuantity = returnable(line, quantified(receipt), all);
    return compareAmounts(maxQuantity, '0') > 0 ? [{ receipt, row, maxQuantity }] : [];
  });
}

function quantified({ id, quantity, reverses_id }: ReceiptRow) {
  return { id, reverses_id, quantity: amountOrNull(quantity) ?? '0' };
}
