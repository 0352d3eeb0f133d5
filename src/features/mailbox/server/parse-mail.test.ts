import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { der, pieces, signedOf, tnefOf } from '../../../../tests/support/packed-mails.ts';
import { type RawMail, rawMail } from '../../../../tests/support/raw-mail.ts';
import { textPagesOf } from '../../recognition/server/read-file.ts';
import { mailLimits } from '../mail-limits.ts';
import { parseMail } from './parse-mail.ts';

const pdf = (text: string): string => `%PDF-1.7\n${text}\n%%EOF\n`;
const names = async (raw: Buffer | string) =>
  (await parseMail(Buffer.from(raw))).files.map(({ name, bytes }) => `${name} ${bytes.length}`);
const failure = async (raw: Buffer | string) =>
  await parseMail(Buffer.from(raw)).then(
    () => 'parsed',
    (error: { failure?: string }) => error.failure,
  );
const nested = (depth: number, innermost: Buffer): Buffer =>
  depth === 0
    ? innermost
    : rawMail({ files: [{ name: 'mail.eml', type: 'message/rfc822', bytes: nested(depth - 1, innermost) }] });
const head = 'From: a@b.test\r\nMessage-ID: <1@b.test>\r\nMIME-Version: 1.0\r\n';
const multipart = `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n`;

describe('MBX-02 parsing a mail', () => {
  test('returns message ID, sender, subject, date, recipients and files', async () => {
    const date = new Date('2026-11-02T08:00:00Z');
    const raw = rawMail({
      id: '7@s.test',
      date,
      to: 'Kontor <IN@Kontor.test>',
      files: [{ name: 'a.pdf', bytes: 'abc' }],
    });
    const mail = await parseMail(raw);
    expect(mail).toMatchObject({
      messageId: '7@s.test',
      sender: '"Papierhaus" <rechnung@supplier.test>',
      subject: 'Ihre Rechnung',
      sentAt: '2026-11-02T08:00:00.000Z',
      recipients: ['in@kontor.test'],
      hasLarger: false,
    });
    expect(Buffer.from(mail.files[0]?.bytes ?? []).toString()).toBe('abc');
  });

  test('REC-10 recipients recorded by the server go before those of the sender', async () => {
    const raw = `Delivered-To: rechnung@a.test\r\n${rawMail({ to: 'somebody@b.test' })}`;
    expect((await parseMail(Buffer.from(raw))).recipients).toEqual(['rechnung@a.test']);
  });

  test('takes files of forwarded mails up to the depth limit; deeper ones stay within their mail', async () => {
    const inner = rawMail({ files: [{ name: 'deep.pdf', bytes: 'abc' }] });
    expect(await names(nested(mailLimits.depth - 1, inner))).toEqual(['deep.pdf 3']);
    expect(await names(nested(mailLimits.depth, inner))).toEqual([expect.stringMatching(/^mail\.eml \d+$/)]);
  });
});

describe('MBX-07 unpacking a mail', () => {
  const contents = async (files: RawMail['files']) =>
    (await parseMail(rawMail({ files: files ?? [] }))).files.map(
      ({ name, unpackedFrom, bytes }) => `${unpackedFrom ?? '-'}: ${name} ${Buffer.from(bytes).toString()}`,
    );

  test('winmail.dat yields its attachments with their full names', async () => {
    const tnef = tnefOf([{ title: 'RECHNU~1.PDF', name: 'Rechnung 4711.pdf', bytes: pdf('a') }]);
    expect(await contents([{ name: 'winmail.dat', type: 'application/ms-tnef', bytes: tnef }])).toEqual([
      `winmail.dat: Rechnung 4711.pdf ${pdf('a')}`,
    ]);
  });

  test('an archive yields its files and those of nested mails and archives', async () => {
    const inner = zipSync({ 'deep.xml': Buffer.from('<a xmlns="b"/>') });
    const zip = zipSync({
      'ordner/Rechnung.pdf': Buffer.from(pdf('b')),
      'weiter.zip': inner,
      '__MACOSX/._x': Buffer.from('x'),
    });
    expect(await contents([{ name: 'Belege.zip', bytes: Buffer.from(zip) }])).toEqual([
      `Belege.zip: Rechnung.pdf ${pdf('b')}`,
      'weiter.zip: deep.xml <a xmlns="b"/>',
    ]);
  });

  test('a damaged or protected archive stays a file', async () => {
    const zip = Buffer.from(zipSync({ 'a.pdf': Buffer.from(pdf('c')) }));
    const cut = zip.subarray(0, zip.length - 10);
    const locked = Buffer.from(zip);
    locked[zip.indexOf('PK\u0001\u0002') + 8] = 1;
    expect(await names(rawMail({ files: [{ name: 'a.zip', bytes: cut }] }))).toEqual([`a.zip ${cut.length}`]);
    expect(await names(rawMail({ files: [{ name: 'b.zip', bytes: locked }] }))).toEqual([
      `b.zip ${locked.length}`,
    ]);
  });

  test('files that unpack beyond the size limit are left out and reported', async () => {
    const zip = zipSync({ 'bomb.pdf': new Uint8Array(20 * 1024 * 1024), 'b.pdf': Buffer.from(pdf('d')) });
    const mail = await parseMail(rawMail({ files: [{ name: 'a.zip', bytes: Buffer.from(zip) }] }));
    expect(mail).toMatchObject({ hasLarger: true, files: [{ name: 'b.pdf' }] });
  });

  test.each([
    ['with lengths', (content: Buffer) => der(0x04, content)],
    ['in pieces without lengths', (content: Buffer) => pieces(content)],
  ])('an opaque signed mail yields the mail within it, encoded %s', async (_, octets) => {
    const inner = Buffer.from(
      `Content-Type: application/pdf; name="s.pdf"\r\nContent-Disposition: attachment\r\n\r\n${pdf('e')}`,
    );
    const signed = Buffer.from(
      `${head}Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\n\r\n${signedOf(octets(inner)).toString('base64')}`,
    );
    expect(await names(signed)).toEqual([expect.stringMatching(/^s\.pdf \d+$/)]);
  });

  test('the signature of a clear-signed mail is not taken as a file', async () => {
    const raw = rawMail({
      files: [
        { name: 'a.pdf', bytes: pdf('f') },
        { name: 'smime.p7s', type: 'application/pkcs7-signature', bytes: 'x' },
      ],
    });
    expect(await names(raw)).toEqual([expect.stringMatching(/^a\.pdf/)]);
  });

  test('a mail without a possible invoice file is printed, HTML as its visible text', async () => {
    const html = `${head}Subject: Rechnung 7\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Rechnungsnummer: 4711</p><p>Gesamtbetrag 119,00 EUR</p><script>x()</script>`;
    const { letter } = await parseMail(Buffer.from(html));
    const [page] = (await textPagesOf(letter ?? new Uint8Array(), AbortSignal.timeout(60_000))) ?? [];
    const words = page?.words.map(({ text }) => text).join(' ');
    expect(words).toContain('4711');
    expect(words).not.toContain('x()');
    expect((await parseMail(rawMail({ text: 'Wir sehen uns morgen.' }))).letter).toBeNull();
    expect(
      (await parseMail(rawMail({ text: '119,00 EUR', files: [{ name: 'a.pdf', bytes: pdf('g') }] }))).letter,
    ).toBeNull();
  });
});

