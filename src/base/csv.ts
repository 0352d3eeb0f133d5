import type { Day } from './day.ts';
import { type Amount, isAmount } from './money.ts';
import { formatDay } from './typed-day.ts';

/** One cell: a text, a number with a point, a calendar day, or nothing. */
export type CsvCell = string | { readonly number: Amount } | { readonly day: Day } | null;

const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** The head of a CSV file (SHEET-14): a byte order mark and the titles of the columns. */
export function csvHead(titles: readonly string[]): string {
  return byteOrderMark + csvRows([titles]);
}

/**
 * Rows in the format of SHEET-14, in every language: `;` between cells, comma decimals, `DD.MM.YYYY`. A text that a
 * spreadsheet program would run as a formula, also with the full-width signs of East Asian keyboards, gets a leading
 * apostrophe.
 */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => row.map(cellText).join(';') + lineEnd).join('');
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return quoted(guarded(cell));
  return 'number' in cell ? cell.number.replace('.', ',') : formatDay(cell.day, 'de');
}

/**
 * Some programs ignore a blank or line end before a formula. A text that already looks guarded gets one more
 * apostrophe, so that reading the file removes none of its own.
 */
function guarded(text: string): string {
  const start = text.trimStart();
  const isNumber = isAmount(start.trimEnd().replace(/^\+/, '').replace(',', '.'));
  const isFormula =
    /^[=@＝＠]/.test(start) || (/^[+\-＋－]/.test(start) && !isNumber) || /^[\t\r]/.test(text);
  return isFormula || looksGuarded(text) ? `'${text}` : text;
}

/** Whether a text begins with apostrophes before a possible formula. */
export function looksGuarded(text: string): boolean {
  return /^'+\s*[=@+\-＝＠＋－]|^'+[\t\r]/.test(text);
}

function quoted(text: string): string {
  return /[";\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
