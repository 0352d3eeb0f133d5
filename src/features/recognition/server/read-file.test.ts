import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { stopRecognition } from './ocr.ts';
import { readPages } from './read-file.ts';

interface Text {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

async function pdf(
  pages: readonly (readonly Text[])[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false, ...options });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve } = Promise.withResolvers<void>();
  document.on('end', resolve);
  for (const texts of pages) {
    document.addPage();
    for (const { text, x, y } of texts) document.fontSize(11).text(text, x, y, { lineBreak: false });
  }
  document.end();
  await promise;
  return Buffer.concat(chunks);
}

const page: readonly Text[] = [
  { text: 'Kabel Nord GmbH', x: 50, y: 40 },
  { text: 'Rechnung', x: 50, y: 120 },
  { text: 'Rechnungsnummer: 20250117', x: 50, y: 150 },
  { text: 'Rechnungsdatum: 17.01.2025', x: 50, y: 170 },
  { text: 'Summe netto', x: 300, y: 300 },
  { text: '200,00 EUR', x: 450, y: 300 },
  { text: 'zzgl. 19 % MwSt.', x: 300, y: 320 },
  { text: '38,00 EUR', x: 450, y: 320 },
  { text: 'Gesamtbetrag', x: 300, y: 340 },
  { text: '238,00 EUR', x: 450, y: 340 },
];

afterAll(stopRecognition);

describe('REC-05 reading a file', () => {
  test('uses the text layer, with positions as fractions of the page', async () => {
    const reading = await readPages(await pdf([page]));
    if (reading.kind === 'unread') throw new Error(reading.failure);
    expect(reading.kind).toBe('text');
    expect(reading.fields.invoiceNumber).toMatchObject({ value: '20250117', sure: true, page: 1 });
    const gross = reading.fields.totalGross;
    expect(gross).toMatchObject({ value: '238', sure: true });
    const [x0, y0, x1, y1] = gross?.box ?? [0, 0, 0, 0];
    expect(x0).toBeCloseTo(450 / 595.28, 2);
    expect(x1).toBeLessThan(0.9);
    expect(y0).toBeCloseTo(340 / 841.89, 2);
    expect(y1 - y0).toBeLessThan(0.03);
  });

  test.each([
    ['recognises a picture', '20250117'],
    ['confirms a number with letters by a second pass over its row', 'RE-2025/0117'],
  ])('%s', async (_, number) => {
    const own = page.map((one) => ({ ...one, text: one.text.replace('20250117', number) }));
    const texts = own.map(({ text, x, y }) => `<text x="${x}" y="${y}">${text}</text>`).join('');
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1190" height="1684" viewBox="0 0 595 842"><rect width="595" height="842" fill="white"/><g font-family="sans-serif" font-size="11">${texts}</g></svg>`;
    const picture = await sharp(Buffer.from(drawing)).rotate(1.5, { background: '#fff' }).png().toBuffer();
    const reading = await readPages(picture);
    if (reading.kind === 'unread') throw new Error(reading.failure);
    expect(reading.kind).toBe('ocr');
    expect(reading.fields.totalGross?.value).toBe('238');
    expect(reading.fields.invoiceNumber).toMatchObject({ value: number, sure: true });
  });
});

const plain = (text: string, y: number): Text => ({ text, x: 50, y });
const read = async (bytes: Uint8Array) => {
  const reading = await readPages(bytes);
  if (reading.kind === 'unread') throw new Error(reading.failure);
  return reading;
};

describe('REC-14 the pages of a file', () => {
  test('of more than 50, the first 40 and the last 10 are read, with a warning', async () => {
    const rest = Array.from({ length: 58 }, (_, place) => [
      plain(`Anlage ${place}: Die Leistungen wurden wie vereinbart im Januar erbracht`, 60),
    ]);
    const head = page.slice(0, 4);
    const totals = page.slice(4);
    const reading = await read(await pdf([head, ...rest, totals]));
    expect(reading.fields.invoiceNumber?.value).toBe('20250117');
    expect(reading.fields.totalGross).toMatchObject({ value: '238', page: 60 });
    expect(reading.warnings).toContain('pages_left_out');
  });

  test('of two invoices, the first is read, and a warning names the first page of each', async () => {
    const other = page.map((text) => ({ ...text, text: text.text.replace('20250117', '20250118') }));
    const annex = [plain('Anlage: Stundenzettel zu den Leistungen der Monteure im Januar', 60)];
    const reading = await read(await pdf([page, annex, other]));
    expect(reading.parts).toEqual([
      { page: 1, number: '20250117' },
      { page: 3, number: '20250118' },
    ]);
    expect(reading.fields.totalGross?.value).toBe('238');
    expect(reading.warnings).toContain('several_invoices');
  });

  test('of one invoice that repeats its head, there is one', async () => {
    const reading = await read(await pdf([page.slice(0, 4), page]));
    expect(reading.parts).toBeUndefined();
    expect(reading.warnings).not.toContain('several_invoices');
  });
});

describe('REC-09 an unreadable file gives a reason', () => {
  const failure = async (bytes: Uint8Array) => {
    const answer = await readPages(bytes);
    return answer.kind === 'unread' ? answer.failure : answer.kind;
  };

  test('a locked PDF', async () => {
    const bytes = await pdf([page], { userPassword: 'secret', ownerPassword: 'other' });
    expect(await failure(bytes)).toBe('encrypted');
  });

  test('a PDF with only an owner password is read', async () =>
    expect(await failure(await pdf([page], { ownerPassword: 'other' }))).toBe('text'));

  test('a cut PDF, and a file of another type', async () => {
    expect(await failure(Buffer.from('%PDF-1.7 and nothing more'))).toBe('damaged');
    expect(await failure(Buffer.from('<html></html>'))).toBe('damaged');
    expect(await failure(Buffer.alloc(0))).toBe('damaged');
    expect(await failure(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]))).toBe('damaged');
  });

  test('too many pages', async () =>
    expect(await failure(await pdf(Array.from({ length: 1_001 }, () => [])))).toBe('too_many_pages'));

  test('a small picture of many pixels', async () => {
    const create = { width: 20_000, height: 20_000, channels: 3, background: '#888' } as const;
    const bomb = await sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await failure(bomb)).toBe('too_many_pixels');
  });

  test('an empty page', async () => expect(await failure(await pdf([[]]))).toBe('no_text'));

  test('an aborted signal ends the work', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readPages(await pdf([page]), { signal })).rejects.toThrow('enough');
  });
});
