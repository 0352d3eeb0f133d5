import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { netOtherwise } from '../../src/features/invoice/lines.ts';
import { recognisedLines } from '../../src/features/invoice/recognised-lines.ts';
import { parseMail } from '../../src/features/mailbox/server/parse-mail.ts';
import { readingOfEInvoice } from '../../src/features/recognition/einvoice/reading-of-e-invoice.ts';
import { eInvoiceOfFile } from '../../src/features/recognition/server/e-invoice-file.ts';
import { stopRecognition } from '../../src/features/recognition/server/ocr.ts';
import { readDocument } from '../../src/features/recognition/server/read-document.ts';
import { signsOf } from '../../src/features/recognition/server/signs.ts';
import { fileTypeOf } from '../../src/platform/server/files/files-type.ts';

/** Files that were once read wrongly; they are outside of the project. */
const folder = join(import.meta.dirname, '../../../shared/data/found');
const isThere = existsSync(folder);
if (!isThere) console.warn(`Not run: the files that fell short are not at ${folder}.`);

afterAll(stopRecognition);

const fileAt = (path: string) => readFileSync(join(folder, path));

describe.skipIf(!isThere)('formerly failing files', () => {
  test.each([
    ['z02-other-xml-first.pdf', false],
    ['z05-no-extension.pdf', false],
    ['z07-broken-named-good-other.pdf', true],
  ])(
    'REC-16 the XML of the invoice is used, and a broken one is reported: %s',
    async (name, hasBrokenXml) => {
      expect(await eInvoiceOfFile(fileAt(`pdfs/${name}`))).toMatchObject({
        ok: true,
        container: 'pdf',
        hasBrokenXml,
      });
    },
  );

  test('REC-14 a font without letters is recognised as a picture', async () => {
    const { reading, fields } = await readDocument(fileAt('pdfs/p03-no-tounicode.pdf'), { own: [] });
    expect([reading, fields.currency?.value]).toEqual(['ocr', 'EUR']);
  });

  test('REC-14 two invoices in one file are reported with a proposed split', async () => {
    const { parts, fields } = await readDocument(fileAt('pdfs/p07-two-invoices.pdf'), { own: [] });
    expect(parts).toEqual([
      { page: 1, number: 'RE-2026-P07A' },
      { page: 2, number: 'RE-2026-P07B' },
    ]);
    expect(fields.totalGross?.value).toBe('476');
  });

  test('REC-14 the values of form fields are read', async () => {
    const { fields } = await readDocument(fileAt('pdfs/p12-acroform.pdf'), { own: [] });
    const { invoiceNumber, invoiceDate, totalNet, totalTax, totalGross } = fields;
    expect([invoiceNumber, invoiceDate, totalNet, totalTax, totalGross].map((one) => one?.value)).toEqual([
      ...['RE-2026-P12', '2026-11-15', '400', '76', '476'],
    ]);
  });

  test('REC-14 of a portfolio the invoice inside is read, and its files become documents', async () => {
    const { fields, files = [], warnings } = await readDocument(fileAt('pdfs/pf-portfolio.pdf'), { own: [] });
    expect(fields.invoiceNumber?.value).toMatch(/\d/);
    expect(fields.invoiceNumber).toMatchObject({ page: null, box: null });
    expect(files.length).toBeGreaterThan(0);
    expect(warnings).toContain('from_portfolio');
  });

  test('REC-14 a portfolio by mail may be an invoice, regardless of its cover sheet', async () => {
    expect(await signsOf([fileAt('pdfs/pf-portfolio.pdf')])).toMatchObject([{ sign: 'unread' }]);
  });

  test.each(['p01-prefix-binary.pdf', 'p01b-prefix-pjl.pdf'])(
    'REC-16 %s is a PDF although bytes precede it',
    (name) => expect(fileTypeOf(fileAt(`pdfs/${name}`))).toBe('pdf'),
  );

  test.each([
    ['m02.eml', 'Rechnung_M02.pdf', 'winmail.dat'],
    ['m03b.eml', 'Rechnung_M03b.pdf', undefined],
    ['m06.eml', 'sample.pdf', undefined],
  ])('MBX-07 only the invoice is taken from %s', async (name, file, unpackedFrom) => {
    const { files } = await parseMail(fileAt(`mails/${name}`));
    expect(files.map((one) => [one.name, one.unpackedFrom])).toEqual([[file, unpackedFrom]]);
    expect(files.map(({ bytes }) => fileTypeOf(Buffer.from(bytes)))).toEqual(['pdf']);
  });

  test.each([
    [
      'e05-groups.xml',
      [
        ['100.00', '7'],
        ['50.00', '19'],
        ['20.00', '19'],
      ],
    ],
    ['e05b-group-zero-info.xml', [['100.00', '19']]],
    ['r4-line-discount.xml', [['124.60', '19']]],
  ])('INV-26 only lines that count reach the form, each with its net and rate: %s', async (name, right) => {
    const file = await eInvoiceOfFile(fileAt(`e-invoices/${name}`));
    if (!file.ok) throw new Error(file.detail);
    const lines = recognisedLines(readingOfEInvoice(file), 1);
    expect(lines.map((line) => [line.total_netto, String(Number(line.tax_percentage))])).toEqual(right);
    expect(lines.map(netOtherwise)).toEqual(right.map(() => null));
  });

  test('REC-11 an XML whose encoding differs from its declaration is read, and is invalid', async () => {
    const file = await eInvoiceOfFile(fileAt('e-invoices/e10e-lies-utf8.xml'));
    if (!file.ok) throw new Error(file.detail);
    const { seller, eInvoice } = readingOfEInvoice(file);
    expect(JSON.stringify(seller)).not.toContain('\ufffd');
    expect(eInvoice).toMatchObject({ verdict: 'invalid' });
    expect(eInvoice?.findings.map(({ rule }) => rule)).toContain('KONTOR-5');
  });
});
