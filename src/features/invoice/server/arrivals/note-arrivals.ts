import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { NewArrival } from '../../arrival.ts';

/** Lists what came in, in the transaction that decides about it, so that neither happens alone (REC-13). Runs as writer. */
export function noteArrivals(
  tx: Tx,
  { tenantId }: Pick<Context, 'tenantId'>,
  arrivals: readonly NewArrival[],
): void {
  if (arrivals.length === 0) return;
  tx.send(
    `insert into invoice_arrival (tenant_id, way, name, fate, reason, sender, subject, unpacked_from, mailbox_id,
       mailbox_mail_id, client_id, brought_by_id, invoice_id, file_id)
     select $1, way, left(name, 255), fate, reason, sender, subject, left(unpacked_from, 255), mailbox_id,
       mailbox_mail_id, client_id, brought_by_id, invoice_id, file_id
     from json_to_recordset($2) as a(way text, name text, fate text, reason text, sender text, subject text,
       unpacked_from text, mailbox_id bigint, mailbox_mail_id bigint, client_id bigint, brought_by_id bigint,
       invoice_id bigint, file_id uuid)`,
    [tenantId, JSON.stringify(arrivals)],
  );
}

/** A mail that is read once more is listed by what comes of it now. Runs as writer. */
export function forgetOpenArrivals(tx: Tx, mailId: number): void {
  tx.send("delete from invoice_arrival where mailbox_mail_id = $1 and fate = 'open'", [mailId]);
}

/** The first invoice that has these bytes, as writer; null where none does. */
export async function invoiceOfBytes(writer: Tx, sha256: Buffer): Promise<number | null> {
  const known = await writer.maybeOne<{ invoice_id: number }>(
    'select invoice_id from file where sha256 = $1 and invoice_id is not null order by created_at limit 1',
    [sha256],
  );
  return known?.invoice_id ?? null;
}
