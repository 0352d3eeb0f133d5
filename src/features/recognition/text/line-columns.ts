import type { Box } from '../words.ts';
import type { Evidence } from './evidence.ts';
import { boxOfSpan, type Cell, overlapAcross, type Row } from './layout.ts';
import { lenient } from './lenient.ts';
import { inRow } from './near.ts';

export type ColumnName =
  | 'position'
  | 'article'
  | 'description'
  | 'date'
  | 'quantity'
  | 'unit'
  | 'price'
  /** A price with tax beside one without. */
  | 'grossPrice'
  | 'base'
  | 'discount'
  | 'tax'
  | 'taxAmount'
  | 'gross'
  | 'total';

export interface Column {
  readonly name: ColumnName;
  readonly box: Box;
}

/** The head of a line table. */
export interface TableHead {
  readonly page: number;
  /** The first and the last row of the head. */
  readonly first: number;
  readonly last: number;
  readonly columns: readonly Column[];
}

const patterns: readonly (readonly [ColumnName, string])[] = [
  [
    'position',
    String.raw`pos(?:ition)?(?:en)?(?:[\s.-]{0,2}(?:nr|no|nummer))?|lfd\.?\s?nr|zeile|#|nr|no|line|ligne|lp`,
  ],
  [
    'article',
    String.raw`(?:artikel|art|produkt|product|item|material|bestell|kunden|teile|part|article|stock)[\s.-]{0,2}(?:s?[\s.-]{0,2}(?:nr|nummer|no|number|code|id))(?:[\s.-]{0,2}(?:lieferant|kunde|lief))?|sku|ean|gtin|réf(?:érence)?|référence|code|artikelcode|referenzen|isbn`,
  ],
  [
    'description',
    '(?:artikel|leistungs|waren|produkt|positions)?(?:beschreibung|bezeichnung|text)|beschreibung|bezeichnung|artikel|leistung(?:en)?|produkt|product|description(?: of (?:goods|services))?|désignation|designation|libellé|omschrijving|details|service|services|tätigkeit|ware|item(?: description)?|items|gegenstand|dienstleistung|article|particulars|produit',
  ],
  ['date', 'datum|date|leistungsdatum|lieferdatum|zeitraum|leistungszeitraum'],
  [
    'quantity',
    'menge|anzahl|anz|qty|quantity|quantité|qté|aantal|stück(?:zahl)?|stk|hours|std|stunden|units|bestellmenge|liefermenge|verbrauch|tage|hrs',
  ],
  ['unit', 'einheit|einh|me|mengeneinheit|unit|uom|unité|eh|eenheid'],
  [
    'price',
    String.raw`(?:einzel|stück|netto|verkaufs|vk|grund|e|listen|brutto)[\s.-]{0,2}(?:preis|betrag|pr)(?:[\s.-]{0,2}(?:netto|brutto|einzeln|€|eur))?|einzel|e\.?\s?p|à|preis(?:\s?[/p]\s?(?:einheit|stk|stück|e|me|ro))?|unit(?:\s|-)?(?:net\s)?(?:price|cost)|price(?:\s?(?:/|per)\s?(?:unit|piece|item))?|prix(?:\sunitaire)?(?:\sht)?|p\.?\s?u(?:\.?\s?ht)?|rate|tarif|stückpreis|prijs per (?:stuk|eenheid)|preis netto|price w/o`,
  ],
  ['base', String.raw`vke(?:\s?/\s?geb)?|pe|preiseinheit|price unit|per`],
  ['discount', String.raw`(?:rabatt|rab|nachlass|disc(?:ount)?|remise|rem)(?:[\s.]{0,2}%)?|discount|korting`],
  ['taxAmount', String.raw`(?:mwst|ust|vat|tva|tax|steuer)[\s.-]{0,2}(?:betrag|amount)|montant tva`],
  [
    'tax',
    String.raw`(?:mwst|ust|must|steuer|vat|tva|tax|btw|umsatzsteuer|mehrwertsteuer|taxes|taxe)(?:[\s.-]{0,2}(?:satz|rate|%|code|sl|schl|in %))?|steuersatz|taux(?:\stva)?|st|stsl`,
  ],
  [
    'gross',
    String.raw`(?:gesamt|betrag|summe|total|amount|preis|zeilen\p{L}*)\s(?:brutto|inkl\.?(?:\s(?:mwst|ust))?|incl\.?(?:\s(?:vat|tax))?|ttc|gross)|brutto(?:betrag|summe|wert|gesamt)?|gross(?:\samount)?|montant ttc|total ttc`,
  ],
  [
    'total',
    String.raw`(?:gesamt|g|ges|zeilen|positions|netto|end|rechnungs|line)[\s.-]{0,2}(?:preis|betrag|summe|wert|total|netto|amount)(?:[\s.-]{0,2}(?:netto|€|eur|in eur))?|gesamt|betrag(?:\s(?:netto|in eur|eur|€))?|(?:zwischen)?summe|total(?:\s(?:ht|net|price|amount|€|eur|netto))?|amount|montant(?:\sht)?|wert|net(?:\s|-)?(?:amount|total|value)|extended price|prijs incl\. btw|prix (?:total|ht)|totaal|bedrag|subtotal|nettowert|entgelt|g\.?\s?p`,
  ],
];
const compiled = patterns.map(
  ([name, source]) =>
    [name, new RegExp(lenient(String.raw`(?<![\p{L}\d])(?:${source})(?![\p{L}\d])`), 'giu')] as const,
);
/** The share of letters that column names cover in the row that reveals a head, and in rows stacked on it. */
const leastCoverage = 0.6;
const leastStacked = 0.35;
const numeric: readonly ColumnName[] = [
  'quantity',
  'price',
  'base',
  'discount',
  'tax',
  'taxAmount',
  'gross',
  'total',
];

