import PDFDocument from 'pdfkit';
import type { Box, Reading, ReadValue } from '../../src/features/recognition/reading.ts';
import { nothingRead } from './readings.ts';

/** The page of a drawn invoice, in points. */
const page = { width: 595.28, height: 841.89, size: 10 } as const;

interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** The texts on the first page, by meaning. */
export const printed = {
  seller: { text: 'Elbe Büroservice GmbH', x: 60, y: 60 },
  number: { text: 'RE-2025-10482', x: 400, y: 180 },
  issued: { text: '14.05.2025', x: 400, y: 200 },
  due: { text: '13.06.2025', x: 60, y: 620 },
  written: { text: '24. Mai 2025', x: 60, y: 650 },
  gross: { text: '1.784,89', x: 400, y: 560 },
} as const satisfies Readonly<Record<string, Piece>>;

const words: readonly Piece[] = [
  { text: 'Rechnungsnummer', x: 300, y: 180 },
  { text: 'Rechnungsdatum', x: 300, y: 200 },
  { text: 'Rechnung', x: 60, y: 260 },
  { text: 'Rechnungsbetrag EUR', x: 280, y: 560 },
  ...Object.values(printed),
];

/** An invoice as printed by a supplier, with any number of pages. */
export function drawInvoice(pages = 2, password?: string): Promise<Buffer> {
  const annexes = Array.from({ length: pages - 1 }, (_, place) => annex(`Anlage ${place + 1}`));
  return drawPages([words, ...annexes], password);
}

/** Invoices with these numbers in one file, like a scanned stack; each has an annex as its second page. */
export function drawStack(numbers: readonly string[]): Promise<Buffer> {
  return drawPages(
    numbers.flatMap((number) => [
      words.map((piece) => (piece === printed.number ? { ...piece, text: number } : piece)),
      annex(`Anlage zu ${number}`),
    ]),
  );
}

/** Has enough words to be read as text; a page with fewer is read as a picture, which takes seconds. */
function annex(text: string): readonly Piece[] {
  const rest = 'Aufstellung der gelieferten Artikel nach Standorten und Kostenstellen';
  return [
    { text, x: 60, y: 60 },
    { text: rest, x: 60, y: 90 },
  ];
}

function drawPages(pages: readonly (readonly Piece[])[], password?: string): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    ...(password === undefined ? {} : { userPassword: password }),
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.on('end', () => resolve(Buffer.concat(parts)));
  document.fontSize(page.size);
  for (const pieces of pages) {
    document.addPage();
    for (const { text, x, y } of pieces) document.text(text, x, y, { lineBreak: false });
  }
  document.end();
  return promise;
}

/** A typed page as a PDF: each letter keeps its position, and two blanks separate columns. */
export function drawTyped(text: string): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const document = new PDFDocument({ size: 'A4', margin: 0 });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.on('end', () => resolve(Buffer.concat(parts)));
  document.font('Courier').fontSize(9);
  for (const [row, line] of text.split('\n').entries()) {
    for (const { 0: word, index } of line.matchAll(/\S+(?: \S+)*/g)) {
      document.text(word, index * 5.4, 30 + row * 14, { lineBreak: false });
    }
  }
  document.end();
  return promise;
}

/** The position of a piece, as fractions of the page. */
function boxOf({ text, x, y }: Piece): Box {
  const right = x + text.length * page.size * 0.52;
  const bottom = y + page.size * 1.15;
  return [x / page.width, y / page.height, right / page.width, bottom / page.height];
}

function value(text: string, piece: Piece | null, sure = true): ReadValue {
  return { value: text, sure, page: piece && 1, box: piece && boxOf(piece) };
}

/** The expected reading of the drawn invoice; no other evidence confirms its due date. */
export const readFromDrawn: Reading = {
  reading: 'text',
  documentKind: 'invoice',
  pages: 2,
  fields: {
    ...nothingRead,
    sellerName: value(printed.seller.text, printed.seller),
    invoiceNumber: value(printed.number.text, printed.number),
    invoiceDate: value('2025-05-14', printed.issued),
    dueDate: value('2025-06-13', printed.due, false),
    currency: value('EUR', null),
    totalNet: value('1499.90', null),
    totalTax: value('284.99', null),
    totalGross: value('1784.89', printed.gross),
  },
  taxRows: [
    {
      category: value('S', null),
      ratePercent: value('19', null),
      basis: value('1499.90', null),
      tax: value('284.99', null),
    },
  ],
  adjustments: [],
  discounts: [],
  lines: [
    {
      lineId: value('1', null),
      parentLineId: null,
      articleNumber: value('KP-80', null),
      description: value('Kopierpapier A4 80 g/m², Karton 2.500 Blatt', null),
      quantity: value('24', null),
      unitCode: value('C62', null),
      unitNetPrice: value('21.90', null),
      unitGrossPrice: null,
      priceBaseQuantity: null,
      taxPercent: value('19', null),
      category: value('S', null),
      lineNet: value('525.60', null),
    },
    {
      lineId: value('2', null),
      parentLineId: null,
      articleNumber: null,
      description: value('Bürodrehstuhl Linea 2, anthrazit', null),
      quantity: value('2', null),
      unitCode: value('C62', null),
      unitNetPrice: value('487.15', null),
      unitGrossPrice: null,
      priceBaseQuantity: null,
      taxPercent: value('19', null),
      category: value('S', null),
      lineNet: value('974.30', null),
    },
  ],
  allIbans: [],
  warnings: [],
};
