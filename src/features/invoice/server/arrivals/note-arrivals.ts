import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { ArrivalFate, ArrivalReason, ArrivalWay } from '../../arrival.ts';

/** Something that came in, as the list of everything has it (REC-13). */
export interface NewArrival {
  readonly way: ArrivalWay;
  readonly name: string;
  readonly fate: ArrivalFate;
  readonly reason?: ArrivalReason;
  readonly sender?: string | null;
  readonly subject?: string | null;
  readonly unpacked_from?: string | null;
  readonly mailbox_id?: number | null;
  readonly mailbox_mail_id?: number | null;
  readonly client_id?: number | null;
  /** The person, where one brought it. */
  readonly brought_by_id?: number;
  readonly invoice_id?: number | null;
  readonly file_id?: string | null;
}

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
