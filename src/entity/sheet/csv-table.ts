import type { CsvRow } from '../../base/csv-reading.ts';
import type { Entity } from '../entity.ts';
import type { InputName } from '../kind.ts';
import {
  type CsvDays,
  type CsvField,
  type CsvNumbers,
  guessedDays,
  guessedNumbers,
  matchedColumns,
} from './csv-columns.ts';

/** The rows of a file as a table: its head, and the rows below it. */
export interface CsvTable {
  /** The line of the head, counted from 1. */
  readonly headLine: number;
  readonly head: readonly string[];
  readonly rows: readonly CsvRow[];
  /** The field of each column; null for unknown columns. */
  readonly matched: readonly (string | null)[];
}

/** Titles, dates and logos above a head take fewer lines. */
const maxAbove = 20;
/** Rows from which formats are guessed. */
const maxLooked = 5000;

/**
 * Finds the head of a file (SHEET-19): the one of its first rows with the most known titles, so that a title above it
 * or a second line of a merged head does not count as a row. Without known titles the first row is the head.
 */
export function csvTable(all: readonly CsvRow[], fields: readonly CsvField[]): CsvTable {
  const heads = all.slice(0, maxAbove).map(({ cells }, place) => {
    const matched = matchedColumns(cells, fields);
    return { place, matched, known: matched.filter((name) => name !== null).length };
  });
  const [best] = heads.toSorted((left, right) => right.known - left.known);
  return tableBelow(all, best?.place ?? 0, best?.matched ?? []);
}

/** The table whose head begins on this line; the first row where none does. */
export function csvTableAt(all: readonly CsvRow[], headLine: number, matched: CsvTable['matched']): CsvTable {
  const place = all.findIndex(({ line }) => line === headLine);
  return tableBelow(all, Math.max(place, 0), matched);
}

function tableBelow(all: readonly CsvRow[], place: number, matched: CsvTable['matched']): CsvTable {
  const { line = 1, cells = [] } = all[place] ?? {};
  return { headLine: line, head: cells, rows: all.slice(place + 1), matched };
}

/** The likely formats of numbers and days in a file (SHEET-19). */
export function guessedFormats(
  { fields }: Pick<Entity, 'fields'>,
  columns: CsvTable['matched'],
  rows: readonly CsvRow[],
): { readonly numbers: CsvNumbers; readonly days: CsvDays } {
  const textsOf = (input: InputName): readonly string[] =>
    columns.flatMap((name, place) =>
      name !== null && fields[name]?.kind.input === input
        ? rows.slice(0, maxLooked).map(({ cells }) => cells[place] ?? '')
        : [],
    );
  return { numbers: guessedNumbers(textsOf('number')), days: guessedDays(textsOf('day')) };
}
