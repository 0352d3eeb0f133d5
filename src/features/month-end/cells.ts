import type { CsvCell } from '../../base/csv.ts';
import type { MonthEndColumn, MonthEndRow } from './model.ts';

/** A cell of a file: days and amounts typed, choices in the reader's language. */
export function cellOf(column: MonthEndColumn, row: MonthEndRow, t: (key: string) => string): CsvCell {
  const value = row[column.key] ?? null;
  if (value === null || value === '') return column.emptyKey === undefined ? null : t(column.emptyKey);
  switch (column.sort) {
    case 'amount':
    case 'count':
    case 'hours':
      return { number: String(value) };
    case 'day':
      return { day: String(value) };
    case 'choice':
      return column.textKey === undefined ? null : t(column.textKey(String(value)));
    case 'text':
      return String(value);
  }
}
