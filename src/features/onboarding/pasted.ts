import { type CsvRow, csvRows, csvSeparator } from '../../base/csv-reading.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { isRefusal } from '../../base/refusal.ts';
import { unreadable } from '../../base/typed-number.ts';
import type { Row } from '../../entity/entity.ts';
import type { Fields } from '../../entity/field.ts';
import type { Reading, Value } from '../../entity/kind.ts';
import { fieldProblems, normalRow } from '../../entity/problems.ts';
import type { CsvField } from '../../entity/sheet/csv-columns.ts';
import { csvTable } from '../../entity/sheet/csv-table.ts';

/** A line of pasted text with its parsed values and problems. */
export interface PastedRow {
  /** From 1, including empty lines. */
  readonly line: number;
  readonly values: Row;
  readonly problems: readonly FieldProblem[];
}

/**
 * Parses lines from the clipboard of a spreadsheet or a CSV file. A head with titles of the fields says which column is
 * which (SHEET-19); without one the columns are in the order of `fields`. A repeated value of `unique`, ignoring case,
 * is a problem of the second line.
 */
export function pastedRows(
  text: string,
  fields: Fields,
  reading: Reading,
  unique: string,
  titles: readonly CsvField[] = [],
): readonly PastedRow[] {
  const names = Object.keys(fields);
  const { rows, places } = tableOf(text, names, titles) ?? { rows: [], places: [] };
  const known = new Set<string>();
  return rows
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ cells, line }) => {
      const read = Object.entries(fields).map(([name, field], place) => {
        const cell = cells[places[place] ?? -1]?.trim() ?? '';
        return [name, cell === '' ? null : field.kind.read(cell, reading)] as const;
      });
      const unread = read.filter(([, value]) => value === unreadable).map(([name]) => name);
      const values = normalRow(
        fields,
        Object.fromEntries(
          read.map(([name, value]) => [name, value === unreadable ? null : (value as Value)]),
        ),
      );
      const key = String(values[unique] ?? '').toLowerCase();
      const isTwice = key !== '' && known.has(key);
      known.add(key);
      return {
        line,
        values,
        problems: [
          ...unread.map(
            (field) => ({ field, code: 'invalid_type', values: { rule: 'unread_number' } }) as const,
          ),
          ...fieldProblems(fields, values).filter(({ field }) => !unread.includes(field)),
          ...(isTwice ? [{ field: unique, code: 'unique_violation' } as const] : []),
        ],
      };
    });
}

interface Table {
  readonly rows: readonly CsvRow[];
  /** The column of each field; -1 for none. */
  readonly places: readonly number[];
}

/** The rows below a known head, else all rows; a list of names alone may contain commas. */
function tableOf(text: string, names: readonly string[], titles: readonly CsvField[]): Table | undefined {
  const split = csvRows(text, csvSeparator(text));
  if (!isRefusal(split)) {
    const { rows, matched } = csvTable(split, titles);
    if (matched.some((name) => name !== null)) {
      return { rows, places: names.map((name) => matched.indexOf(name)) };
    }
  }
  const rows = names.length === 1 ? csvRows(text, '\t') : split;
  return isRefusal(rows) ? undefined : { rows, places: [...names.keys()] };
}

/** Why pasted lines cannot be saved yet: there are none, or these lines have problems. Null once they can. */
export function savingLock(
  rows: readonly PastedRow[],
): { readonly reason: 'nothing' } | { readonly reason: 'wrong'; readonly lines: readonly number[] } | null {
  if (rows.length === 0) return { reason: 'nothing' };
  const lines = rows.filter(({ problems }) => problems.length > 0).map(({ line }) => line);
  return lines.length === 0 ? null : { reason: 'wrong', lines };
}
