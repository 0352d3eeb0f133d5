import type { Amount } from '../../../base/money.ts';
import { type Box, boxAround } from '../words.ts';
import type { PrintedAmount } from './amounts.ts';
import { boxOf, type Evidence } from './evidence.ts';
import { headlessTablesOf, summedTablesOf } from './headless-tables.ts';
import type { LabelName } from './labels.ts';
import { type Cell, overlapAcross, type Row } from './layout.ts';
import { type Block, rejoined, withSeenColumns } from './line-blocks.ts';
import { type ColumnName, type TableHead, tableHeadsOf } from './line-columns.ts';
import { type LineNumbers, lineNumbersOf } from './line-numbers.ts';
import { inRow, type Placed } from './near.ts';

/** A printed line, before it is checked against the totals. */
export interface PrintedLine {
  readonly lineId: Placed | null;
  readonly articleNumber: Placed | null;
  readonly description: readonly Placed[];
  readonly unit: Placed | null;
  readonly numbers: LineNumbers;
  /** Whether its table has neither quantities nor prices, so that it is one unit. */
  readonly isFlat: boolean;
  readonly page: number;
  readonly box: Box;
}

interface GrowingBlock extends Block {
  readonly further: Row[];
}

const endsTable: readonly LabelName[] = [
  'gross',
  'withTax',
  'net',
  'due',
  'lineTotal',
  'total',
  'tax',
  'prepaid',
];
const maxFurtherRows = 12;

/** Reads the lines of all tables on all pages, including rows that continue a description. */
export function linesOf(evidence: Evidence): PrintedLine[] {
  for (const headsOf of [tableHeadsOf, headlessTablesOf, summedTablesOf]) {
    const lines = linesBelow(headsOf(evidence), evidence);
    if (lines.length > 0) return lines;
  }
  return [];
}

function linesBelow(heads: readonly TableHead[], evidence: Evidence): PrintedLine[] {
  return heads.flatMap((head, place) => {
    const next = heads[place + 1]?.first ?? evidence.layout.rows.length;
    return linesIn(evidence, head, next);
  });
}

function linesIn(evidence: Evidence, head: TableHead, next: number): PrintedLine[] {
  const first = blocksOf(evidence, head, next);
  const seen = withSeenColumns(
    head,
    first.map(({ numbers }) => numbers),
  );
  const blocks = seen === head ? first : blocksOf(evidence, seen, next);
  const isFlat = !head.columns.some(({ name }) => name === 'quantity' || name === 'price');
  return rejoined(blocks, evidence.layout.rowHeight).map((block) => ({ ...lineOf(block), isFlat }));
}

function blocksOf(evidence: Evidence, head: TableHead, next: number): GrowingBlock[] {
  const rows = evidence.layout.rows.slice(head.last + 1, next);
  const blocks: GrowingBlock[] = [];
  let hasEnded = false;
  for (const row of rows) {
    const found = lineNumbersOf(evidence, head, row);
    const numbers = found && isExplanation(found, row) ? null : found;
    const isTotal = isTotalRow(evidence, head, row);
    if (numbers && !(isTotal && !isExactLine(numbers))) {
      if (hasEnded && !isWholeLine(numbers)) continue;
      hasEnded = false;
      blocks.push({ head, row, numbers, further: [] });
    } else if (isTotal && blocks.length > 0) {
      hasEnded = true;
      if (row.page > head.page + 5) break;
    } else if (isHeadOfTotals(evidence, row)) {
      hasEnded = blocks.length > 0;
    } else if (!hasEnded && isNear(evidence, blocks.at(-1), row)) {
      blocks.at(-1)?.further.push(row);
    }
  }
  return blocks;
}

/** Whether a row only explains the line above it: "Bruttopreis: 15,00  Abschlag: 4,50". */
function isExplanation({ total, isExact }: LineNumbers, { cells: [first] }: Row): boolean {
  return !isExact && !total?.decimals && /^\p{L}[\p{L}\s.-]{2,30}:/u.test(first?.text ?? '');
}

/** Below a total, only a row with quantity, price and total counts as a line. */
function isWholeLine({ quantity, price, total }: LineNumbers): boolean {
  return quantity !== null && price !== null && total !== null;
}

/** Zero totals and a quantity of one prove nothing, although free articles are lines, too. */
function isExactLine({ isExact, quantity, price, total }: LineNumbers): boolean {
  return (
    isExact &&
    quantity !== null &&
    price !== null &&
    total !== null &&
    Number(total.value) !== 0 &&
    quantity.value !== '1'
  );
}

