import type { CsvCell } from '../../base/csv.ts';
import {
  dayCell,
  type ExportColumns,
  type ExportedKind,
  type ExportTexts,
  type Named,
  type Numbered,
  namesCell,
  numberCell,
  numberedCell,
} from '../../document/export-columns.ts';

/** A document of any kind as the export reads it; contains only the fields of the chosen columns. */
export interface CommonRow {
  readonly kind: string;
  readonly number: string | null;
  readonly name: string | null;
  readonly status: string;
  readonly client: Named | null;
  readonly department: Named | null;
  readonly cost_center: Numbered | null;
  readonly ledger_account: Numbered | null;
  readonly supplier: Named | null;
  readonly creator: Named | null;
  readonly timeline: { readonly timeline_entries: readonly { readonly lb_user: Named | null }[] } | null;
  readonly created_at: string;
  readonly delivery_date: string | null;
  readonly total_netto: number | null;
  readonly total_brutto: number | null;
  readonly currency: string;
}

/** Columns of documents of every kind (OVW-09). */
export const commonColumns = {
  number: { fields: 'number', cell: (row) => row.number },
  kind: { fields: 'kind', cell: (row, { t }) => t(`overview.kind.${row.kind}`) },
  name: { fields: 'name', cell: (row) => row.name },
  status: { fields: 'kind status', cell: (row, { t }) => t(`status.${row.kind}.${row.status}`) },
  client: { fields: 'client { name }', cell: (row) => row.client?.name ?? null },
  department: { fields: 'department { name: shown_name }', cell: (row) => row.department?.name ?? null },
  cost_center: {
    fields: 'cost_center { number name: shown_name }',
    cell: (row) => numberedCell(row.cost_center),
  },
  ledger_account: {
    fields: 'ledger_account { number name }',
    cell: (row) => numberedCell(row.ledger_account),
  },
  supplier: { fields: 'supplier { name }', cell: (row) => row.supplier?.name ?? null },
  creator: { fields: 'creator { name }', cell: (row) => row.creator?.name ?? null },
  assignee: {
    fields:
      'timeline { timeline_entries(where: { text_type: { _in: ["present", "assignment"] } }) { lb_user { name } } }',
    cell: (row) => namesCell(row.timeline?.timeline_entries.map((entry) => entry.lb_user) ?? []),
  },
  created: { fields: 'created_at', cell: (row, { dayOf }) => dayCell(dayOf(row.created_at)) },
  delivery: { fields: 'delivery_date', cell: (row) => dayCell(row.delivery_date) },
  net: { fields: 'total_netto', isAmount: true, cell: (row) => numberCell(row.total_netto) },
  gross: { fields: 'total_brutto', isAmount: true, cell: (row) => numberCell(row.total_brutto) },
  currency: { fields: 'currency', cell: (row) => row.currency },
} satisfies ExportColumns<CommonRow>;

/** The columns of a list: those of its kind, or the common ones for a list of several kinds. */
export interface ListColumns {
  /** Kind of the columns; null for the common ones. */
  readonly kind: string | null;
  readonly columns: ExportColumns;
  /** Those of the lines; none without a kind. */
  readonly lines: ExportColumns;
}

/** The columns for lists of one kind; the common ones without a kind. */
export function listColumns(kind: ExportedKind | undefined): ListColumns {
  return kind === undefined
    ? allColumns
    : { kind: kind.name, columns: kind.exportColumns, lines: kind.exportLines ?? {} };
}

const allColumns: ListColumns = { kind: null, columns: commonColumns, lines: {} };

/** Keys of the columns that a person may see and export (ROLE-07). */
export function columnsFor(
  { columns }: Pick<ListColumns, 'columns'>,
  seesPrices: boolean,
): readonly string[] {
  return Object.keys(columns).filter((key) => seesPrices || !columns[key]?.isAmount);
}

/** Text key of a column title. */
export function titleKey({ columns }: ListColumns, key: string): string {
  return columns[key]?.titleKey ?? `overview.export.column.${key}`;
}

/** A document with the fields of the chosen columns, its own or those of its `head`. */
export type ColumnRow = { readonly kind: string; readonly id: number; readonly head?: unknown };

/** The GraphQL selection for these columns. */
export function fieldsOf({ kind, columns }: ListColumns, keys: readonly string[]): string {
  const fields = keys.flatMap((key) => columns[key]?.fields ?? []).join(' ');
  return kind === null ? `kind id ${fields}` : `kind id head: ${kind} { id ${fields} }`;
}

/** One cell of a row read with `fieldsOf`. */
export function cellOf(
  { kind, columns }: ListColumns,
  key: string,
  row: ColumnRow,
  texts: ExportTexts,
): CsvCell {
  return columns[key]?.cell(kind === null ? row : row.head, texts) ?? null;
}