/** The heads of line tables, from the first page to the last. */
export function tableHeadsOf(evidence: Evidence): TableHead[] {
  const heads: TableHead[] = [];
  for (const row of evidence.layout.rows) {
    const last = heads.at(-1);
    if (last && row.index <= last.last) continue;
    const head = headAt(evidence, row, last?.last ?? -1);
    if (head) heads.push(head);
  }
  return heads;
}

function headAt(evidence: Evidence, row: Row, before: number): TableHead | null {
  const own = columnsOf(evidence, row);
  if (!own) return null;
  const columns = [...own];
  const least = isLineTable(own) ? leastStacked : leastCoverage;
  let [first, last] = [row.index, row.index];
  for (const step of [-1, 1, 2]) {
    const other = evidence.layout.rows[row.index + step];
    const isNear =
      other?.page === row.page &&
      Math.abs(other.box[3] - row.box[3]) < evidence.layout.rowHeight * Math.abs(step) * 1.7;
    const isFree = row.index + step > before;
    const more =
      other && isNear && isFree && last >= row.index + step - 1 ? columnsOf(evidence, other, least) : null;
    if (!more) continue;
    for (const column of more) add(columns, column);
    first = Math.min(first, row.index + step);
    last = Math.max(last, row.index + step);
  }
  const named = withGross(renamed(columns), evidence.layout.rows.slice(first, last + 1));
  return isLineTable(named) ? { page: row.page, first, last, columns: named } : null;
}

function isLineTable(columns: readonly Column[]): boolean {
  const has = (name: ColumnName) => columns.some((column) => column.name === name);
  const hasMoney = has('total') || has('price') || has('gross');
  const hasSubject = has('quantity') || has('description') || has('article');
  // Two such words also occur in sentences; in a head they are far apart.
  const width = Math.max(...columns.map(({ box }) => box[2])) - Math.min(...columns.map(({ box }) => box[0]));
  return hasMoney && hasSubject && columns.length >= 2 && width > 0.3;
}

/** Stacked labels name one column; a label below a numeric column is no column of its own. */
function add(columns: Column[], column: Column): void {
  const over = columns.find((other) => overlapAcross(other.box, column.box) > 0.2);
  const isOwn =
    !over || (!numeric.includes(over.name) && !numeric.includes(column.name) && over.name !== column.name);
  if (isOwn) columns.push(column);
}

