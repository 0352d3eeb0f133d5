import { formatDocumentNumber } from '../../../document/number.ts';
import { takeNumbers } from '../../../document/server/numbers.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type Booking, bookingsOf, deliveryOf } from '../delivery.ts';
import type { NewReceipt } from '../outcome.ts';
import type { StoredProcurement } from './store.ts';

/** Fields of a delivery note that no rule uses (DATA-30). */
interface NoteParticulars {
  readonly delivery_note_number?: string | null;
  readonly delivery_note_date?: string | null;
  readonly file_id?: string | null;
}

/** The delivery note fields of a booking, common and by supplier. */
export interface DeliveryNote extends NoteParticulars {
  readonly location_id?: number | null;
  readonly comment?: string | null;
  readonly deliveries?: readonly (NoteParticulars & { readonly supplier_id?: number | null })[] | null;
}

type Delivered = Pick<StoredProcurement, 'id' | 'storedTimeline' | 'lines'>;

/** Books goods under one number per supplier (DATA-30) and adds it to the timeline entry (PROC-18). */
export async function saveReceipts(
  tx: Tx,
  context: Context,
  document: Delivered,
  number: number,
  receipts: readonly NewReceipt[],
  note: DeliveryNote,
): Promise<void> {
  if (receipts.length === 0) return;
  const bookings = bookingsOf(document.lines, receipts);
  const taken = [number, ...(await takeNumbers(tx, 'DN', bookings.length - 1))];
  for (const [place, booking] of bookings.entries())
    insertBooking(tx, context, document.id, taken[place] ?? number, booking, deliveryOf(note, booking));
  const numbers = taken.map((one) => formatDocumentNumber('DN', one));
  tx.send(
    `update procurement_line l set quantity_received = l.quantity_received + r.quantity
     from (select procurement_line_id, sum(quantity) as quantity
           from json_to_recordset($1) as r(procurement_line_id bigint, quantity numeric) group by procurement_line_id) r
     where l.id = r.procurement_line_id and l.procurement_id = $2`,
    [JSON.stringify(receipts), document.id],
  );
  tx.send(
    `update timeline_entry e set message_values = e.message_values || jsonb_build_object('number', ($2::text[])[booked.place])
     from (select id, row_number() over (order by entry_no) as place
           from (select id, entry_no from timeline_entry where timeline_id = $1 and type = 'product-received'
                 order by entry_no desc limit cardinality($2::text[])) newest) booked
     where e.id = booked.id`,
    [document.storedTimeline.id, numbers],
  );
}

function insertBooking(
  tx: Tx,
  context: Context,
  id: number,
  number: number,
  { receipts }: Booking<NewReceipt>,
  note: Omit<DeliveryNote, 'deliveries'>,
): void {
  tx.send(
    `insert into goods_receipt (tenant_id, procurement_id, procurement_line_id, number, number_formatted, quantity, reason, reverses_id,
       lb_user_id, comment, delivery_note_number, delivery_note_date, location_id, file_id)
     select $2, $3, procurement_line_id, $4, $5, quantity, reason, reverses_id, $6, $7, $8, $9, $10, $11
     from json_to_recordset($1) as r(procurement_line_id bigint, quantity numeric, reason text, reverses_id bigint)`,
    [
      JSON.stringify(receipts),
      context.tenantId,
      id,
      number,
      formatDocumentNumber('DN', number),
      context.userId,
      note.comment ?? null,
      note.delivery_note_number ?? null,
      note.delivery_note_date ?? null,
      note.location_id ?? null,
      note.file_id ?? null,
    ],
  );
}
