import { addDays, type Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import { formatDay } from '../../../base/typed-day.ts';
import { formatNumber } from '../../../base/typed-number.ts';
import { styles, type Typesetter } from '../../../platform/server/pdf/typesetter.ts';
import { lineNet, type Paper, type PaperLine, totalsOf } from './paper.ts';

/** Points, from the edges of an A4 page. */
const left = 62;
const right = 540;
const columns = { item: 88, description: 150, quantity: 385, price: 462 } as const;
const lineHeight = 22;

/** Draws an invoice or a credit note on one page, as a supplier prints it. */
export function drawPaper(set: Typesetter, paper: Paper): void {
  drawHead(set, paper);
  const end = drawLines(set, paper);
  drawTotals(set, paper, end + 12);
  drawFoot(set, paper);
}

function isCreditNote({ lines }: Paper): boolean {
  return lines.some(({ quantity }) => quantity.startsWith('-'));
}

function drawHead(set: Typesetter, paper: Paper): void {
  const { seller, buyer } = paper;
  set.line(seller.name, left, 48, styles.sender);
  set.lines(
    [seller.address, `${seller.zipcode} ${seller.city}`, `Telefon ${seller.phone}`],
    left,
    70,
    styles.reference,
  );
  set.lines([buyer.name, buyer.address, `${buyer.zipcode} ${buyer.city}`], left, 150, styles.recipient);
  const isCredit = isCreditNote(paper);
  const reported = [
    [isCredit ? 'Gutschriftsnummer:' : 'Rechnungsnummer:', paper.number],
    [isCredit ? 'Datum:' : 'Rechnungsdatum:', printedDay(paper.issued)],
    ['Lieferdatum:', printedDay(paper.delivered)],
    ['Ihre Bestellung:', paper.order],
    ['Vertrag:', paper.contract],
    ['Zu Rechnung:', paper.corrects],
  ].filter((row): row is [string, string] => row[1] !== null);
  for (const [place, [label, value]] of reported.entries()) {
    set.line(label, 345, 150 + place * 16, styles.body);
    set.line(value, 450, 150 + place * 16, styles.body);
  }
  set.line(isCredit ? 'Gutschrift' : 'Rechnung', left, 270, styles.title);
}

/** Returns the lower end of the table. */
function drawLines(set: Typesetter, { lines }: Paper): number {
  const top = 315;
  set.line('Pos', left, top, styles.columnHead);
  set.line('Art.-Nr.', columns.item, top, styles.columnHead);
  set.line('Bezeichnung', columns.description, top, styles.columnHead);
  set.line('Menge', columns.quantity, top, styles.columnHead, 'right');
  set.line('Einzelpreis', columns.price, top, styles.columnHead, 'right');
  set.line('Gesamtpreis', right, top, styles.columnHead, 'right');
  set.rule(left, top + 14, right - left);
  for (const [place, line] of lines.entries()) {
    const y = top + 22 + place * lineHeight;
    set.line(String(place + 1), left, y, styles.cell);
    set.line(line.item_number ?? '', columns.item, y, styles.cell);
    const [described = ''] = set.wrap(line.description, styles.cell, 175);
    set.line(described, columns.description, y, styles.cell);
    set.line(formatNumber(line.quantity, 'de'), columns.quantity, y, styles.figure, 'right');
    set.line(money(unitPrice(line)), columns.price, y, styles.figure, 'right');
    set.line(money(lineNet(line)), right, y, styles.figure, 'right');
  }
  return top + 22 + lines.length * lineHeight;
}

/** Prints prices per hundred as prices per piece. */
function unitPrice({ price_netto, price_unit }: PaperLine): Amount {
  return price_unit === '1' ? price_netto : lineNet({ ...noText, quantity: '1', price_netto, price_unit });
}

const noText = { item_number: null, description: '', unit: '' };

function drawTotals(set: Typesetter, paper: Paper, top: number): void {
  const { net, tax, gross } = totalsOf(paper);
  set.rule(345, top, right - 345);
  const rows = [
    ['Summe netto', net, styles.total],
    [`zzgl. ${Number(paper.tax)} % USt.`, tax, styles.total],
    [isCreditNote(paper) ? 'Gutschriftsbetrag' : 'Gesamtbetrag', gross, styles.mainTotal],
  ] as const;
  for (const [place, [label, value, style]] of rows.entries()) {
    set.line(label, 345, top + 8 + place * 18, style);
    set.line(`${money(value)} ${paper.currency}`, right, top + 8 + place * 18, style, 'right');
  }
  set.lines(termsOf(paper), left, top + 84, styles.body);
}

function termsOf(paper: Paper): readonly string[] {
  if (isCreditNote(paper)) return ['Der Betrag wird mit Ihrer nächsten Zahlung verrechnet.'];
  const { seller, issued, due } = paper;
  const { discount_1_percentage: percentage, discount_1_days: days } = seller;
  const whole = `Zahlbar ohne Abzug bis ${printedDay(due)}.`;
  if (percentage === null || days === null) return [whole];
  const until = printedDay(addDays(issued, days));
  return [`Bei Zahlung bis ${until} gewähren wir ${Number(percentage)} % Skonto.`, whole];
}

function drawFoot(set: Typesetter, { seller }: Paper): void {
  set.rule(left, 772, right - left);
  const tax =
    seller.vat_number === null ? `Steuernummer: ${seller.tax_number}` : `USt-IdNr.: ${seller.vat_number}`;
  set.lines(
    [seller.name, `${seller.address} · ${seller.zipcode} ${seller.city}`],
    left,
    780,
    styles.senderDetails,
  );
  set.lines([tax, seller.email], 255, 780, styles.senderDetails);
  set.lines([`IBAN: ${seller.iban}`, `BIC: ${seller.bic}`, seller.bank], 400, 780, styles.senderDetails);
}

function printedDay(day: Day): string {
  return formatDay(day, 'de');
}

function money(value: Amount): string {
  return formatNumber(value, 'de', 2);
}
