import { looksGuarded } from './csv.ts';
import { type Refusal, refuse } from './refusal.ts';

export type Separator = ';' | ',' | '\t';

/** One row of a file, with the line on which it begins, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Maximum of columns; a real table has fewer. */
export const maxCsvColumns = 200;
export const maxCsvRows = 100_000;

/**
 * The text of a CSV file. Recognises UTF-8 with and without byte order mark, UTF-16 and Windows-1252; refuses
 * archives, documents and anything else with control characters.
 */
export function csvText(bytes: Uint8Array): string | Refusal {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return notText();
  const text = decoded(bytes, encoding) ?? decoded(bytes, 'windows-1252') ?? '';
  return hasControlCharacters(text) ? notText() : text;
}

/** Lines that show the separator of a file. */
const shownLines = 20;
/** Spreadsheet programs name the separator in a first line of its own. */
const namedSeparator = /^\uFEFF?sep=([;,\t])(?:\r\n|\r|\n|$)/i;

/**
 * The separator: the one that the file names, else the character that splits the most of its first lines into equally
 * many cells, outside quotation marks. A title above the head has fewer.
 */
export function csvSeparator(text: string): Separator {
  const named = namedSeparator.exec(text)?.[1];
  if (named !== undefined) return named as Separator;
  const head = text.slice(0, 20_000).replaceAll(/"(?:[^"]|"")*"/g, '');
  const lines = head
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, shownLines);
  const [best] = ([';', '\t', ','] as const)
    .map((separator) => ({ separator, ...alikeLines(lines, separator) }))
    .toSorted((left, right) => right.lines - left.lines || right.cells - left.cells);
  return best?.separator ?? ';';
}

/** How many lines the separator splits into the same number of cells, and this number. */
function alikeLines(lines: readonly string[], separator: Separator): { lines: number; cells: number } {
  const counts = lines.map((line) => line.split(separator).length).filter((count) => count > 1);
  const alike = [...Map.groupBy(counts, (count) => count)].map(([cells, { length }]) => ({
    cells,
    lines: length,
  }));
  const [preferred = { cells: 1, lines: 0 }] = alike.toSorted(
    (left, right) => right.lines - left.lines || right.cells - left.cells,
  );
  return preferred;
}

/**
 * Reads the rows of a file; empty ones and a line that only names the separator are left out. Quoted cells may contain the separator, line ends and doubled
 * quotation marks. Refuses an unclosed quotation mark, and files with implausibly many rows or columns; reading stops
 * there.
 */
export function csvRows(text: string, separator: Separator): readonly CsvRow[] | Refusal {
  const rows: CsvRow[] = [];
  const scanner = new Scanner(text, separator);
  while (!scanner.isAtEnd) {
    const row = scanner.row();
    if ('isRefusal' in row) return row;
    if (row.cells.some((cell) => unguarded(cell).trim() !== '')) rows.push(row);
    if (rows.length > maxCsvRows)
      return refuse('limit_exceeded', { field: 'file', values: { limit: maxCsvRows, rule: 'csv_rows' } });
  }
  return rows;
}

/** Removes the apostrophe that `csvRows` of csv.ts adds to keep a text from being run as a formula. */
export function unguarded(text: string): string {
  return looksGuarded(text) ? text.slice(1) : text;
}

class Scanner {
  readonly #text: string;
  readonly #separator: Separator;
  readonly #plainEnd: RegExp;
  #at: number;
  #line = 1;

  constructor(text: string, separator: Separator) {
    this.#text = text;
    this.#separator = separator;
    this.#plainEnd = new RegExp(`[${separator}\r\n]`, 'g');
    const named = namedSeparator.exec(text)?.[0];
    this.#at = named?.length ?? (text.startsWith('\uFEFF') ? 1 : 0);
    if (named !== undefined) this.#line += 1;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  row(): CsvRow | Refusal {
    const line = this.#line;
    const cells: string[] = [];
    for (;;) {
      const cell = this.#cell();
      if (cell === undefined)
        return refuse('malformed_request', { field: 'file', values: { rule: 'csv_quote', line } });
      cells.push(cell);
      if (cells.length > maxCsvColumns) {
        return refuse('limit_exceeded', {
          field: 'file',
          values: { limit: maxCsvColumns, rule: 'csv_columns' },
        });
      }
      const end = this.#text[this.#at];
      this.#at += 1;
      if (end === this.#separator) continue;
      if (end === '\r' && this.#text[this.#at] === '\n') this.#at += 1;
      this.#line += 1;
      return { line, cells };
    }
  }

  /** The next cell; undefined if its quotation mark is never closed. Stops at the character after the cell. */
  #cell(): string | undefined {
    const start = this.#at;
    const isQuoted = this.#text[start] === '"';
    const close = isQuoted ? this.#closing(start) : start;
    if (close === undefined) return undefined;
    this.#plainEnd.lastIndex = close;
    this.#at = this.#plainEnd.exec(this.#text)?.index ?? this.#text.length;
    if (!isQuoted) return this.#text.slice(start, this.#at);
    // Text after the closing mark belongs to the cell, as in spreadsheet programs.
    const quoted = this.#text.slice(start + 1, close - 1).replaceAll('""', '"');
    this.#line += quoted.split(/\r\n|\r|\n/).length - 1;
    return quoted + this.#text.slice(close, this.#at);
  }

  /** The position after the quotation mark that closes the one at `start`. */
  #closing(start: number): number | undefined {
    let close = this.#text.indexOf('"', start + 1);
    while (close !== -1 && this.#text[close + 1] === '"') close = this.#text.indexOf('"', close + 2);
    return close === -1 ? undefined : close + 1;
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** PDF, gzip, 7z, rar, OLE documents (xls). */
const signatures = ['25504446', '1f8b', '377abcaf', '52617221', 'd0cf11e0'];

function encodingOf(bytes: Uint8Array): Encoding | undefined {
  const head = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (head.startsWith('efbbbf')) return 'utf-8';
  if (head.startsWith('fffe')) return 'utf-16le';
  if (head.startsWith('feff')) return 'utf-16be';
  if (isArchive(bytes) || signatures.some((signature) => head.startsWith(signature))) return undefined;
  return unmarkedUtf16(bytes) ?? 'utf-8';
}

/** Whether these are the bytes of a ZIP archive, such as an XLSX file. "PK" may begin a text as well. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 32) < 32;
}

/** Western text in UTF-16 has a zero in nearly every second byte. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, 2000);
  const zeros = (offset: number): number =>
    sample.reduce((count, byte, place) => count + (byte === 0 && place % 2 === offset ? 1 : 0), 0);
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > sample.length * 0.3 && even === 0) return 'utf-16le';
  if (even > sample.length * 0.3 && odd === 0) return 'utf-16be';
  return undefined;
}

/** Undefined if the bytes are invalid in the encoding. */
function decoded(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function hasControlCharacters(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched.
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text);
}

function notText(): Refusal {
  return refuse('unsupported_media_type', { field: 'file', values: { rule: 'csv_text' } });
}
