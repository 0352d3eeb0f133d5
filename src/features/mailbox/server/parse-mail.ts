import { type AddressObject, type AttachmentStream, type Headers, MailParser } from 'mailparser';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { isShortOfMemory } from '../../../platform/server/reading-cell/short-of-memory.ts';
import { MailRefused } from '../failure.ts';
import type { Mail, MailFile } from '../mail.ts';
import { mailLimits } from '../mail-limits.ts';

const options = {
  // What a mail says in words is not read here, so that nothing is made of it.
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxHtmlLengthToParse: 1,
  checksumAlgo: false,
  // Mails within a mail come as files, so that their depth is counted.
  ignoreEmbedded: true,
  maxHeadSize: mailLimits.head,
  maxChildNodes: mailLimits.parts,
} as const;

/** What was taken so far, over all mails within each other. */
interface Taken {
  readonly files: MailFile[];
  hasLarger: boolean;
  parts: number;
}

/** Takes a mail apart (MBX-02). It takes time and memory: for a thread of its own. Throws `MailRefused`. */
export async function parseMail(raw: Uint8Array): Promise<Mail> {
  if (raw.length > mailLimits.bytes) throw new MailRefused('too_large');
  const taken: Taken = { files: [], hasLarger: false, parts: 0 };
  const headers = await takeApart(raw, taken, 1);
  const sentAt = headers.get('date');
  return {
    messageId: messageIdOf(headers),
    sender: firstText(headers.get('from')),
    subject: shortened(headers.get('subject')),
    sentAt: headers.has('date') && sentAt instanceof Date ? sentAt.toISOString() : null,
    recipients: recipientsOf(headers),
    files: taken.files,
    hasLarger: taken.hasLarger,
  };
}

async function takeApart(raw: Uint8Array, taken: Taken, depth: number): Promise<Headers> {
  const parser = new MailParser(options);
  let headers: Headers = new Map();
  parser.on('headers', (found: Headers) => {
    headers = found;
  });
  parser.end(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  try {
    for await (const part of parser) {
      if (part.type !== 'attachment') continue;
      await takeFile(part as AttachmentStream, taken, depth);
    }
  } catch (error) {
    throw refusedOf(error);
  }
  return headers;
}

async function takeFile(part: AttachmentStream, taken: Taken, depth: number): Promise<void> {
  taken.parts += 1;
  if (taken.parts > mailLimits.parts) throw new MailRefused('too_many_parts');
  const isMail = part.contentType === 'message/rfc822';
  const bytes = await contentOf(part, isMail ? mailLimits.bytes : uploadLimitBytes);
  part.release?.();
  if (bytes === null) {
    taken.hasLarger = true;
    return;
  }
  if (isMail && depth < mailLimits.depth) {
    await takeApart(bytes, taken, depth + 1);
    return;
  }
  if (bytes.length === 0) return;
  if (taken.files.length >= mailLimits.files) throw new MailRefused('too_many_parts');
  taken.files.push({ name: part.filename ?? '', bytes });
}

/** All of it, or null where it is more than the limit; it is read to its end either way. */
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
  // What the last server noted counts before what the sender wrote.
  const noted = ofAll('delivered-to', 'x-original-to', 'envelope-to');
  const told = noted.length > 0 ? noted : ofAll('to', 'cc', 'bcc');
  return [...new Set(told.map((address) => address.toLowerCase()))].slice(0, 1000);
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

/** As the column allows, without what no database keeps. */
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
