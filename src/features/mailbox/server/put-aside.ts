import { uploadLimitBytes } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { storeFile } from '../../../platform/server/files/files.ts';
import type { MailFailure } from '../failure.ts';
import { warnOfPutAside } from './mailbox-warning.ts';

/** Bytes of put-aside mails kept per tenant, so that strangers cannot fill the database. */
const maxKeptBytes = 100 * 1024 * 1024;

export interface PutAsideMail {
  /** ID of its record. */
  readonly id: number;
  readonly mailboxId: number | null;
  readonly failure: MailFailure;
  /** The original; null if it exceeds the size limit. */
  readonly raw: Buffer | null;
}

/**
 * Keeps the original of a put-aside mail up to the file size limit, and informs the administrators; per mailbox once
 * a day, since a sender of such mails often sends many (TECH-20). Runs as writer, in the transaction that recorded
 * the mail.
 */
export async function putAside(
  tx: Tx,
  publicUrl: string,
  tenantId: number,
  mail: PutAsideMail,
): Promise<void> {
  const isKept = await keepOriginal(tx, tenantId, mail);
  const isFirst = await isFirstOfDay(tx, mail);
  if (isFirst) await warnOfPutAside(tx, publicUrl, tenantId, { ...mail, isKept });
}

/** Keeps the mail as a file of a neutral type, so that no browser displays hostile content. */
export async function keepOriginal(
  tx: Tx,
  tenantId: number,
  { id, raw }: Pick<PutAsideMail, 'id' | 'raw'>,
): Promise<boolean> {
  if (raw === null || raw.length > uploadLimitBytes) return false;
  if (!(await hasRoomFor(tx, raw.length))) return false;
  const fileId = await storeFile(tx, {
    ...{ tenantId, bytes: raw, name: `mail-${id}.eml`, mime: 'application/octet-stream' },
    ...{ receivedBy: 'mailbox', createdById: null },
  });
  await tx.query('update mailbox_mail set file_id = $2 where id = $1', [id, fileId]);
  return true;
}

/** Whether there is room for so many more bytes from strangers that no document holds. Runs as writer. */
export async function hasRoomFor(tx: Tx, size: number): Promise<boolean> {
  const { kept_bytes } = await tx.one<{ kept_bytes: number }>(
    `select coalesce(sum(f.size), 0)::integer as kept_bytes from file f where f.id in (
       select file_id from mailbox_mail where file_id is not null
       union select file_id from invoice_arrival where file_id is not null and invoice_id is null)`,
  );
  return kept_bytes + size <= maxKeptBytes;
}

async function isFirstOfDay(tx: Tx, { id, mailboxId }: PutAsideMail): Promise<boolean> {
  const other = await tx.maybeOne(
    `select from mailbox_mail where mailbox_id is not distinct from $1 and id <> $2 and state = 'refused'
       and created_at > now() - interval '1 day' limit 1`,
    [mailboxId, id],
  );
  return other === undefined;
}
