import { type CsvRow, csvRows, csvSeparator, csvText, unguarded } from '../../base/csv-reading.ts';
import { languages } from '../../base/language.ts';
import { orRefuse } from '../../base/refusal.ts';
import { text } from '../../platform/server/texts.ts';
import type { Entity } from '../entity.ts';
import type { ImportOrder } from '../import-order.ts';
import { fieldLabelKey } from '../labels.ts';
import type { CsvDays, CsvField, CsvNumbers } from '../sheet/csv-columns.ts';
import { type CsvColumns, idColumn } from '../sheet/csv-lines.ts';
import { csvTable, csvTableAt, guessedFormats } from '../sheet/csv-table.ts';

/** A file as the rows of a table. */
export interface ImportFile {
  readonly head: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly columns: CsvColumns;
  /** The formats of numbers and days in the file. */
  readonly numbers: CsvNumbers;
  readonly days: CsvDays;
}

/**
 * Reads a CSV file with the settings of the order, and detects missing ones: separator, header, columns and formats.
 *
 * @param isImported whether a field may be filled by the file
 */
export function importFileOf(
  bytes: Uint8Array,
  order: ImportOrder,
  entity: Entity,
  isImported: (name: string) => boolean,
): ImportFile {
  const content = orRefuse(csvText(bytes));
  const all = orRefuse(csvRows(content, order.separator ?? csvSeparator(content)));
  const first = order.head_line ?? all[0]?.line ?? 1;
  const { head, rows, matched } = order.columns
    ? csvTableAt(all, first, order.columns)
    : csvTable(all, fieldTitles(entity));
  const columns = matched.map((name) => (name !== null && isImported(name) ? name : null));
  const guessed = guessedFormats(entity, columns, rows);
  return { head, rows, columns, numbers: order.numbers ?? guessed.numbers, days: order.days ?? guessed.days };
}

/** The titles that a column may have, in all languages. */
function fieldTitles({ table, sheet }: Entity): readonly CsvField[] {
  const fields = sheet.map((name) => ({
    name,
    titles: languages.map((language) => text(language, fieldLabelKey(table, name))),
  }));
  return [...fields, { name: idColumn, titles: languages.map((language) => text(language, 'table.id')) }];
}

/** The distinct texts of a column as its field compares them, in lower case. */
export function textsOf({ fields }: Entity, { rows, columns }: ImportFile, name: string): readonly string[] {
  const place = columns.indexOf(name);
  const { kind } = fields[name] ?? {};
  const texts = rows.map(({ cells }) =>
    String(kind?.normal(unguarded(cells[place] ?? '')) ?? '').toLowerCase(),
  );
  return [...new Set(texts)];
}
