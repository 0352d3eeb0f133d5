import type { CsvRow } from '../../base/csv-reading.ts';
import { unguarded } from '../../base/csv-reading.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import type { Entity, Row } from '../entity.ts';
import { uniquesOf } from '../unique.ts';
import { emptyLine, isBlank, type Line, rowOf, type Typing, typedRow } from './line.ts';

/** The field of each column of a file; null for skipped columns. */
export type CsvColumns = readonly (string | null)[];

/** One row of a file as a line of the table view. */
export interface CsvLine {
  /** The line of the file, counted from 1. */
  readonly at: number;
  readonly texts: readonly string[];
  readonly line: Line;
  /** A problem of the row that precedes the check of its values. */
  readonly problem?: FieldProblem;
}

/** The id column of a file, which distinguishes rows of the same name; it is not a field. */
export const idColumn = 'id';

/**
 * The fields that match a row of a file with a stored one: those of the declaration, else in this order a unique field,
 * the item number of a supplier, the number, the name. The first of them that is filled decides; a row with none of
 * them is new.
 */
export function recognisedBy(entity: Entity, columns: CsvColumns): readonly (readonly string[])[] {
  const candidates = entity.recognisedBy ?? [
    ...uniquesOf(entity).map(({ names }) => names),
    ['supplier_id', 'item_number'],
    ['number'],
    ['name'],
  ];
  return candidates.filter((names) => names.every((name) => name in entity.fields && columns.includes(name)));
}

/**
 * Turns the rows of a file into lines: existing rows with the values of the file typed into them, others as new
 * lines. Rows that are empty in the chosen columns are skipped (SHEET-04). A generator, so that other work can run in
 * between.
 */
export function* csvLines(
  rows: readonly CsvRow[],
  columns: CsvColumns,
  stored: readonly Line[],
  typing: Typing,
  firstKey: number,
): Generator<CsvLine> {
  const { entity } = typing;
  const find = recognition(recognisedBy(entity, columns), stored);
  const seen = new Set<string>();
  for (const [place, { line: at, cells: texts }] of rows.entries()) {
    const named = namedTexts(texts, columns);
    const fresh = typedRow(emptyLine(firstKey + place), named, typing);
    if (isBlank(entity, fresh)) continue;
    const { names, key, found } = find(rowOf(fresh.cells), texts[columns.indexOf(idColumn)]?.trim());
    const [first, second] = found;
    const met = first === undefined ? key : String(first.key);
    const ofRow = rowProblem(texts, columns, names, met !== null && seen.has(met), found.length);
    if (met !== null) seen.add(met);
    const before = second === undefined && !ofRow ? first : undefined;
    const line = before ? typedRow(before, named, typing) : fresh;
    const problem = ofRow ?? choiceProblem(line, before, typing);
    yield { at, texts, line, ...(problem && { problem }) };
  }
}

interface Recognised {
  /** The fields that matched the row. */
  readonly names: readonly string[] | null;
  /** The values of the row in these fields. */
  readonly key: string | null;
  /** The stored lines with the same values; of several only the one with the id of the row, if there is one. */
  readonly found: readonly Line[];
}

function recognition(
  candidates: readonly (readonly string[])[],
  stored: readonly Line[],
): (row: Row, id: string | undefined) => Recognised {
  const known = candidates.map((names) => ({
    names,
    lines: Map.groupBy(stored, ({ cells }) => keyOf(names, rowOf(only(names, cells))) ?? ''),
  }));
  return (row, id) => {
    for (const { names, lines } of known) {
      const key = keyOf(names, row);
      if (key === null) continue;
      const found = lines.get(key) ?? [];
      const meant = found.length > 1 ? found.filter((line) => String(line.id) === id) : found;
      return { names, key, found: meant.length === 1 ? meant : found };
    }
    return { names: candidates[0] ?? null, key: null, found: [] };
  };
}

function only(names: readonly string[], cells: Line['cells']): Line['cells'] {
  return Object.fromEntries(names.map((name) => [name, cells[name] ?? null]));
}

function namedTexts(texts: readonly string[], columns: CsvColumns): readonly (readonly [string, string])[] {
  return columns.flatMap((name, place) =>
    name === null || name === idColumn ? [] : [[name, unguarded(texts[place] ?? '')] as const],
  );
}

function rowProblem(
  texts: readonly string[],
  columns: CsvColumns,
  names: readonly string[] | null,
  isRepeated: boolean,
  found: number,
): FieldProblem | undefined {
  if (texts.slice(columns.length).some((text) => text.trim() !== '')) {
    return { field: '', code: 'validation_failed', values: { rule: 'csv_too_many_cells' } };
  }
  const field = names?.at(-1) ?? '';
  if (isRepeated) return { field, code: 'unique_violation', values: { rule: 'csv_repeated' } };
  if (found > 1) return { field, code: 'unique_violation', values: { rule: 'csv_ambiguous', count: found } };
  return undefined;
}

/** A newly chosen row must be on offer; a stored one may stay. */
function choiceProblem(
  line: Line,
  before: Line | undefined,
  { isOffered }: Typing,
): FieldProblem | undefined {
  if (!isOffered) return undefined;
  const [now, was] = [rowOf(line.cells), rowOf(before?.cells ?? {})];
  const field = Object.keys(now).find(
    (name) => (now[name] ?? null) !== null && now[name] !== was[name] && !isOffered(name, now[name]),
  );
  return field === undefined ? undefined : { field, code: 'not_selectable' };
}

/** Compares texts without regard to case; a row that is empty in the last field matches no other. */
function keyOf(names: readonly string[], row: Row): string | null {
  const values = names.map((name) => row[name] ?? null);
  if (values.at(-1) === null) return null;
  return JSON.stringify([
    ...names,
    ...values.map((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
  ]);
}
