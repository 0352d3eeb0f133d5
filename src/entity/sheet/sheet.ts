import type { Row } from '../entity.ts';
import type { Place } from './area.ts';
import type { CsvLine } from './csv-lines.ts';
import { emptyLine, type Line, rowOf, storedLine, type Typing, typedInto, typedRow } from './line.ts';

/** The state of the table view: the lines in order, including those that the next save deletes. */
export interface Sheet {
  readonly lines: readonly Line[];
  /** The key of the next added line. */
  readonly nextKey: number;
  /** The chosen order of the lines; null for the order of the server. */
  readonly order: Order | null;
}

/** A chosen order of the lines by one column. */
export interface Order {
  readonly name: string;
  readonly isDescending: boolean;
}

/** Empty lines below the last one, for typing and pasting. */
export const spareLines = 20;

/** A text and its target cell. */
export interface Writing {
  readonly line: number;
  readonly field: string;
  readonly text: string;
}

/**
 * The stored rows with empty lines below. Lines that were there `before` keep their keys: stored ones by id, added
 * ones by label.
 */
export function loaded(rows: readonly Row[], before: Sheet = nothing, label: readonly string[] = []): Sheet {
  const added = before.lines.filter(({ id, cells }) => id === null && Object.keys(cells).length > 0);
  const byId = new Map(before.lines.map(({ id, key }) => [id, key]));
  const byName = new Map(added.map(({ cells, key }) => [nameOf(rowOf(cells), label), key]));
  let { nextKey } = before;
  const lines = rows.map((row) => {
    const known = byId.get(Number(row.id)) ?? byName.get(nameOf(row, label)) ?? nextKey++;
    byName.delete(nameOf(row, label));
    return storedLine(known, row);
  });
  return withSpare({ lines, nextKey, order: null });
}

/** The sheet with further stored rows before the added lines; rows already in the sheet keep their edits. */
export function withStored(sheet: Sheet, rows: readonly Row[]): Sheet {
  const known = new Set(sheet.lines.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => typeof id === 'number' && !known.has(id));
  if (fresh.length === 0) return sheet;
  const found = fresh.map((row, place) => storedLine(sheet.nextKey + place, row));
  const end = sheet.lines.findLastIndex(({ stored }) => stored !== null) + 1;
  return { ...sheet, lines: sheet.lines.toSpliced(end, 0, ...found), nextKey: sheet.nextKey + found.length };
}

const nothing: Sheet = { lines: [], nextKey: 0, order: null };

function nameOf(row: Row, label: readonly string[]): string {
  return JSON.stringify(label.map((name) => row[name] ?? null));
}

/**
 * Writes a block of texts into the lines with the keys `shown`, beginning at a place among these and the columns.
 * Rows below the last line become new lines; cells beyond the last column are ignored.
 */
export function writeBlockAt(
  sheet: Sheet,
  {
    shown,
    columns,
    at,
  }: { readonly shown: readonly number[]; readonly columns: readonly string[]; readonly at: Place },
  block: readonly (readonly string[])[],
  typing: Typing,
): Sheet {
  const missing = Math.max(at.line + block.length - shown.length, 0);
  const grown = missing === 0 ? sheet : withLines(sheet, missing);
  const added = grown.lines.slice(grown.lines.length - missing).map(({ key }) => key);
  const keys = [...shown, ...added];
  const rows = new Map(block.map((texts, place) => [keys[at.line + place], texts]));
  return mapLines(grown, (line) => {
    const texts = rows.get(line.key)?.slice(0, columns.length - at.column) ?? [];
    const named = texts.map((text, place) => [columns[at.column + place] ?? '', text] as const);
    return typedRow(line, named, typing);
  });
}

/** Writes single cells. */
export function writeCells(sheet: Sheet, writings: readonly Writing[], typing: Typing): Sheet {
  const byLine = Map.groupBy(writings, ({ line }) => line);
  return mapLines(sheet, (line) =>
    (byLine.get(line.key) ?? []).reduce(
      (changed, { field, text }) => typedInto(changed, field, text, typing),
      line,
    ),
  );
}

