import type { CsvRow } from '../../base/csv-reading.ts';
import { unguarded } from '../../base/csv-reading.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import type { Entity, Row } from '../entity.ts';
import { uniquesOf } from '../unique.ts';
import { emptyLine, isBlank, type Line, rowOf, type Typing, typedRow } from './line.ts';

/** The fields of the columns of a file; null for columns that are left out. */
export type CsvColumns = readonly (string | null)[];

/** One row of a file as the line of a table that it is to become. */
export interface CsvLine {
  /** The line of the file, counted from 1. */
  readonly at: number;
  readonly texts: readonly string[];
  readonly line: Line;
  /** What is wrong with the row before its values are looked at. */
  readonly problem?: FieldProblem;
}

/**
 * The fields by which a row of a file is recognised as one that is there: a unique field, else the item number of a
 * supplier, else the name. Null when the file has none of them, so that all of its rows are new.
 */
export function recognisedBy(entity: Entity, columns: CsvColumns): readonly string[] | null {
  const candidates = [
    ...uniquesOf(entity).map(({ names }) => names),
    ['item_number', 'supplier_id'],
    ['number'],
    ['name'],
  ];
  return (
    candidates.find((names) => names.every((name) => name in entity.fields && columns.includes(name))) ?? null
  );
}

/**
 * Turns the rows of a file into lines: those that are there already with the file's values typed into them, the others
 * as new ones. Rows without anything in the chosen columns are left out (SHEET-04). One at a time, so that others can
 * go on in between.
 */
export function* csvLines(
  rows: readonly CsvRow[],
  columns: CsvColumns,
  stored: readonly Line[],
  typing: Typing,
  firstKey: number,
): Generator<CsvLine> {
  const { entity } = typing;
  const names = recognisedBy(entity, columns);
  const known = Map.groupBy(stored, ({ cells }) => keyOf(names, rowOf(cells)) ?? '');
  const seen = new Set<string>();
  for (const [place, { line: at, cells: texts }] of rows.entries()) {
    const named = namedTexts(texts, columns);
    const fresh = typedRow(emptyLine(firstKey + place), named, typing);
    if (isBlank(entity, fresh)) continue;
    const key = keyOf(names, rowOf(fresh.cells));
    const found = key === null ? [] : (known.get(key) ?? []);
    const problem = rowProblem(texts, columns, names, key !== null && seen.has(key), found.length);
    if (key !== null) seen.add(key);
    const line = found[0] && !problem ? typedRow(found[0], named, typing) : fresh;
    yield { at, texts, line, ...(problem && { problem }) };
  }
}

function namedTexts(texts: readonly string[], columns: CsvColumns): readonly (readonly [string, string])[] {
  return columns.flatMap((name, place) =>
    name === null ? [] : [[name, unguarded(texts[place] ?? '')] as const],
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

/** Texts are the same without regard to case; a row without a text in the fields is like no other. */
function keyOf(names: readonly string[] | null, row: Row): string | null {
  if (names === null) return null;
  const values = names.map((name) => row[name] ?? null);
  if (values.every((value) => value === null)) return null;
  return JSON.stringify(
    values.map((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
  );
}
