import {
  type AddressObject,
  type AttachmentStream,
  type Headers,
  MailParser,
  type MessageText,
} from 'mailparser';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { fileTypeOf } from '../../../platform/server/files/files-type.ts';
import { isShortOfMemory } from '../../../platform/server/reading-cell/short-of-memory.ts';
import { MailRefused } from '../failure.ts';
import type { Mail, MailFile } from '../mail.ts';
import { mailLimits } from '../mail-limits.ts';
import { canBeInvoice } from './can-be-invoice.ts';
import { printedMail } from './mail-letter.ts';
import type { PackedFile } from './unpack/packed-file.ts';
import { signedContent } from './unpack/signed.ts';
import { filesOfTnef, isTnef } from './unpack/tnef.ts';
import { filesOfZip } from './unpack/zip.ts';

const options = {
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxHtmlLengthToParse: mailLimits.html,
  checksumAlgo: false,
  // Nested mails come as files, so that their depth is counted.
  ignoreEmbedded: true,
  maxHeadSize: mailLimits.head,
  maxChildNodes: mailLimits.parts,
} as const;

/** Smaller inline pictures are logos; larger ones may be photos of pages, which phones send inline as well. */
const leastPicture = 20 * 1024;

/** The content taken so far, over all nested mails. */
interface Taken {
  readonly files: MailFile[];
  hasLarger: boolean;
  parts: number;
  /** Total size of all files. */
  bytes: number;
  /** Texts of the mails, from the outermost on. */
  readonly texts: string[];
}

/** Parses a mail (MBX-02). It takes time and memory, so it needs its own thread. Throws `MailRefused`. */
export async function parseMail(raw: Uint8Array): Promise<Mail> {
  if (raw.length > mailLimits.bytes) throw new MailRefused('too_large');
  const taken: Taken = { files: [], hasLarger: false, parts: 0, bytes: 0, texts: [] };
  const headers = await takeApart(raw, taken, { depth: 1, from: null });
  const sentAt = headers.get('date');
  const sender = firstText(headers.get('from'));
  const subject = shortened(headers.get('subject'));
  return {
    messageId: messageIdOf(headers),
    sender,
    subject,
    sentAt: headers.has('date') && sentAt instanceof Date ? sentAt.toISOString() : null,
    recipients: recipientsOf(headers),
    files: taken.files,
    hasLarger: taken.hasLarger,
    letter: await letterOf(taken, [sender, subject]),
  };
}

/** A text without an amount is no invoice. */
const amount = /\d[.,]\d{2}(?!\d)/;

/** The text of a mail as a PDF, if no file can be an invoice and the text may be one. */
async function letterOf({ files, texts }: Taken, head: readonly (string | null)[]): Promise<Buffer | null> {
  const text = texts.join('\n\n').trim();
  if (!amount.test(text) || files.some(canBeInvoice)) return null;
  return await printedMail(
    head.filter((line) => line !== null),
    text,
  );
}

/** A position in nested mails and archives: depth and container. */
interface Place {
  readonly depth: number;
  readonly from: string | null;
}

