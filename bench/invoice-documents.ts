import PDFDocument from 'pdfkit';
import { ublInvoice } from '../tests/support/ubl-invoice.ts';

/** A unique document as sent by a supplier. */
export interface SentInvoice {
  readonly name: string;
  readonly bytes: Buffer;
}

let made = 0;

export async function xmlInvoice(): Promise<SentInvoice> {
  const number = `X-${process.pid}-${++made}`;
  return { name: `${number}.xml`, bytes: ublInvoice({ number, seller: 'Holzhof Bench GmbH' }) };
}

const articles = ['Messschieber', 'Bohrfutter', 'Regalboden', 'Schutzbrille', 'Lagerkiste', 'Handhubwagen'];
const decimal = (value: number): string => value.toFixed(2).replace('.', ',');

/** One page with a table of lines, as printed by an office program. */
export function textInvoice(): Promise<SentInvoice> {
  const number = `T-${process.pid}-${++made}`;
  const lines = articles.map((article, place) => ({
    article,
    quantity: 1 + ((made + place) % 9),
    price: 12.5 + place * 7,
  }));
  const net = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const texts: readonly (readonly [text: string, x: number, y: number])[] = [
    ['Holzhof Bench GmbH', 60, 60],
    ['USt-IdNr. DE136695976   IBAN DE89 3704 0044 0532 0130 00', 60, 780],
    ['Rechnung', 60, 200],
    [`Rechnungsnummer: ${number}`, 360, 200],
    ['Rechnungsdatum: 02.11.2026', 360, 215],
    ['Pos.  Bezeichnung', 60, 280],
    ['Menge', 300, 280],
    ['Einzelpreis', 370, 280],
    ['Betrag EUR', 470, 280],
    ...lines.flatMap(({ article, quantity, price }, place) => {
      const y = 300 + place * 18;
      return [
        [`${place + 1}     ${article}`, 60, y] as const,
        [String(quantity), 300, y] as const,
        [decimal(price), 370, y] as const,
        [decimal(quantity * price), 470, y] as const,
      ];
    }),
    [`Nettobetrag ${decimal(net)}`, 370, 440],
    [`zzgl. 19 % USt. ${decimal(net * 0.19)}`, 370, 456],
    [`Rechnungsbetrag EUR ${decimal(net * 1.19)}`, 370, 472],
    ['Zahlbar bis 02.12.2026 ohne Abzug', 60, 520],
  ];
  const { promise, resolve } = Promise.withResolvers<SentInvoice>();
  const document = new PDFDocument({ size: 'A4', margin: 0 });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.on('end', () => resolve({ name: `${number}.pdf`, bytes: Buffer.concat(parts) }));
  document.fontSize(10);
  for (const [text, x, y] of texts) document.text(text, x, y, { lineBreak: false });
  document.end();
  return promise;
}
