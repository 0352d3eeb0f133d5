import { type CsvRow, unguarded } from '../../base/csv-reading.ts';
import type { Entity, Row } from '../entity.ts';
import { fieldProblems, normalRow } from '../problems.ts';
import type { CsvColumns } from './csv-lines.ts';
import { initialRow, type Typing } from './line.ts';

/** Rows of another table that a file names and that do not exist yet. */
export interface Missing {
  readonly target: Entity;
  /** The row to create, by the text in the file. */
  readonly rows: ReadonlyMap<string, Row>;
}

/** More new rows than this indicate a wrongly matched column. */
const maxMissing = 1000;

/**
 * The groups, accounts and other rows that a file names and that do not exist yet (SHEET-19). Only rows that are
 * valid with a number and a name can be created, so no people and no companies.
 */
export function missingRows(
  { entity, readingOf }: Typing,
  entities: ReadonlyMap<string, Entity>,
  rows: readonly CsvRow[],
  columns: CsvColumns,
): readonly Missing[] {
  const found = new Map<Entity, Map<string, Row>>();
  for (const [place, field] of columns.entries()) {
    const declared = field === null ? undefined : entity.fields[field];
    const target = entities.get(declared?.references ?? '');
    const options = field === null ? undefined : readingOf(field).options;
    if (declared?.among || !target || !options) continue;
    const known = found.get(target) ?? new Map<string, Row>();
    found.set(target, known);
    const names = new Set([...known.keys()].map((text) => text.toLowerCase()));
    for (const { cells } of rows) {
      const text = unguarded(cells[place] ?? '').trim();
      if (text === '' || names.has(text.toLowerCase()) || !options.isUnknown(text)) continue;
      names.add(text.toLowerCase());
      const row = newRow(target, text);
      if (row !== undefined) known.set(text, row);
    }
  }
  return [...found]
    .filter(([, { size }]) => size > 0 && size <= maxMissing)
    .map(([target, created]) => ({ target, rows: created }));
}

/** The valid row for a text such as "4210 Prüffeld"; undefined if the entity needs more data. */
function newRow(target: Entity, text: string): Row | undefined {
  const [number = text, name = text] = /^(\S*\d\S*)\s+(.+)$/.exec(text)?.slice(1) ?? [];
  const [numberField, nameField = numberField] = target.label;
  if (numberField === undefined || nameField === undefined || target.label.length > 2) return undefined;
  const own =
    numberField === nameField ? { [nameField]: text } : { [numberField]: number, [nameField]: name };
  const row = normalRow(target.fields, { ...initialRow(target), ...own });
  const problems = [...fieldProblems(target.fields, row), ...target.check(row)];
  return problems.length === 0 ? row : undefined;
}
