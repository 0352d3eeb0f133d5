import type { CsvCell } from '../base/csv.ts';
import type { Day } from '../base/day.ts';
import { amountOf } from '../base/money.ts';
import type { Kind } from './kind.ts';

export interface ExportTexts {
  /** The calendar day of an instant in the tenant's time zone. */
  readonly dayOf: (instant: string) => Day;
  readonly t: (key: string) => string;
}

/** One column of an export (EXP-17); its title is the text `overview.export.column.{key}`. */
export interface ExportColumn<Row = unknown> {
  /** What the API is asked for. */
  readonly fields: string;
  /** Reads what these fields answered. */
  cell(row: Row, texts: ExportTexts): CsvCell;
  /** Only with `user-price` (ROLE-07). */
  readonly isAmount?: boolean;
}

/** The columns of an export in the order of the file. */
export type ExportColumns<Row = unknown> = Readonly<Record<string, ExportColumn<Row>>>;

/** A kind of document with every field of its head (EXP-17). */
export interface ExportedKind extends Kind {
  readonly exportColumns: ExportColumns;
}

export interface Named {
  readonly name: string;
}

export interface Numbered extends Named {
  readonly number: string;
}

/** A record as people know it. */
export function numberedCell(record: Numbered | null): CsvCell {
  return record === null ? null : `${record.number} ${record.name}`;
}

/** Every name once. */
export function namesCell(records: readonly (Named | null)[]): CsvCell {
  const distinct = new Set(records.flatMap((record) => record?.name ?? []));
  return distinct.size === 0 ? null : [...distinct].join(', ');
}

export function numberCell(value: number | null): CsvCell {
  return value === null ? null : { number: amountOf(value) };
}

export function dayCell(day: Day | null): CsvCell {
  return day === null ? null : { day };
}
