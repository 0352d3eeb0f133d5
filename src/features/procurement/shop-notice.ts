import { type Amount, compareAmounts, dividedBy, round, times } from '../../base/money.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { type Notice, type NoticedLine, type NoticedOrder, noticedLines } from '../punchout/notice.ts';
import type { Procurement, ProcurementLine, SupplierOrder } from './model.ts';
import type { ConfirmedLineInput } from './order-confirmation.ts';
import { lastSent, linesOf } from './order-letters.ts';

/** A shop's notice in the form of a recorded confirmation. */
export interface RecordedNotice {
  readonly lines: readonly ConfirmedLineInput[];
  /** Lines that are not simply accepted, by the shop's line number. */
  readonly remarks: readonly Pick<NoticedLine, 'line_number' | 'states'>[];
}

/** A shipped part of a line with its own day (PUN-17). */
export interface ShippedPart extends Pick<NoticedLine, 'line_number' | 'delivery_date'> {
  readonly quantity: Amount;
}

/** The parts of lines that a ship notice announces; the rest of such a line keeps its promised day. */
export function shippedParts(
  document: Pick<Procurement, 'head' | 'lines'>,
  order: SupplierOrder,
  { kind, is_withdrawn }: Pick<Notice, 'kind' | 'is_withdrawn'>,
  noticed: NoticedOrder,
): readonly ShippedPart[] {
  if (kind !== 'ship_notice' || is_withdrawn) return [];
  const sent = lastSent(order)?.content.lines ?? [];
  const own = linesOf(document, order);
  return noticedLines(noticed).flatMap(({ line_number, quantity, delivery_date }) => {
    const line = own.find(({ id }) => id !== null && id === sent[line_number - 1]?.id);
    return line !== undefined && quantity !== null && isPart(line, quantity)
      ? [{ line_number, quantity, delivery_date }]
      : [];
  });
}

function isPart(line: ProcurementLine, quantity: Amount): boolean {
  return line.quantity !== null && compareAmounts(quantity, line.quantity) < 0;
}

/**
 * Turns the notice of a shop into a confirmation (PUN-10, PROC-36); null if it has nothing to record. Line numbers
 * refer to the last sent order; lines not named keep the values of an earlier undecided confirmation.
 */
export function recordedNotice(
  document: Pick<Procurement, 'head' | 'lines'>,
  order: SupplierOrder,
  notice: Notice,
  noticed: NoticedOrder,
): RecordedNotice | null | Refusal {
  const sent = lastSent(order)?.content.lines ?? [];
  const own = linesOf(document, order);
  const announced = noticedLines(noticed);
  const strange = announced.find(({ line_number }) => line_number < 1 || line_number > sent.length);
  if (strange) return refuse('not_found', { field: `lines.${strange.line_number}` });
  const { currency } = document.head;
  const foreign = announced.find((line) => line.currency !== null && line.currency !== currency);
  if (foreign) {
    const values = { currency: foreign.currency, expected: currency };
    return refuse('punchout_currency_differs', { field: `lines.${foreign.line_number}`, values });
  }
  const earlier = new Map(order.undecided_lines.map((line) => [line.procurement_line_id, line]));
  const lines = sent.flatMap(({ id }, place): ConfirmedLineInput[] => {
    // Lines removed since then are not confirmed.
    const line = own.find((one) => one.id === id);
    if (!line || id === null) return [];
    const noted = announced.find(({ line_number }) => line_number === place + 1);
    const before = earlier.get(id);
    const isPartly = notice.kind === 'ship_notice' && noted?.quantity != null && isPart(line, noted.quantity);
    const confirmed = noted && !isPartly ? namedLine(line, noted, notice) : restLine(line, notice);
    if (confirmed === null) return before ? [before] : [];
    if (notice.kind !== 'ship_notice') return [confirmed];
    const day = confirmed.delivery_date ?? before?.delivery_date ?? null;
    return [{ ...before, ...confirmed, delivery_date: day }];
  });
  const parts = shippedParts(document, order, notice, noticed);
  const isNothingAnnounced =
    notice.is_withdrawn ||
    // Partial shipments confirm nothing.
    (parts.length > 0 && parts.length === announced.length) ||
    (announced.length === 0 && notice.rest === null) ||
    lines.length === 0;
  return isNothingAnnounced ? null : { lines, remarks: announced.filter(({ states }) => states.length > 0) };
}

/** A ship notice of a whole line confirms only the date: quantities are booked on receipt. */
function namedLine(line: ProcurementLine, noted: NoticedLine, { kind }: Notice): ConfirmedLineInput {
  const known = { procurement_line_id: line.id ?? 0, delivery_date: noted.delivery_date };
  if (kind === 'ship_notice') return known;
  return { ...known, quantity: noted.quantity, price: priceOf(line, noted) };
}

/** The price converted to the price unit of the line; a price without unit counts for the ordered one. */
function priceOf(line: ProcurementLine, { price, price_unit }: NoticedLine): string | null {
  if (price === null || line.price_mode === 'gross') return null;
  return round(price_unit === null ? price : dividedBy(times(price, line.price_unit ?? '1'), price_unit), 8);
}

function restLine(line: ProcurementLine, { kind, rest }: Notice): ConfirmedLineInput | null {
  if (kind !== 'confirmation' || rest === null) return null;
  return { procurement_line_id: line.id ?? 0, quantity: rest === 'rejected' ? '0' : line.quantity };
}
