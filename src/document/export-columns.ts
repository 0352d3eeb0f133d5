import type { CsvCell } from '../base/csv.ts';
import { amountOf } from '../base/money.ts';
import type { DocumentField, DocumentFields } from './fields.ts';
import { readAs, type ShownName, selectionOf, shownName } from './read-fields.ts';

/** A document as an export reads it; only the fields of the chosen columns are there. */
export interface ReadDocument {
  readonly [field: string]: unknown;
}

export interface ColumnTexts {
  readonly t: (key: string) => string;
}

export interface ExportColumn<
  Row extends ReadDocument = ReadDocument,
  Texts extends ColumnTexts = ColumnTexts,
> {
  /** What the API is asked for. */
  readonly fields: string;
  readonly cell: (row: Row, texts: Texts) => CsvCell;
  /** Only with `user-price` (ROLE-07). */
  readonly isAmount?: true;
}

/** A column of an export for every declared field, by the name under which it is read (EXP-17). */
export function exportColumnsOf<F extends DocumentFields>(
  fields: F,
): { readonly [Name in keyof F & string as ShownName<F, Name>]: ExportColumn } {
  const columns = Object.entries(fields).map(([name, field]) => {
    const shown = shownName(name, field);
    const column: ExportColumn = {
      fields: selectionOf({ [name]: field }),
      cell: (row, texts) => cellOf(field, row[shown] ?? null, texts),
      ...(field.price && { isAmount: true }),
    };
    return [shown, column];
  });
  return Object.fromEntries(columns) as {
    readonly [Name in keyof F & string as ShownName<F, Name>]: ExportColumn;
  };
}

function cellOf({ sort, labelKey, reads = [] }: DocumentField, value: unknown, { t }: ColumnTexts): CsvCell {
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

/** "4210 Prüffeld": what is read of a record where another points to it, in one text. */
function calledBy(reads: readonly string[], record: object): string {
  const texts = new Map<string, unknown>(Object.entries(record));
  const parts = reads.map((name) => texts.get(readAs(name)));
  return parts.filter((part) => typeof part === 'string').join(' ');
}
