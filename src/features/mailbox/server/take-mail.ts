import { createHash } from 'node:crypto';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { sha256Of } from '../../../platform/server/files/files.ts';
import { safeFileName } from '../../../platform/server/files/files-name.ts';
import { fileTypeOf, fileTypes } from '../../../platform/server/files/files-type.ts';
import { systemContext } from '../../../platform/server/jobs/jobs.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import { beginReading, countingEnds, readerAnswered } from '../../../platform/server/reading-cell/tries.ts';
import type { DeliveredFile, DeliveredInvoice } from '../../invoice/delivered.ts';
import { forgetOpenArrivals } from '../../invoice/server/store.ts';
import type { DocumentSigner } from '../../recognition/document-signs.ts';
import { type MailFailure, MailRefused } from '../failure.ts';
import type { Mail, MailFile, MailReader } from '../mail.ts';
import { plannedInvoices, type SignedPart } from '../planned-invoices.ts';
import { answerSender } from './answer/answer-sender.ts';
import { canBeInvoice } from './can-be-invoice.ts';
import type { Destination } from './destination.ts';
import { type LeftOver, leftOf, missingOf, noteLeft, noteUnread, printedFile } from './left-over.ts';
import { notifyOfLeft } from './left-over-mail.ts';
import { countInvoices, isPutAside, keyOf, type NotedMail, noteMail } from './mailbox-store.ts';
import { putAside } from './put-aside.ts';

export interface TakingParts {
  readonly database: Database;
  readonly publicUrl: string;
  readonly readMail: MailReader;
  readonly sign: DocumentSigner;
  /** Creates an invoice from a delivery; runs as writer in the name of the system user. */
  readonly deliver: (tx: Tx, context: Context, invoice: DeliveredInvoice) => Promise<{ id: number }>;
}

/** The result of a mail; only completely imported ones may be put aside. */
export type Taking = 'imported' | 'in_part' | 'known' | 'empty' | 'refused';

/**
 * Imports one mail. Its invoices, files and record are one transaction, so that it is imported once even with several
 * workers or a crash (MBX-02).
 */
export async function takeMail(
  parts: TakingParts,
  destination: Destination,
  serverKey: string,
  raw: Buffer,
): Promise<Taking> {
  const { mailboxId } = destination;
  try {
    const mail = await readOnce(parts, destination, raw);
    const found = await invoicesOf(parts, destination, mail, raw);
    const { invoices, isWhole } = found;
    const noted = {
      mailboxId,
      serverKey,
      messageKey: messageKeyOf(mail, raw),
      rawKey: sha256Of(raw),
      sender: mail.sender,
      subject: mail.subject,
      sent_at: mail.sentAt,
      state: invoices.length > 0 ? 'imported' : 'empty',
      failure: isWhole ? null : 'part_too_large',
    } as const;
    return await importNoted(parts, destination, noted, found, raw);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await refuseMail(parts, destination, serverKey, error.failure, raw);
    return 'refused';
  }
}

/** The key for counting attempts to read a mail. */
export function readingOf(mailboxId: number | null, sha256: Buffer): string {
  return `${mailboxId} ${sha256.toString('hex')}`;
}

/** Records the attempt before reading, so that a mail that ends its reader or the process is skipped (TECH-20). */
async function readOnce(
  { database, readMail }: TakingParts,
  { tenantId, mailboxId }: Destination,
  raw: Buffer,
): Promise<Mail> {
  const name = readingOf(mailboxId, sha256Of(raw));
  if (!(await inSystem(database, tenantId, (tx) => beginReading(tx, 'mail', name)))) {
    throw new MailRefused('not_safe');
  }
  const inTransaction = (run: (tx: Tx) => Promise<unknown>) => inSystem(database, tenantId, run);
  const outcome = await countingEnds(inTransaction, 'mail', name, () => readMail(tenantId, raw)).catch(
    (error: unknown) => {
      if (error instanceof MailRefused) return error;
      throw error;
    },
  );
  await inSystem(database, tenantId, (tx) => readerAnswered(tx, 'mail', name));
  if (outcome instanceof MailRefused) throw outcome;
  return outcome;
}

