import type { CsvCell } from '../../../base/csv.ts';
import { maxCsvColumns, maxCsvRows } from '../../../base/csv-reading.ts';
import { cellValue } from './cell-value.ts';
import { attribute, type Parts, type Tag, XlsxRefused } from './parts.ts';
import { unescaped, type Workbook } from './workbook.ts';

/**
 * The rows of a sheet, with empty ones between them, so that a row keeps its number. Cells and rows that are only
 * formatted do not count, nor those after the last one with a value.
 */
export async function readRows(
  parts: Parts,
  book: Workbook,
  sheet: string,
): Promise<readonly (readonly CsvCell[])[]> {
  const rows: (readonly CsvCell[])[] = [];
  const reader = new RowReader(book, (at, row) => {
    if (at > maxCsvRows + 1) throw new XlsxRefused({ rule: 'csv_rows', limit: maxCsvRows });
    while (rows.length < at - 1) rows.push([]);
    rows.push(row);
  });
  await parts.parse(sheet, reader);
  return rows;
}

/** Builds cells from the tags of a sheet. */
class RowReader {
  readonly #book: Workbook;
  readonly #onRow: (at: number, row: readonly CsvCell[]) => void;
  #row: CsvCell[] = [];
  #rowAt = 0;
  #column = -1;
  #cell: Tag | null = null;
  #text = '';
  #isValue = false;
  #isSpoken = false;
  #hasFormula = false;
  #hasValue = false;

  constructor(book: Workbook, onRow: (at: number, row: readonly CsvCell[]) => void) {
    this.#book = book;
    this.#onRow = onRow;
  }

  readonly open = (tag: Tag): void => {
    if (tag.name === 'row') {
      this.#rowAt = Number(attribute(tag, 'r') ?? this.#rowAt + 1);
      this.#row = [];
      this.#column = -1;
    } else if (tag.name === 'c') {
      this.#cell = tag;
      this.#column = columnOf(attribute(tag, 'r')) ?? this.#column + 1;
      this.#text = '';
      this.#hasFormula = false;
      this.#hasValue = false;
    } else if (tag.name === 'f') this.#hasFormula = true;
    else if (tag.name === 'rPh') this.#isSpoken = true;
    this.#isValue = tag.name === 'v' || (tag.name === 't' && !this.#isSpoken);
    this.#hasValue ||= this.#isValue;
  };

  readonly text = (piece: string): void => {
    if (this.#cell !== null && this.#isValue) this.#text += piece;
  };

  readonly close = (name: string): boolean | undefined => {
    this.#isValue = false;
    if (name === 'rPh') this.#isSpoken = false;
    if (name === 'c') this.#endCell();
    if (name === 'row' && this.#row.some(isFilled)) this.#onRow(this.#rowAt, this.#row);
    // Only formatting follows the cells.
    return name === 'sheetData' ? true : undefined;
  };

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null) return;
    if (this.#hasFormula && !this.#hasValue)
      throw new XlsxRefused({ rule: 'xlsx_formula', cell: attribute(cell, 'r') ?? '' });
    const type = attribute(cell, 't') ?? 'n';
    const format = this.#book.formats[Number(attribute(cell, 's') ?? 0)] ?? { as: 'number' };
    const isOwnText = type === 'inlineStr' || type === 'str';
    const text = isOwnText ? unescaped(this.#text) : this.#text;
    const value = cellValue({ type, text, format }, this.#book);
    if (!isFilled(value)) return;
    if (this.#column >= maxCsvColumns) throw new XlsxRefused({ rule: 'csv_columns', limit: maxCsvColumns });
    while (this.#row.length < this.#column) this.#row.push(null);
    this.#row[this.#column] = value;
  }
}

function isFilled(cell: CsvCell): boolean {
  return cell !== null && (typeof cell !== 'string' || cell.trim() !== '');
}

/** The index of the column of a cell such as `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
