import type { Row } from '../entity.ts';
import type { Place } from './area.ts';
import type { CsvLine } from './csv-lines.ts';
import { emptyLine, type Line, storedLine, type Typing, typedInto, typedRow } from './line.ts';

/** What the table view holds: the lines in order, and the stored ones that somebody took out. */
export interface Sheet {
  readonly lines: readonly Line[];
  readonly removed: readonly Line[];
  /** The key of the next line that is added. */
  readonly nextKey: number;
}

/** Below the last line there is always room to type and paste. */
export const spareLines = 20;

/** A text and the cell that it is written into. */
export interface Writing {
  readonly line: number;
  readonly field: string;
  readonly text: string;
}

/** The rows as the server has them, with room below. */
export function loaded(rows: readonly Row[]): Sheet {
  const lines = rows.map((row, key) => storedLine(key, row));
  return withSpare({ lines, removed: [], nextKey: lines.length });
}

/**
 * Writes a block of texts into the lines with the keys `shown`, beginning at a place among these and the columns. What
 * reaches below the last of them goes into new lines; what reaches beyond the last column is left out.
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

/** Puts the rows of a file into the table: changed lines in their places, new ones below the last that is used. */
export function withImported(sheet: Sheet, rows: readonly CsvLine[]): Sheet {
  const lines = new Map(rows.map(({ line }) => [line.key, line]));
  const present = new Set(sheet.lines.map(({ key }) => key));
  const added = [...lines.values()].filter(({ key }) => !present.has(key));
  const used = sheet.lines.slice(0, lastUsed(sheet.lines) + 1).map((line) => lines.get(line.key) ?? line);
  const nextKey = Math.max(sheet.nextKey, ...added.map(({ key }) => key + 1));
  return withSpare({ ...sheet, lines: [...used, ...added], nextKey });
}

/** Takes lines out; stored ones are deleted by the next save. */
export function withoutLines(sheet: Sheet, keys: ReadonlySet<number>): Sheet {
  const taken = sheet.lines.filter(({ key }) => keys.has(key));
  if (taken.length === 0) return sheet;
  return withSpare({
    ...sheet,
    lines: sheet.lines.filter(({ key }) => !keys.has(key)),
    removed: [...sheet.removed, ...taken.filter(({ stored }) => stored !== null)],
  });
}

/** Adds empty lines above the one with the key, or at the end. */
export function withLines(sheet: Sheet, count: number, above?: number): Sheet {
  const added = Array.from({ length: count }, (_, place) => emptyLine(sheet.nextKey + place));
  const found = above === undefined ? -1 : sheet.lines.findIndex(({ key }) => key === above);
  const at = found === -1 ? sheet.lines.length : found;
  return { ...sheet, lines: sheet.lines.toSpliced(at, 0, ...added), nextKey: sheet.nextKey + count };
}

/**
 * Takes rows over as the server has them now, because somebody else changed them. What was typed into their cells
 * here is dropped; rows that are gone leave the table.
 */
export function reloadedRows(sheet: Sheet, ids: ReadonlySet<number>, rows: readonly Row[]): Sheet {
  const fresh = new Map(rows.map((row) => [row.id, row]));
  const isOutdated = ({ id }: Line): boolean => id !== null && ids.has(id);
  const lines = sheet.lines.flatMap((line) => {
    if (!isOutdated(line)) return [line];
    const row = fresh.get(line.id ?? 0);
    return row === undefined ? [] : [storedLine(line.key, row)];
  });
  const back = sheet.removed.flatMap((line) => {
    const row = isOutdated(line) ? fresh.get(line.id ?? 0) : undefined;
    return row === undefined ? [] : [storedLine(line.key, row)];
  });
  return {
    ...sheet,
    lines: [...back, ...lines],
    removed: sheet.removed.filter((line) => !isOutdated(line)),
  };
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

/** The place of the last line with anything in it. */
export function lastUsed(lines: readonly Line[]): number {
  return lines.findLastIndex(({ stored, cells }) => stored !== null || Object.keys(cells).length > 0);
}
