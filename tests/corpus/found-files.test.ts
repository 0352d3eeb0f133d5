import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseMail } from '../../src/features/mailbox/server/parse-mail.ts';
import { readingOfEInvoice } from '../../src/features/recognition/einvoice/reading-of-e-invoice.ts';
import { eInvoiceOfFile } from '../../src/features/recognition/server/e-invoice-file.ts';
import { fileTypeOf } from '../../src/platform/server/files/files-type.ts';

/** Files that were once read wrongly; they lie beside the project and are no part of it. */
const folder = join(import.meta.dirname, '../../../shared/data/found');
const isThere = existsSync(folder);
if (!isThere) console.warn(`Not run: the files that fell short are not at ${folder}.`);

const fileAt = (path: string) => readFileSync(join(folder, path));

describe.skipIf(!isThere)('files that fell short', () => {
  test.each([
    ['z02-other-xml-first.pdf', false],
    ['z05-no-extension.pdf', false],
    ['z07-broken-named-good-other.pdf', true],
  ])(
    'REC-16 the XML that is an invoice is taken, and a broken one is told: %s',
    async (name, hasBrokenXml) => {
      expect(await eInvoiceOfFile(fileAt(`pdfs/${name}`))).toMatchObject({
        ok: true,
        container: 'pdf',
        hasBrokenXml,
      });
    },
  );

  test.each(['p01-prefix-binary.pdf', 'p01b-prefix-pjl.pdf'])(
    'REC-16 %s is a PDF though bytes stand before it',
    (name) => expect(fileTypeOf(fileAt(`pdfs/${name}`))).toBe('pdf'),
  );

  test.each([
    ['m02.eml', 'Rechnung_M02.pdf', 'winmail.dat'],
    ['m03b.eml', 'Rechnung_M03b.pdf', undefined],
    ['m06.eml', 'sample.pdf', undefined],
  ])('MBX-07 of %s the invoice is taken, and nothing else', async (name, file, unpackedFrom) => {
    const { files } = await parseMail(fileAt(`mails/${name}`));
    expect(files.map((one) => [one.name, one.unpackedFrom])).toEqual([[file, unpackedFrom]]);
    expect(files.map(({ bytes }) => fileTypeOf(Buffer.from(bytes)))).toEqual(['pdf']);
  });

  test('REC-11 an XML that is not in the encoding it names is read, and is not valid', async () => {
    const file = await eInvoiceOfFile(fileAt('e-invoices/e10e-lies-utf8.xml'));
    if (!file.ok) throw new Error(file.detail);
    const { seller, eInvoice } = readingOfEInvoice(file);
    expect(JSON.stringify(seller)).not.toContain('\ufffd');
    expect(eInvoice).toMatchObject({ verdict: 'invalid' });
    expect(eInvoice?.findings.map(({ rule }) => rule)).toContain('KONTOR-5');
  });
});
