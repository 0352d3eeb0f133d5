import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { storeFile } from '../../../platform/server/files/files.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import { fileTypes } from '../../../platform/server/files/files-type.ts';
import { type ArrivalReason, originOf } from '../../invoice/arrival.ts';
import type { DeliveredFile, DeliveringMail } from '../../invoice/delivered.ts';
import { forgetOpenArrivals, noteArrivals } from '../../invoice/server/store.ts';
import type { MailFailure } from '../failure.ts';
import type { Mail } from '../mail.ts';
import type { Destination } from './destination.ts';
import { hasRoomFor } from './put-aside.ts';

/** A part of a mail that belongs to no invoice, with its file if that may be downloaded. */
export interface LeftOver {
  readonly name: string;
  readonly reason: ArrivalReason;
  readonly file: DeliveredFile | null;
  readonly unpackedFrom?: string;
}

/** The parts that are missing from the invoices of a mail. */
export function missingOf({ subject }: Mail, isWhole: boolean): readonly LeftOver[] {
  return isWhole ? [] : [{ name: subject ?? '', reason: 'part_too_large', file: null }];
}

/**
 * The leftovers of a mail without an invoice: its files, or the mail itself if it has only inline pictures. A person
 * can still turn its text into an invoice.
 */
export function leftOf(
  mail: Mail,
  known: readonly (DeliveredFile | null)[],
  reminders: ReadonlySet<DeliveredFile>,
): readonly LeftOver[] {
  const { files, letter, subject } = mail;
  const left = files.flatMap(({ name, isInline, unpackedFrom }, place): LeftOver[] => {
    if (isInline) return [];
    const origin = unpackedFrom === undefined ? {} : { unpackedFrom };
    const file = known[place] ?? null;
    return [{ name, reason: reasonOf(file, reminders), file, ...origin }];
  });
  if (left.length > 0) return [...left, ...missingOf(mail, !mail.hasLarger)];
  if (mail.hasLarger) return missingOf(mail, false);
  const file = letter === null ? null : printedFile(subject, letter);
  return [{ name: subject ?? '', reason: 'no_invoice', file }];
}

function reasonOf(file: DeliveredFile | null, reminders: ReadonlySet<DeliveredFile>): ArrivalReason {
  if (file !== null && reminders.has(file)) return 'reminder';
  return file?.mime === fileTypes.pdf.mime ? 'no_invoice' : 'unsupported_media_type';
}

/** A printed mail as a file. */
export function printedFile(subject: string | null, bytes: Uint8Array): DeliveredFile {
  return { name: safeFileName(subject ?? '', 'pdf'), mime: fileTypes.pdf.mime, bytes };
}

interface Leaving extends Destination {
  readonly mail: DeliveringMail;
  readonly left: readonly LeftOver[];
}

/**
 * Lists the parts of a mail that became no invoice, and keeps their files while there is room (MBX-07, REC-13). Runs
 * as writer.
 */
export async function noteLeft(
  tx: Tx,
  context: Context,
  { mail, left, mailboxId, clientId }: Leaving,
): Promise<void> {
  for (const { file, reason, ...one } of left) {
    const origin = originOf({ mailboxId, clientId, mail, way: 'mailbox' }, one);
    const file_id = file && (await keptFile(tx, context, file));
    noteArrivals(tx, context, [{ ...origin, fate: 'open', reason, file_id }]);
  }
}

async function keptFile(
  tx: Tx,
  context: Context,
  { name, mime, bytes: content }: DeliveredFile,
): Promise<string | null> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!(await hasRoomFor(tx, bytes.length))) return null;
  const { tenantId, userId } = context;
  const file = { tenantId, bytes, name, mime, receivedBy: 'mailbox', createdById: userId } as const;
  return await storeFile(tx, { ...file, showsAmounts: true });
}

/** Lists a mail that could not be read at all (REC-13). Runs as writer. */
export function noteUnread(
  tx: Tx,
  { tenantId, mailboxId, clientId }: Destination,
  mailId: number,
  failure: MailFailure,
): void {
  const mail = { id: mailId, sender: null, subject: null };
  const origin = originOf({ mailboxId, clientId, mail, way: 'mailbox' }, { name: '' });
  forgetOpenArrivals(tx, mailId);
  noteArrivals(tx, { tenantId }, [{ ...origin, fate: 'open', reason: failure }]);
}