/** Merges the rows of a file into the table: changed lines in place, new ones below the last used line. */
export function withImported(sheet: Sheet, rows: readonly CsvLine[]): Sheet {
  const lines = new Map(rows.map(({ line }) => [line.key, line]));
  const present = new Set(sheet.lines.map(({ key }) => key));
  const added = [...lines.values()].filter(({ key }) => !present.has(key));
  const used = sheet.lines.slice(0, lastUsed(sheet.lines) + 1).map((line) => lines.get(line.key) ?? line);
  const nextKey = Math.max(sheet.nextKey, ...added.map(({ key }) => key + 1));
  return withSpare({ ...sheet, lines: [...used, ...added], nextKey });
}

/** Removes added lines; marks stored ones for deletion by the next save. */
export function withoutLines(sheet: Sheet, keys: ReadonlySet<number>): Sheet {
  if (!sheet.lines.some(({ key, isRemoved }) => keys.has(key) && !isRemoved)) return sheet;
  const lines = sheet.lines.flatMap((line) => {
    if (!keys.has(line.key)) return [line];
    return line.stored === null ? [] : [{ ...line, isRemoved: true }];
  });
  return withSpare({ ...sheet, lines });
}

/** Restores lines that were marked for deletion. */
export function restoredLines(sheet: Sheet, keys: ReadonlySet<number>): Sheet {
  return mapLines(sheet, (line) =>
    line.isRemoved && keys.has(line.key) ? { ...line, isRemoved: false } : line,
  );
}

/** Deactivates lines that cannot be deleted (ADM-18). */
export function deactivatedLines(sheet: Sheet, keys: ReadonlySet<number>): Sheet {
  return mapLines(sheet, (line) =>
    keys.has(line.key) ? { ...line, isRemoved: false, cells: { ...line.cells, active: false } } : line,
  );
}

/** Inserts empty lines above the line with the key, or at the end. */
export function withLines(sheet: Sheet, count: number, above?: number): Sheet {
  const added = Array.from({ length: count }, (_, place) => emptyLine(sheet.nextKey + place));
  const found = above === undefined ? -1 : sheet.lines.findIndex(({ key }) => key === above);
  const at = found === -1 ? sheet.lines.length : found;
  return { ...sheet, lines: sheet.lines.toSpliced(at, 0, ...added), nextKey: sheet.nextKey + count };
}

/**
 * Replaces rows that other people changed with their stored state. Local edits and deletions of these rows are
 * discarded; deleted rows are removed from the table.
 */
export function reloadedRows(sheet: Sheet, ids: ReadonlySet<number>, rows: readonly Row[]): Sheet {
  const fresh = new Map(rows.map((row) => [row.id, row]));
  const isOutdated = ({ id }: Line): boolean => id !== null && ids.has(id);
  const lines = sheet.lines.flatMap((line) => {
    if (!isOutdated(line)) return [line];
    const row = fresh.get(line.id ?? 0);
    return row === undefined ? [] : [storedLine(line.key, row)];
  });
  return { ...sheet, lines };
}

function mapLines(sheet: Sheet, change: (line: Line) => Line): Sheet {
  let isChanged = false;
  const lines = sheet.lines.map((line) => {
    const next = change(line);
    isChanged ||= next !== line;
    return next;
  });
  return isChanged ? withSpare({ ...sheet, lines }) : sheet;
}

function withSpare(sheet: Sheet): Sheet {
  const missing = spareLines - (sheet.lines.length - 1 - lastUsed(sheet.lines));
  return missing > 0 ? withLines(sheet, missing) : sheet;
}

/** The place of the last non-empty line. */
export function lastUsed(lines: readonly Line[]): number {
  return lines.findLastIndex(({ stored, cells }) => stored !== null || Object.keys(cells).length > 0);
}
