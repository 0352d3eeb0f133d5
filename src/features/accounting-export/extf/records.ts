import type { Findings } from './findings.ts';

export interface ExtfCell {
  readonly text: string;
  readonly isQuoted: boolean;
}

export interface ExtfRecord {
  /** The first line of the record in the file, counted from 1. */
  readonly line: number;
  readonly cells: readonly ExtfCell[];
}

/** More than the cells of a row in any category. */
const maxCells = 1000;

/**
 * The records of a file, one by one. An unclosed quotation mark ends the reading, because the cells after it cannot
 * be separated; other errors are reported and skipped.
 */
export function* extfRecords(text: string, findings: Findings): Generator<ExtfRecord> {
  const reader = new RecordReader(text, findings);
  for (let record = reader.next(); record !== undefined; record = reader.next()) yield record;
}

class RecordReader {
  readonly #text: string;
  readonly #findings: Findings;
  #at = 0;
  #line = 1;
  #hasOtherEnd = false;

  constructor(text: string, findings: Findings) {
    this.#text = text;
    this.#findings = findings;
  }

  next(): ExtfRecord | undefined {
    if (this.#at >= this.#text.length) return undefined;
    const line = this.#line;
    const cells: ExtfCell[] = [];
    for (;;) {
      const cell = this.#cell(cells.length + 1);
      if (cell === undefined) return undefined;
      cells.push(cell);
      if (this.#text[this.#at] !== ';') break;
      if (cells.length === maxCells) {
        this.#passLine();
        break;
      }
      this.#at += 1;
    }
    this.#endLine();
    return { line, cells };
  }

  #cell(column: number): ExtfCell | undefined {
    return this.#text[this.#at] === '"' ? this.#quoted(column) : this.#plain(column);
  }

  #plain(column: number): ExtfCell {
    const text = this.#untilSeparator();
    if (text.includes('"')) {
      this.#findings.add(this.#line, column, 'quote_inside', 'a quotation mark within a cell without them');
    }
    return { text, isQuoted: false };
  }

  #quoted(column: number): ExtfCell | undefined {
    const start = this.#at + 1;
    const end = this.#closing(start);
    if (end === undefined) {
      this.#findings.add(this.#line, column, 'quote_open', 'a quotation mark that is never closed');
      return undefined;
    }
    const text = this.#text.slice(start, end).replaceAll('""', '"');
    this.#at = end + 1;
    const breaks = text.split('\n').length - 1;
    if (/[\r\n]/.test(text)) this.#findings.add(this.#line, column, 'line_break', 'a line end within a cell');
    if (this.#untilSeparator() !== '') {
      this.#findings.add(
        this.#line,
        column,
        'quote_inside',
        'text behind the quotation mark that closes the cell',
      );
    }
    this.#line += breaks;
    return { text, isQuoted: true };
  }

  /** The position of the quotation mark that closes the cell beginning at `start`. */
  #closing(start: number): number | undefined {
    let close = this.#text.indexOf('"', start);
    while (close !== -1 && this.#text[close + 1] === '"') close = this.#text.indexOf('"', close + 2);
    return close === -1 ? undefined : close;
  }

  #untilSeparator(): string {
    const separator = /[;\r\n]/g;
    separator.lastIndex = this.#at;
    const end = separator.exec(this.#text)?.index ?? this.#text.length;
    const text = this.#text.slice(this.#at, end);
    this.#at = end;
    return text;
  }

  /** A line of separators only would fill the memory. */
  #passLine(): void {
    this.#findings.add(this.#line, maxCells + 1, 'column_count', `more than ${maxCells} cells`);
    const end = /[\r\n]/g;
    end.lastIndex = this.#at;
    this.#at = end.exec(this.#text)?.index ?? this.#text.length;
  }

  /** Reported once per file: usually all line ends are wrong. */
  #endLine(): void {
    const isRight = this.#text.startsWith('\r\n', this.#at);
    if (!isRight && !this.#hasOtherEnd) {
      this.#hasOtherEnd = true;
      this.#findings.add(
        this.#line,
        null,
        'line_end',
        'the line does not end with carriage return, line feed',
      );
    }
    this.#at += isRight ? 2 : 1;
    this.#line += 1;
  }
}