async function takeApart(raw: Uint8Array, taken: Taken, place: Place): Promise<Headers> {
  const parser = new MailParser(options);
  let headers: Headers = new Map();
  parser.on('headers', (found: Headers) => {
    headers = found;
  });
  parser.end(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  try {
    for await (const part of parser) {
      if (part.type === 'attachment') await takePart(part as AttachmentStream, taken, place);
      else taken.texts.push(String((part as MessageText).text ?? ''));
    }
  } catch (error) {
    throw refusedOf(error);
  }
  return headers;
}

async function takePart(part: AttachmentStream, taken: Taken, place: Place): Promise<void> {
  const isMail = part.contentType === 'message/rfc822';
  const bytes = await contentOf(part, isMail ? mailLimits.bytes : uploadLimitBytes);
  part.release?.();
  const name = part.filename ?? '';
  // Skip the signature of content that is read already.
  if (/^application\/(x-)?pkcs7-signature$/.test(part.contentType)) return;
  const isSmall = bytes !== null && bytes.length < leastPicture;
  const isInline = part.related === true || (part.contentDisposition === 'inline' && isSmall);
  await takeFile({ name, bytes, isMail, isInline }, taken, place);
}

interface FoundFile extends PackedFile {
  readonly isMail?: boolean;
  readonly isInline?: boolean;
}

/** Takes a file, or the files within a container (MBX-07). */
async function takeFile(file: FoundFile, taken: Taken, { depth, from }: Place): Promise<void> {
  const { name, bytes, isInline = false } = file;
  taken.parts += 1;
  if (taken.parts > mailLimits.parts) throw new MailRefused('too_many_parts');
  if (bytes !== null) taken.bytes += bytes.length;
  if (bytes === null || taken.bytes > mailLimits.unpacked) {
    taken.hasLarger = true;
    return;
  }
  const place = { depth: depth + 1, from: name || from };
  const mail = depth < mailLimits.depth ? mailWithin(file, bytes) : null;
  if (mail !== null) {
    await takeApart(mail, taken, place);
    return;
  }
  const packed = depth < mailLimits.depth ? filesWithin(bytes) : null;
  if (packed !== null) {
    for (const each of packed) await takeFile(each, taken, place);
    return;
  }
  if (bytes.length === 0) return;
  if (taken.files.length >= mailLimits.files) throw new MailRefused('too_many_parts');
  taken.files.push({ name, bytes, isInline, ...(from !== null && { unpackedFrom: from }) });
}

/** A forwarded mail, or the one within a signature. */
function mailWithin({ isMail = false, name }: FoundFile, bytes: Buffer): Buffer | null {
  if (isMail || fileTypeOf(bytes) === 'eml') return bytes;
  return /\.p7m$/i.test(name) || bytes[0] === 0x30 ? signedContent(bytes) : null;
}

function filesWithin(bytes: Buffer): readonly PackedFile[] | null {
  if (isTnef(bytes)) return filesOfTnef(bytes, uploadLimitBytes);
  const isArchive = bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004' && fileTypeOf(bytes) === null;
  return isArchive ? filesOfZip(bytes, uploadLimitBytes, mailLimits.files) : null;
}

/** The complete content, or null beyond the limit; the stream is always read to its end. */
async function contentOf(part: AttachmentStream, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of part.content as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length <= limit ? Buffer.concat(chunks) : null;
}

function refusedOf(error: unknown): unknown {
  if (error instanceof MailRefused || isShortOfMemory(error)) return error;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EMAXLEN')
    return new MailRefused(/head/i.test(message ?? '') ? 'too_large' : 'too_many_parts');
  return new MailRefused('unreadable');
}

function messageIdOf(headers: Headers): string | null {
  const given = headers.get('message-id');
  if (typeof given !== 'string') return null;
  return given.replace(/^[\s<]+|[\s>]+$/g, '').slice(0, 1000) || null;
}

function recipientsOf(headers: Headers): readonly string[] {
  const ofAll = (...names: readonly string[]) => names.flatMap((name) => addressesOf(headers.get(name)));
  // Recipients recorded by the last server go before those written by the sender.
  const recorded = ofAll('delivered-to', 'x-original-to', 'envelope-to');
  const recipients = recorded.length > 0 ? recorded : ofAll('to', 'cc', 'bcc');
  return [...new Set(recipients.map((address) => address.toLowerCase()))].slice(0, 1000);
}

function addressesOf(header: unknown): readonly string[] {
  if (Array.isArray(header)) return header.flatMap(addressesOf);
  if (typeof header === 'string') return [header.replace(/^[\s<]+|[\s>]+$/g, '')];
  if (!isAddresses(header)) return [];
  return header.value.flatMap(({ address, group = [] }) =>
    [address, ...group.map((member) => member.address)].filter((one) => one !== undefined),
  );
}

function isAddresses(header: unknown): header is AddressObject {
  return typeof header === 'object' && header !== null && 'value' in header && Array.isArray(header.value);
}

function firstText(header: unknown): string | null {
  return isAddresses(header) ? shortened(header.text) : null;
}

/** Cuts a text to the column length and removes characters that the database rejects. */
function shortened(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  return (
    text
      .replace(/\p{Cc}+/gu, ' ')
      .toWellFormed()
      .trim()
      .slice(0, 255)
      .toWellFormed() || null
  );
}
