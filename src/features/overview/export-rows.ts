import type { CsvCell } from '../../base/csv.ts';
import { decimalPlaces, round } from '../../base/money.ts';
import type { ExportColumn, ExportTexts } from '../../document/export-columns.ts';
import { type ColumnRow, cellOf, fieldsOf, type ListColumns, titleKey } from './export-columns.ts';

/** What a file shows of each document. */
export interface FileColumns {
  readonly list: ListColumns;
  readonly columns: readonly string[];
  /** The columns of the lines, each with a row of its own; null for a row per document. */
  readonly lines: readonly string[] | null;
}

/** Whether only people with `user-price` may read the file (ROLE-07). */
export function showsAmounts({ list, columns, lines }: FileColumns): boolean {
  return (
    columns.some((key) => list.columns[key]?.isAmount) ||
    (lines ?? []).some((key) => list.lines[key]?.isAmount)
  );
}

/** The titles of the file. Those of lines say so, because head and lines share names such as the account. */
export function titlesOf(
  { list, columns, lines }: FileColumns,
  t: (key: string) => string,
): readonly string[] {
  const line = t('document.line.position');
  const ofLines = (lines ?? []).map((key) => `${line}: ${t(list.lines[key]?.titleKey ?? key)}`);
  return [...columns.map((key) => t(titleKey(list, key))), ...(lines === null ? [] : [line, ...ofLines])];
}

/** The GraphQL selection for these columns. */
export function selectionOf({ list, columns, lines }: FileColumns): string {
  const ofHead = fieldsOf(list, columns);
  if (lines === null || list.kind === null) return ofHead;
  const fields = lines.flatMap((key) => list.lines[key]?.fields ?? []).join(' ');
  return `${ofHead} of_lines: ${list.kind} { id lines: ${list.kind}_lines(order_by: { sort_no: asc }) { id ${fields} } }`;
}

/** A document as `selectionOf` reads it. */
export type FileRow = ColumnRow & { readonly of_lines?: { readonly lines: readonly object[] } | null };

/** The rows of a document: one, or one for each of its lines. A document without lines has one row all the same. */
export function rowsOf(
  { list, columns, lines }: FileColumns,
  row: FileRow,
  texts: ExportTexts,
): readonly (readonly CsvCell[])[] {
  const head = columns.map((key) => written(list.columns[key], cellOf(list, key, row, texts)));
  if (lines === null) return [head];
  const all = row.of_lines?.lines ?? [];
  if (all.length === 0) return [[...head, null, ...lines.map(() => null)]];
  return all.map((line, place) => [
    ...head,
    { number: String(place + 1) },
    ...lines.map((key) => written(list.lines[key], list.lines[key]?.cell(line, texts) ?? null)),
  ]);
}

/** Amounts have at least two decimals, as people write them. */
function written(column: ExportColumn | undefined, cell: CsvCell): CsvCell {
  const isShort =
    column?.isAmount &&
    cell !== null &&
    typeof cell === 'object' &&
    'number' in cell &&
    decimalPlaces(cell.number) < 2;
  return isShort ? { number: round(cell.number, 2) } : cell;
}

/** "Bestellungen_2026-11-30": the kind in the language of the file, without signs that file systems refuse. */
export function fileNameOf(title: string, day: string): string {
  return `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '_')}_${day}`;
}
