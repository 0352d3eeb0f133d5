import { type CsvCell, csvHead, csvRows } from '../../base/csv.ts';
import type { Entity } from '../entity.ts';
import type { Field } from '../field.ts';
import type { Reading } from '../kind.ts';
import { isBlank, isUnread, type Line } from './line.ts';

/** A column of the file; its title is the header. */
export interface CsvColumn {
  readonly name: string;
  readonly title: string;
  readonly field: Field;
  readonly reading: Reading;
}

/**
 * The lines as a CSV file (SHEET-14), without secrets (SHEET-18). Empty lines (SHEET-04) and deleted ones are
 * omitted. The last column is the id, which distinguishes rows of the same name when the file is imported again.
 */
export function sheetCsv(
  entity: Pick<Entity, 'fields'>,
  columns: readonly CsvColumn[],
  lines: readonly Line[],
  idTitle: string,
): string {
  const written = columns.filter(({ field }) => field.kind.input !== 'secret');
  const rows = lines
    .filter((line) => !line.isRemoved && !isBlank(entity, line))
    .map((line) => [
      ...written.map((column) => csvCell(column, line)),
      line.id === null ? null : String(line.id),
    ]);
  return csvHead([...written.map(({ title }) => title), idTitle]) + csvRows(rows);
}

function csvCell({ name, field, reading }: CsvColumn, { cells }: Line): CsvCell {
  const content = cells[name] ?? null;
  if (content === null) return null;
  return isUnread(content) ? content.unread : field.kind.csv(content, reading);
}