/**
 * Records a mail that cannot be imported, keeps its original and informs administrators and sender; the mail also
 * stays on the server.
 *
 * @param head its header, if the whole mail was not fetched
 */
export async function refuseMail(
  { database, publicUrl }: Pick<TakingParts, 'database' | 'publicUrl'>,
  destination: Destination,
  serverKey: string,
  failure: MailFailure,
  raw: Buffer | null,
  head: Buffer | null = raw,
): Promise<void> {
  const { tenantId, mailboxId } = destination;
  const messageKey = raw === null ? keyOf(serverKey) : sha256Of(raw);
  const nothing = { sender: null, subject: null, sent_at: null };
  const noted = { mailboxId, messageKey, serverKey, ...nothing, state: 'refused', failure } as const;
  await inSystem(database, tenantId, async (tx) => {
    const isKnown = await isPutAside(tx, noted);
    const row = await noteMail(tx, tenantId, noted);
    if (row.isNew) noteUnread(tx, destination, row.id, failure);
    if (!row.isNew || isKnown) return;
    await putAside(tx, publicUrl, tenantId, { id: row.id, mailboxId, failure, raw });
    if (head === null) return;
    const notTaken = [{ name: '', reason: failure }];
    await answerSender(tx, publicUrl, destination, head, { subject: null, invoices: 0, notTaken });
  });
}

async function importNoted(
  { database, deliver, publicUrl }: TakingParts,
  destination: Destination,
  noted: NotedMail,
  { invoices, left }: MailInvoices,
  raw: Buffer,
): Promise<Taking> {
  const { tenantId, mailboxId } = destination;
  return await inSystem(database, tenantId, async (tx, context) => {
    if (!(await isModuleOn(tx, 'invoice'))) return 'empty';
    // A mailbox deleted meanwhile has no mails to import.
    if (mailboxId !== null) await tx.one('select id from mailbox where id = $1 for share', [mailboxId]);
    const row = await noteMail(tx, tenantId, noted);
    if (!row.isNew) return row.state === 'imported' && row.failure === null ? 'known' : 'empty';
    const mail = { id: row.id, sender: noted.sender, subject: noted.subject };
    forgetOpenArrivals(tx, row.id);
    for (const invoice of invoices) await deliver(tx, context, { ...invoice, mail });
    await noteLeft(tx, context, { ...destination, mail, left });
    if (left.length > 0) await notifyOfLeft(tx, publicUrl, destination, row.id);
    await countInvoices(tx, row.id, invoices.length);
    const outcome = { subject: noted.subject, invoices: invoices.length, notTaken: left };
    await answerSender(tx, publicUrl, destination, raw, outcome);
    if (invoices.length === 0) return 'empty';
    return noted.failure === null ? 'imported' : 'in_part';
  });
}

/** Runs in the name of the tenant's system user (MBX-05), who is created if missing. */
export async function inSystem<T>(
  database: Database,
  tenantId: number,
  run: (tx: Tx, context: Context) => Promise<T>,
): Promise<T> {
  const tenant = systemContext(tenantId, 'mailbox');
  const { id } = await asWriter(database, tenant, (tx) =>
    tx.one<{ id: number }>('select app.system_person() as id'),
  );
  const context = { ...tenant, userId: id, actorId: id, roles: [] };
  return await asWriter(database, context, (tx) => run(tx, context));
}

/** A key from message ID and content, since some senders reuse a message ID. */
function messageKeyOf({ messageId, files }: Mail, raw: Buffer): Buffer {
  if (messageId === null) return sha256Of(raw);
  const hash = createHash('sha256').update(JSON.stringify(messageId));
  for (const { bytes } of files) hash.update(createHash('sha256').update(bytes).digest());
  return hash.digest();
}

