import type { CsvCell } from '../base/csv.ts';
import type { Day } from '../base/day.ts';
import { amountOf } from '../base/money.ts';
import type { DocumentField, DocumentFields } from './fields.ts';
import type { Kind } from './kind.ts';
import { readAs, type ShownName, selectionOf, shownName } from './read-fields.ts';

export interface ExportTexts {
  /** The calendar day of an instant in the tenant's time zone. */
  readonly dayOf: (instant: string) => Day;
  readonly t: (key: string) => string;
}

/** One column of an export (EXP-17). */
export interface ExportColumn<Row = unknown> {
  /** The key of its title; `overview.export.column.{key}` by default. */
  readonly titleKey?: string;
  /** The GraphQL selection of its fields. */
  readonly fields: string;
  /** Formats the selected fields. */
  cell(row: Row, texts: ExportTexts): CsvCell;
  /** An amount, exported only with `user-price` (ROLE-07). */
  readonly isAmount?: boolean;
}

/** The columns of an export in the order of the file. */
export type ExportColumns<Row = unknown> = Readonly<Record<string, ExportColumn<Row>>>;

/** A document kind with the export columns of its head (EXP-17). */
export interface ExportedKind extends Kind, ColumnsPart {}

/** The columns of a kind, loaded with its list. */
export interface ColumnsPart {
  readonly exportColumns: ExportColumns;
  /** The columns of its lines, for files with a row per line; absent for a kind without lines. */
  readonly exportLines?: ExportColumns;
}

export interface Named {
  readonly name: string;
}

export interface Numbered extends Named {
  readonly number: string;
}

/** "Number name" of a record. */
export function numberedCell(record: Numbered | null): CsvCell {
  return record === null ? null : `${record.number} ${record.name}`;
}

/** The distinct names, separated by commas. */
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

/** One export column per declared field, keyed by the name under which the API returns it (EXP-17). */
export function exportColumnsOf<F extends DocumentFields>(
  fields: F,
): { readonly [Name in keyof F & string as ShownName<F, Name>]: ExportColumn } {
  const columns = Object.entries(fields).map(([name, field]) => [
    shownName(name, field),
    columnOf(name, field),
  ]);
  return Object.fromEntries(columns) as {
    readonly [Name in keyof F & string as ShownName<F, Name>]: ExportColumn;
  };
}

/**
 * One export column per declared field of the lines, keyed by its name and titled as in the form; none for records of
 * which only the id is known.
 */
export function lineColumnsOf(fields: DocumentFields): ExportColumns {
  const told = Object.entries(fields).filter(
    ([, { sort, reads = [] }]) => sort !== 'reference' || reads.length > 0,
  );
  return Object.fromEntries(
    told.map(([name, field]) => [name, { ...columnOf(name, field), titleKey: `field.${name}` }]),
  );
}

function columnOf(name: string, field: DocumentField): ExportColumn {
  const shown = shownName(name, field);
  return {
    fields: selectionOf({ [name]: field }),
    cell: (row, texts) => cellOf(field, readValue(row, shown), texts),
    ...(field.price && { isAmount: true }),
  };
}

/** Rows hold only the fields of the chosen columns; others are null. */
function readValue(row: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(row ?? {})).get(name) ?? null;
}

function cellOf({ sort, labelKey, reads = [] }: DocumentField, value: unknown, { t }: ExportTexts): CsvCell {
  if (value === null) return null;
  switch (sort) {
    case 'choice':
      return labelKey ? t(labelKey(String(value))) : String(value);
    case 'day':
      return { day: String(value) };
    case 'amount':
      return { number: amountOf(value as number) };
    case 'flag':
      return t(value === true ? 'table.yes' : 'table.no');
    case 'reference':
      return typeof value === 'object' ? calledBy(reads, value) : String(value);
    case 'text':
      return String(value);
  }
}

/** "4210 Prüffeld": the selected texts of a referenced record, joined. */
function calledBy(reads: readonly string[], record: object): string {
  const texts = new Map<string, unknown>(Object.entries(record));
  const parts = reads.map((name) => texts.get(readAs(name)));
  return parts.filter((part) => typeof part === 'string').join(' ');
}
