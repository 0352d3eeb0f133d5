import PDFDocument from 'pdfkit';
import { ublInvoice } from './ubl-invoice.ts';

/** The texts on the pages of a hybrid; by default the same as in its XML. */
export interface PrintedInvoice {
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly net: string;
  readonly tax: string;
  readonly gross: string;
  readonly iban: string;
  /** Rows below the totals. */
  readonly further: readonly string[];
}

export const printedAsInXml: PrintedInvoice = {
  number: 'RE-2026-4711',
  issued: '02.11.2026',
  due: '02.12.2026',
  net: '200,00',
  tax: '38,00',
  gross: '238,00',
  iban: 'DE89 3704 0044 0532 0130 00',
  further: [],
};

/**
 * A PDF with an e-invoice of 200 EUR net that shows the given texts (ZUGFeRD, Factur-X); null shows nothing. `beside`
 * are further files in it, by name.
 */
export function hybridInvoice(
  printed: PrintedInvoice | null,
  beside: Readonly<Record<string, Buffer>> = {},
): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const document = new PDFDocument({ size: 'A4', margin: 0, pdfVersion: '1.7' });
  collect(document, resolve);
  const xml = ublInvoice({ number: printedAsInXml.number, seller: 'Kabel Nord GmbH', net: 200 });
  document.file(xml, { name: 'factur-x.xml' });
  for (const [name, bytes] of Object.entries(beside)) document.file(bytes, { name });
  document.fontSize(11);
  for (const [place, [label, value]] of rowsOf(printed).entries()) {
    document.text(label, 50, 40 + 24 * place, { lineBreak: false });
    document.text(value, 300, 40 + 24 * place, { lineBreak: false });
  }
  document.end();
  return promise;
}

/** A PDF portfolio of these files by name, with a cover sheet. */
export function portfolioOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const document = new PDFDocument({ size: 'A4', pdfVersion: '1.7' });
  collect(document, resolve);
  document.text('Öffnen Sie dieses Portfolio mit einem anderen Programm.');
  for (const [name, bytes] of Object.entries(files)) document.file(bytes, { name });
  // The package has no function for portfolios.
  const { _root: catalog } = document as unknown as { _root: { data: Record<string, unknown> } };
  catalog.data.Collection = { Type: 'Collection', View: 'D' };
  document.end();
  return promise;
}

function collect(document: PDFKit.PDFDocument, resolve: (bytes: Buffer) => void): void {
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.on('end', () => resolve(Buffer.concat(parts)));
}

function rowsOf(printed: PrintedInvoice | null): readonly (readonly [string, string])[] {
  if (printed === null) return [];
  return [
    ['Kabel Nord GmbH', 'Hauptstraße 1, 50667 Köln'],
    ['Rechnung', ''],
    ['Rechnungsnummer:', printed.number],
    ['Rechnungsdatum:', printed.issued],
    ['Summe netto', `${printed.net} EUR`],
    ['zzgl. 19 % MwSt.', `${printed.tax} EUR`],
    ['Gesamtbetrag', `${printed.gross} EUR`],
    ['Zahlbar bis', printed.due],
    ['IBAN:', printed.iban],
    ['USt-IdNr.:', 'DE136695976'],
    ...printed.further.map((text) => [text, ''] as const),
  ];
}