interface MailInvoices {
  readonly invoices: readonly DeliveredInvoice[];
  /** The invoices contain the complete mail. */
  readonly isWhole: boolean;
  /** Parts that belong to no invoice. */
  readonly left: readonly LeftOver[];
}

async function invoicesOf(
  { sign }: TakingParts,
  { tenantId, mailboxId, clientId, mode }: Destination,
  mail: Mail,
  raw: Buffer,
): Promise<MailInvoices> {
  const known = mail.files.map(knownFile);
  const files = known.filter((file) => file !== null);
  const pages = mail.files.filter((_, place) => known[place] !== null).map(canBeInvoice);
  const signed = await signedParts(sign, tenantId, files, pages);
  // Files of types that cannot be downloaded are kept within the mail.
  const needsMail = mail.hasLarger || files.length < known.length;
  const fits = raw.length <= uploadLimitBytes;
  const letter = needsMail && fits ? [letterOf(mail, raw)] : [];
  const reminders = new Set(files.filter((_, place) => signed[place]?.signs?.isReminder));
  const planned = plannedInvoices(signed, mode).flatMap(({ lead, documents }) => {
    const file = files[lead];
    // A reminder leads only if no other file can be an invoice; a person assigns it.
    return file && !reminders.has(file)
      ? [{ file, documents: documents.flatMap((each) => files[each] ?? []) }]
      : [];
  });
  const own = planned.length === 0 ? await ownInvoice(sign, tenantId, mail) : null;
  const all = own === null ? planned : [{ file: own, documents: files }];
  const invoices = all.map(({ file, documents }, place): DeliveredInvoice => {
    const kept = place === 0 ? [...documents, ...letter] : documents;
    return { file, documents: kept, clientId, mailboxId, way: 'mailbox' };
  });
  const isWhole = !needsMail || (fits && !mail.hasLarger);
  const left = invoices.length > 0 ? missingOf(mail, isWhole) : leftOf(mail, known, reminders);
  return { invoices, isWhole, left };
}

/** The text of a mail if that is the invoice (MBX-07), else null. */
async function ownInvoice(
  sign: DocumentSigner,
  tenantId: number,
  { letter, subject }: Mail,
): Promise<DeliveredFile | null> {
  if (letter === null) return null;
  const [found] = await sign(tenantId, [letter]);
  return found?.sign === 'invoice' ? printedFile(subject, letter) : null;
}

function knownFile({ name, bytes: content, unpackedFrom }: MailFile): DeliveredFile | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const type = fileTypeOf(bytes);
  const origin = unpackedFrom === undefined ? {} : { unpackedFrom };
  return type && { name: safeFileName(name, type), mime: fileTypes[type].mime, bytes, ...origin };
}

function letterOf({ subject }: Mail, raw: Buffer): DeliveredFile {
  return { name: safeFileName(subject ?? '', 'eml'), mime: fileTypes.eml.mime, bytes: raw };
}

async function signedParts(
  sign: DocumentSigner,
  tenantId: number,
  files: readonly DeliveredFile[],
  pages: readonly boolean[],
): Promise<SignedPart[]> {
  const types = files.map(({ mime }, place) => {
    if (mime === fileTypes.pdf.mime) return 'pdf';
    if (mime === fileTypes.xml.mime) return 'xml';
    return pages[place] ? 'picture' : 'other';
  });
  const places = files.flatMap((_, place) =>
    types[place] === 'pdf' || types[place] === 'xml' ? [place] : [],
  );
  const found = await sign(
    tenantId,
    places.flatMap((place) => files[place]?.bytes ?? []),
  );
  const signs = new Map(
    places.map((place, order) => {
      const own = found[order];
      // `names` are indexes within the inspected files; map them back to all files.
      return [place, own && { ...own, names: own.names.flatMap((other) => places[other] ?? []) }] as const;
    }),
  );
  return files.map((_, place) => ({ type: types[place] ?? 'other', signs: signs.get(place) ?? null }));
}
