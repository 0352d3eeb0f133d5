import { uploadLimitBytes } from '../../../platform/constants.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { storeFile } from '../../../platform/server/files/files.ts';
import type { MailFailure } from '../failure.ts';
import { warnOfPutAside } from './mailbox-warning.ts';

/** What strangers send to be put aside must not fill the database: so many bytes of it are kept for a tenant. */
const mostKeptBytes = 100 * 1024 * 1024;

export interface PutAsideMail {
  /** Of its note. */
  readonly id: number;
  readonly mailboxId: number | null;
  readonly failure: MailFailure;
  /** As it came; null where it was larger than any mail that is read. */
  readonly raw: Buffer | null;
}

/**
 * Keeps the original of a mail that was put aside, where it is no larger than any file, and tells the administrators; of a mailbox once
 * a day, since whoever sends one such mail sends many (TECH-20). Runs as writer, in the transaction that has noted the mail.
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

/** Keeps the mail as a file of a neutral type: what is hostile until proven otherwise no browser shows. */
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

/** Whether so many bytes may be kept of what strangers send and no document holds. Runs as writer. */
export async function hasRoomFor(tx: Tx, size: number): Promise<boolean> {
  const { kept_bytes } = await tx.one<{ kept_bytes: number }>(
    `select coalesce(sum(f.size), 0)::integer as kept_bytes from file f where f.id in (
       select file_id from mailbox_mail where file_id is not null
       union select file_id from invoice_arrival where file_id is not null and invoice_id is null)`,
  );
  return kept_bytes + size <= mostKeptBytes;
}

async function isFirstOfDay(tx: Tx, { id, mailboxId }: PutAsideMail): Promise<boolean> {
  const other = await tx.maybeOne(
    `select from mailbox_mail where mailbox_id is not distinct from $1 and id <> $2 and state = 'refused'
       and created_at > now() - interval '1 day' limit 1`,
    [mailboxId, id],
  );
  return other === undefined;
}
