import { randomUUID } from 'node:crypto';

export interface MailFile {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly type?: string;
  readonly disposition?: 'attachment' | 'inline';
}

export interface RawMail {
  readonly id?: string | null;
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly date?: Date;
  readonly text?: string;
  /** Further lines of the header. */
  readonly header?: readonly string[];
  readonly files?: readonly MailFile[];
}

/** A mail as delivered by a server (RFC 5322, RFC 2045). */
export function rawMail({
  id = `${randomUUID()}@supplier.test`,
  from = 'Papierhaus <rechnung@supplier.test>',
  to = 'rechnung@kontor.test',
  subject = 'Ihre Rechnung',
  date = new Date(),
  text = 'Guten Tag, anbei unsere Rechnung.',
  header = [],
  files = [],
}: RawMail = {}): Buffer {
  const boundary = `b-${randomUUID()}`;
  const head = [
    ...(id === null ? [] : [`Message-ID: <${id}>`]),
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date.toUTCString()}`,
    ...header,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
  ];
  const parts = [`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`, ...files.map(partOf)];
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}--${boundary}--\r\n`, 'latin1');
}

function partOf({
  name,
  bytes,
  type = 'application/octet-stream',
  disposition = 'attachment',
}: MailFile): string {
  const encoded = Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: ${disposition}; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    encoded,
  ].join('\r\n');
}
