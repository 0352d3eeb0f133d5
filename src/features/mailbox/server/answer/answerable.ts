import { sha256Of } from '../../../../platform/server/files/files.ts';
import { dateOfHeader, fieldsOfHeader } from '../mail-header.ts';

/** A sender who may get an automatic answer. */
export interface AnswerableMail {
  /** In lower case. */
  readonly address: string;
  /** With angle brackets; null if the mail has none. */
  readonly messageId: string | null;
  /** Identifies the mail, also without a message ID. */
  readonly key: string;
  readonly sentAt: Date | null;
}

/** Header fields that only lists and programs write (RFC 2369, RFC 2919, RFC 3834, MS-OXCMAIL). */
const automaticFields = [
  'list-id',
  'list-unsubscribe',
  'list-post',
  'list-help',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-loop',
  'feedback-id',
];
const bulk = /^(?:bulk|list|junk|auto[-_]?reply)\b/i;
/** The part before the @ of unread addresses. */
const unread =
  /(?:^|[-_.+])(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|keine[-_.]?antwort|mailer[-_.]?daemon|postmaster|bounces?|listserv|majordomo|newsletter|request|owner)(?=$|[-_.+=\d])/i;
const plainAddress = /^[!#-'*+\-/-9=?A-Z^-~.]{1,64}@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?$/i;

/**
 * The sender of a mail if a person wrote it; null for lists, automatic mails and unclear senders (MBX-08, RFC 3834).
 * Reads only the header, so that senders of unreadable mails are known too.
 */
export function answerableMail(raw: Buffer): AnswerableMail | null {
  const fields = fieldsOfHeader(raw);
  if (isAutomatic(fields)) return null;
  const address = onlyAddress(fields.get('from') ?? '');
  const returnPath = fields.get('return-path');
  if (address === null || isUnread(address)) return null;
  if (returnPath !== undefined && isUnread(onlyAddress(returnPath))) return null;
  const messageId = /^<[!-~]{3,500}>$/.exec(fields.get('message-id') ?? '')?.[0] ?? null;
  const key = messageId ?? sha256Of(raw).toString('hex');
  return { address, messageId, key, sentAt: dateOfHeader(raw) };
}

function isAutomatic(fields: ReadonlyMap<string, string>): boolean {
  if (automaticFields.some((name) => fields.has(name))) return true;
  if (bulk.test(fields.get('precedence') ?? '')) return true;
  if (/^multipart\/report\b/i.test(fields.get('content-type') ?? '')) return true;
  const submitted = fields.get('auto-submitted');
  return submitted !== undefined && !/^no\b/i.test(submitted);
}

/** Whether mails to the address are not read; null is the empty return path of reports. */
function isUnread(address: string | null): boolean {
  return address === null || unread.test(address.slice(0, address.lastIndexOf('@')));
}

/** The address of a field with exactly one, in lower case. */
function onlyAddress(field: string): string | null {
  const outside = field.replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
  const bracketed = /^[^<>,]*<([^<>]*)>[^<>,]*$/.exec(outside)?.[1];
  const address = (bracketed ?? outside).trim();
  return plainAddress.test(address) ? address.toLowerCase() : null;
}