/** The name of a tax in the column of rates, as in "19 % VAT (S)", labels no total. */
function isTotalRow({ labels, amounts }: Evidence, head: TableHead, row: Row): boolean {
  const label = inRow(labels, row.index).find(
    ({ name, cell }) => endsTable.includes(name) && !(name === 'tax' && isIn(cell, head, 'tax')),
  );
  if (!label) return false;
  const money = inRow(amounts, row.index).filter(({ decimals }) => decimals > 0);
  const isFirst = label.start === 0 || label.cell.text.slice(0, label.start).length < 16;
  return isFirst && money.length > 0 && money.length <= 4;
}

/** Whether a row of labels is the head of totals or taxes. */
function isHeadOfTotals({ labels }: Evidence, row: Row): boolean {
  const own = inRow(labels, row.index).filter(({ name }) => endsTable.includes(name));
  return row.cells.length > 1 && new Set(own.map(({ cell }) => cell)).size > 1;
}

function isNear({ layout }: Evidence, block: Block | undefined, row: Row): boolean {
  if (!block || block.further.length >= maxFurtherRows) return false;
  const last = block.further.at(-1) ?? block.row;
  return last.page === row.page && row.box[1] - last.box[3] < layout.rowHeight * 1.8;
}

function lineOf({ head, row, numbers, further }: Block): Omit<PrintedLine, 'isFlat'> {
  const used = [numbers.quantity, numbers.price, numbers.total, numbers.tax, numbers.discount].filter(
    (amount) => amount !== null,
  );
  const texts = row.cells.filter((cell) => isText(cell, used));
  const own = texts.filter(
    (cell) => !isIn(cell, head, 'position') && !isIn(cell, head, 'article') && !isIn(cell, head, 'unit'),
  );
  const more = further.flatMap(({ cells }) => cells.filter((cell) => isBelowText(cell, head)));
  const article = row.cells.find(
    (cell) => isIn(cell, head, 'article') && !used.some((amount) => amount.cell === cell),
  );
  const position = row.cells.find(
    (cell) => isIn(cell, head, 'position') && /^\d{1,4}\.?\d{0,4}\.?$/.test(cell.text),
  );
  const leading = /^\d{1,3}\s(?=\p{L})/u.exec(own[0]?.text ?? '')?.[0].length ?? 0;
  const [first] = own;
  const description = [...own, ...more].map((cell) => wholeCell(cell, cell === first ? leading : 0));
  const ofText = first && leading > 0 ? { cell: first, start: 0, end: leading - 1 } : null;
  return {
    lineId: position ? wholeCell(position) : ofText,
    articleNumber: article ? wholeCell(article) : null,
    description,
    unit: unitOf(numbers.quantity, row, head),
    numbers,
    page: row.page,
    box: boxAround([row.box, ...further.map(({ box }) => box)]),
  };
}

function wholeCell(cell: Cell, start = 0): Placed {
  return { cell, start, end: cell.text.length };
}

function isText(cell: Cell, used: readonly PrintedAmount[]): boolean {
  const inCell = used.filter((amount) => amount.cell === cell);
  const letters = cell.text.replace(/[^\p{L}]/gu, '').length;
  return letters > 0 && (inCell.length === 0 || letters > 14);
}

function isIn(cell: Cell, head: TableHead, name: ColumnName): boolean {
  const distance = (box: Box) => Math.abs(box[0] - cell.box[0]);
  const nearest = head.columns
    .filter(({ box }) => overlapAcross(box, cell.box) > 0 || distance(box) < 0.02)
    .toSorted((left, right) => distance(left.box) - distance(right.box))[0];
  return nearest?.name === name;
}

/** Whether a cell continues the description: text below the amounts explains the amounts. */
function isBelowText(cell: Cell, head: TableHead): boolean {
  const price = head.columns.find(({ name }) => name === 'price' || name === 'total');
  return price === undefined || cell.box[0] < price.box[0] - 0.02 || cell.text.length > 25;
}

function unitOf(quantity: PrintedAmount | null, row: Row, head: TableHead): Placed | null {
  if (!quantity) return null;
  const behind = /^\s*([\p{L}][\p{L}.²³()]{0,11})/u.exec(quantity.cell.text.slice(quantity.end));
  if (behind?.[1]) {
    const end = quantity.end + behind[0].length;
    return { cell: quantity.cell, start: end - behind[1].length, end };
  }
  const next = row.cells[quantity.cell.place + 1];
  const box = boxOf(quantity);
  const isUnit = (cell: Cell) => /^[\p{L}][\p{L}.²³()]{0,11}$/u.test(cell.text);
  if (next && next.box[0] - box[2] < 0.04 && isUnit(next)) return wholeCell(next);
  const ofColumn = row.cells.find((cell) => isIn(cell, head, 'unit') && isUnit(cell));
  return ofColumn ? wholeCell(ofColumn) : null;
}

/** The printed tax rate of a line. */
export function rateOf({ tax }: LineNumbers): Amount | null {
  if (!tax) return null;
  return tax.value.includes('.') ? tax.value.replace(/\.?0+$/, '') : tax.value;
}