/** The columns of one row of a head; null when the row is not part of a head. */
function columnsOf({ amounts }: Evidence, row: Row, least = leastCoverage): Column[] | null {
  const hasNumber = row.cells.some(({ text }) => /\d{2}/.test(text.replace(/\/\s?10+/g, '')));
  if (hasNumber || inRow(amounts, row.index).some(({ decimals }) => decimals > 0)) return null;
  const letters = row.cells.reduce((count, { text }) => count + lettersIn(text), 0);
  const matched = row.cells.map((cell) => ({ cell, matches: matchesIn(cell) }));
  const covered = matched
    .flatMap(({ cell, matches }) => matches.map(({ start, end }) => lettersIn(cell.text.slice(start, end))))
    .reduce((sum, count) => sum + count, 0);
  if (letters === 0 || covered / letters < least) return null;
  return matched.flatMap(({ cell, matches }) =>
    matches.map(({ name, start, end }) => ({ name, box: boxOfSpan(cell, start, end) })),
  );
}

function lettersIn(text: string): number {
  return text.replace(/[^\p{L}#%]/gu, '').length;
}

interface Match {
  readonly name: ColumnName;
  readonly start: number;
  readonly end: number;
}

function matchesIn(cell: Cell): Match[] {
  const all = compiled.flatMap(([name, pattern]) =>
    [...cell.text.matchAll(pattern)].map((match) => ({
      name,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  const kept: Match[] = [];
  for (const match of all.toSorted((left, right) => right.end - right.start - (left.end - left.start))) {
    if (!kept.some(({ start, end }) => start < match.end && end > match.start)) kept.push(match);
  }
  return kept.toSorted((left, right) => left.start - right.start);
}

/** Resolves ambiguous names by their order: the total of a line is its last amount. */
function renamed(columns: readonly Column[]): Column[] {
  const sorted = columns.toSorted((left, right) => left.box[0] - right.box[0]);
  const count = (name: ColumnName) => sorted.filter((column) => column.name === name).length;
  const change = (at: number, name: ColumnName) => {
    const column = sorted[at];
    if (column) sorted[at] = { ...column, name };
  };
  const lastOf = (name: ColumnName) => sorted.findLastIndex((column) => column.name === name);
  const firstOf = (name: ColumnName) => sorted.findIndex((column) => column.name === name);
  if (count('total') >= 2 && count('quantity') === 0 && firstOf('total') < firstOf('price'))
    change(firstOf('total'), 'quantity');
  if (count('total') === 0 && count('gross') === 0 && count('price') >= 2) change(lastOf('price'), 'total');
  if (count('price') === 0 && count('total') >= 2) change(firstOf('total'), 'price');
  if (
    count('quantity') === 0 &&
    count('position') === 1 &&
    count('price') === 1 &&
    sorted[0]?.name === 'position' &&
    !hasText(sorted)
  )
    change(0, 'quantity');
  return sorted;
}

const withTax = /(?<!\p{L})(?:inkl|incl|inc|brutto|gross|ttc)(?!\p{L})/iu;

/** Of two columns of prices one may include tax, and then also the totals: "Preis (inkl. USt.)". */
function withGross(columns: readonly Column[], rows: readonly Row[]): readonly Column[] {
  const isGross = ({ box }: Column) =>
    rows.some(({ cells }) =>
      cells.some((cell) => overlapAcross(cell.box, box) > 0.3 && withTax.test(cell.text)),
    );
  const prices = columns.filter(({ name }) => name === 'price');
  if (prices.length !== 2 || prices.filter(isGross).length !== 1) return columns;
  return columns.map((column) => {
    if (!isGross(column)) return column;
    if (column.name === 'price') return { ...column, name: 'grossPrice' };
    return column.name === 'total' ? { ...column, name: 'gross' } : column;
  });
}

function hasText(columns: readonly Column[]): boolean {
  return columns.some(({ name }) => name === 'description' || name === 'article');
}
