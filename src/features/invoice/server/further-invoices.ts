import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { CarriedFile } from '../../recognition/reading.ts';
import type { NewArrival } from '../arrival.ts';
import { noteArrivals } from './store.ts';

type Origin = Pick<
  NewArrival,
  'way' | 'name' | 'sender' | 'subject' | 'mailbox_id' | 'mailbox_mail_id' | 'client_id' | 'brought_by_id'
>;

/**
 * Lists the other invoices of a file in the inbox, where a person makes each an invoice of its own (REC-13, REC-14). A
 * repeated reading lists none again. Runs as writer.
 *
 * @param fileIds the ids of the stored files, in their order
 */
export async function noteFurtherInvoices(
  tx: Tx,
  context: Context,
  invoiceId: number,
  files: readonly CarriedFile[],
  fileIds: readonly string[],
): Promise<void> {
  const found = files.flatMap(({ name, isInvoice = false }, place) =>
    isInvoice ? [{ name, file_id: fileIds[place] ?? null }] : [],
  );
  if (found.length === 0) return;
  const [origin, known] = await Promise.all([
    tx.maybeOne<Origin>(
      `select way, name, sender, subject, mailbox_id, mailbox_mail_id, client_id, brought_by_id
       from invoice_arrival where invoice_id = $1 and fate = 'invoice' order by id limit 1`,
      [invoiceId],
    ),
    tx.query<{ file_id: string }>('select file_id from invoice_arrival where file_id = any ($1)', [
      found.map(({ file_id }) => file_id),
    ]),
  ]);
  const { name: unpacked_from = null, ...from } = origin ?? { way: 'upload', brought_by_id: context.userId };
  const listed = new Set(known.map(({ file_id }) => file_id));
  noteArrivals(
    tx,
    context,
    found
      .filter(({ file_id }) => file_id !== null && !listed.has(file_id))
      .map((file) => ({ ...from, ...file, unpacked_from, fate: 'open', reason: 'further_invoice' })),
  );
}
