import { type Amount, amountOrNull, compareAmounts, sum } from '../../../../base/money.ts';
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

/** One line of a booking that can be taken back, up to what is received of it. */
export interface ReturnableLine {
  readonly row: LineRow;
  readonly booked: Amount;
  readonly most: Amount;
}

/** What of a booking can still be taken back; empty when other bookings took it back already. */
export function returnableLines(document: ProcurementDocument, booking: Booking): readonly ReturnableLine[] {
  const lines = Map.groupBy(booking.receipts, (receipt) => receipt.procurement_line_id);
  return [...lines].flatMap(([id, receipts]) => {
    const row = document.procurement_lines.find((line) => line.id === id);
    const booked = sum(receipts.map(({ quantity }) => amountOrNull(quantity) ?? '0'));
    const received = amountOrNull(row?.quantity_received) ?? '0';
    if (row === undefined || compareAmounts(booked, '0') <= 0 || compareAmounts(received, '0') <= 0)
      return [];
    return [{ row, booked, most: compareAmounts(received, booked) < 0 ? received : booked }];
  });
}
