import { dividedBy, round, times } from '../../base/money.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { type Notice, type NoticedLine, type NoticedOrder, noticedLines } from '../punchout/notice.ts';
import type { Procurement, ProcurementLine, SupplierOrder } from './model.ts';
import type { ConfirmedLineInput } from './order-confirmation.ts';
import { lastSent, linesOf } from './order-letters.ts';

/** What a shop says of an order, as a person would have recorded it; null where it says nothing that can be recorded. */
export interface RecordedNotice {
  readonly lines: readonly ConfirmedLineInput[];
  /** Lines of the order that are not simply taken, by the number that the shop knows them by. */
  readonly remarks: readonly Pick<NoticedLine, 'line_number' | 'states'>[];
}

/**
 * Turns the notice of a shop into a confirmation (PUN-10, PROC-36). Its numbers of lines are those of the order as it was
 * sent last; what an earlier confirmation said and nobody has decided yet stays for the lines that this one does not name.
 */
export function recordedNotice(
  document: Pick<Procurement, 'head' | 'lines'>,
  order: SupplierOrder,
  notice: Notice,
  noticed: NoticedOrder,
): RecordedNotice | null | Refusal {
  const sent = lastSent(order)?.content.lines ?? [];
  const own = linesOf(document, order);
  const said = noticedLines(noticed);
  const strange = said.find(({ line_number }) => line_number < 1 || line_number > sent.length);
  if (strange) return refuse('not_found', { field: `lines.${strange.line_number}` });
  const { currency } = document.head;
  const foreign = said.find((line) => line.currency !== null && line.currency !== currency);
  if (foreign) {
    const values = { currency: foreign.currency, expected: currency };
    return refuse('punchout_currency_differs', { field: `lines.${foreign.line_number}`, values });
  }
  const earlier = new Map(order.undecided_lines.map((line) => [line.procurement_line_id, line]));
  const lines = sent.flatMap(({ id }, place): ConfirmedLineInput[] => {
    // A line that is gone since then is not confirmed any more.
    const line = own.find((one) => one.id === id);
    if (!line || id === null) return [];
    const told = said.find(({ line_number }) => line_number === place + 1);
    const before = earlier.get(id);
    const confirmed = told ? namedLine(line, told, notice) : restLine(line, notice);
    if (confirmed === null) return before ? [before] : [];
    if (notice.kind !== 'ship_notice') return [confirmed];
    const day = confirmed.delivery_date ?? before?.delivery_date ?? null;
    return [{ ...before, ...confirmed, delivery_date: day }];
  });
  const isNothingSaid =
    notice.is_withdrawn || (said.length === 0 && notice.rest === null) || lines.length === 0;
  return isNothingSaid ? null : { lines, remarks: said.filter(({ states }) => states.length > 0) };
}

/** What is sent says nothing of how many are still to come, and what a delivery of a part brings is booked when it is here. */
function namedLine(line: ProcurementLine, told: NoticedLine, { kind }: Notice): ConfirmedLineInput {
  const known = { procurement_line_id: line.id ?? 0, delivery_date: told.delivery_date };
  if (kind === 'ship_notice') return known;
  return { ...known, quantity: told.quantity, price: priceOf(line, told) };
}

/** In the unit of the line; one that is named for another unit is computed, one without a unit is meant as it was ordered. */
function priceOf(line: ProcurementLine, { price, price_unit }: NoticedLine): string | null {
  if (price === null || line.price_mode === 'gross') return null;
  return round(price_unit === null ? price : dividedBy(times(price, line.price_unit ?? '1'), price_unit), 8);
}

function restLine(line: ProcurementLine, { kind, rest }: Notice): ConfirmedLineInput | null {
  if (kind !== 'confirmation' || rest === null) return null;
  return { procurement_line_id: line.id ?? 0, quantity: rest === 'rejected' ? '0' : line.quantity };
}