describe('TECH-11 hostile mails are limited and reported', () => {
  test('ten thousand parts', async () => {
    expect(await failure(`${multipart}${'--x\r\n\r\na\r\n'.repeat(10_000)}--x--`)).toBe('too_many_parts');
    const many = Array.from({ length: mailLimits.files + 1 }, (_, place) => ({
      name: `${place}.pdf`,
      bytes: 'a',
    }));
    expect(await failure(rawMail({ files: many }))).toBe('too_many_parts');
  });

  test('an endless header, or one of a hundred thousand lines', async () => {
    expect(await failure(`Subject: ${'x'.repeat(mailLimits.head)}\r\n\r\n`)).toBe('too_large');
    expect(await failure(`${'X-A: 1\r\n'.repeat(100_000)}\r\n`)).toBe('too_large');
  });

  test('an oversized mail, and an oversized file', async () => {
    expect(await failure(Buffer.alloc(mailLimits.bytes + 1))).toBe('too_large');
    const raw = rawMail({
      files: [
        { name: 'a.pdf', bytes: Buffer.alloc(11 * 1024 * 1024) },
        { name: 'b.pdf', bytes: 'abc' },
      ],
    });
    expect(await parseMail(raw)).toMatchObject({ hasLarger: true, files: [{ name: 'b.pdf' }] });
  });

  test('mails nested to any depth', async () => {
    const loop = `${head}Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n`.repeat(2_000);
    expect(await failure(loop)).toBe('parsed');
    const tree = Array.from(
      { length: 600 },
      (_, place) => `--b${place}\r\nContent-Type: multipart/mixed; boundary=b${place + 1}\r\n\r\n`,
    );
    expect(await failure(`${head}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${tree.join('')}`)).toBe(
      'too_many_parts',
    );
  });

  test.each([
    ['an unknown charset', `${head}Content-Type: text/plain; charset=klingon\r\n\r\n\xff\xfe`],
    [
      'a name of ten thousand pieces',
      `${multipart}--x\r\nContent-Disposition: attachment${Array.from({ length: 5_000 }, (_, place) => `; filename*${place}*=a`).join('')}\r\n\r\nabc\r\n--x--`,
    ],
    ['no line end at all', `${head}\r\n${'a'.repeat(1_000_000)}`],
    ['nothing', ''],
    ['zeros', '\0'.repeat(100_000)],
    [
      'a missing boundary',
      `${head}Content-Type: multipart/mixed; boundary=never\r\n\r\n${'-\r\n'.repeat(100_000)}`,
    ],
  ])('%s', async (_, raw) => {
    expect(['parsed', 'too_large', 'too_many_parts', 'unreadable']).toContain(
      await failure(Buffer.from(raw, 'latin1')),
    );
  });

  test('truncated base64 yields the part that is there', async () => {
    const raw = `${multipart}--x\r\nContent-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjcKYWJ`;
    expect(await names(raw)).toEqual([expect.stringMatching(/^a\.pdf 1[01]$/)]);
  });
});
