/**
 * Blocks of cells as spreadsheet programs put them on the clipboard: tabs between cells, line ends between rows. A
 * cell that contains a tab or a line end, or begins with a quotation mark, is quoted, with inner quotation marks
 * doubled.
 */

/** Reads a block. An unclosed quotation is read literally. */
export function readBlock(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length || row.length > 0) {
    const { cell, end } = quotedCell(text, at) ?? plainCell(text, at);
    row.push(cell);
    at = end + 1;
    if (text[end] === '\t') continue;
    rows.push(row);
    row = [];
    if (text[end] === '\r' && text[at] === '\n') at += 1;
  }
  return rows;
}

/** Writes a block that `readBlock` and spreadsheet programs can read. */
export function writeBlock(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellText).join('\t')}\r\n`).join('');
}

interface Found {
  readonly cell: string;
  /** The position of the tab or line end after the cell. */
  readonly end: number;
}

const cellEnd = /[\t\r\n]/g;

function plainCell(text: string, start: number): Found {
  cellEnd.lastIndex = start;
  const end = cellEnd.exec(text)?.index ?? text.length;
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): Found | undefined {
  if (text[start] !== '"') return undefined;
  let close = text.indexOf('"', start + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const end = close + 1;
  if (close === -1 || (end < text.length && !/[\t\r\n]/.test(text.charAt(end)))) return undefined;
  return { cell: text.slice(start + 1, close).replaceAll('""', '"'), end };
}

function cellText(cell: string): string {
  return /^"|[\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
