import type { CsvCell } from '../../base/csv.ts';
import type { Day } from '../../base/day.ts';
import { amountOf } from '../../base/money.ts';

interface Named {
  readonly name: string;
}

interface Numbered extends Named {
  readonly number: string;
}

/** A document as the export reads it; only the fields of the chosen columns are there. */
export interface ExportRow {
  readonly order_number_formatted: string | null;
  readonly draft_number_formatted: string | null;
  readonly name: string | null;
  readonly status: string;
  readonly type: string;
  readonly client: Named | null;
  readonly department: Named | null;
  readonly cost_center: Numbered | null;
  readonly ledger_account: Numbered | null;
  readonly procurement_lines: readonly { readonly supplier: Named | null }[];
  readonly creator: Named | null;
  readonly consignee: Named | null;
  readonly timeline_entries: readonly { readonly lb_user: Named | null }[];
  readonly created_at: string;
  readonly submitted_at: string | null;
  readonly delivery_date: string | null;
  readonly total_netto: number | null;
  readonly total_tax: number | null;
  readonly total_brutto: number | null;
  readonly open_value: number | null;
  readonly currency: string;
  readonly external_order_number: string | null;
  readonly notes: string | null;
}

export interface ExportTexts {
  /** The calendar day of an instant in the tenant's time zone. */
  readonly dayOf: (instant: string) => Day;
  readonly t: (key: string) => string;
}

interface ExportColumn {
  /** What the API is asked for. */
  readonly fields: string;
  readonly cell: (row: ExportRow, texts: ExportTexts) => CsvCell;
  /** Only with `user-price` (ROLE-07). */
  readonly isAmount?: boolean;
}

/** Every head field of a purchase request, in the order of the file (EXP-17). */
export const exportColumns = {
  number: {
    fields: 'order_number_formatted draft_number_formatted',
    cell: (row) => row.order_number_formatted ?? row.draft_number_formatted,
  },
  name: { fields: 'name', cell: (row) => row.name },
  status: { fields: 'status', cell: (row, { t }) => t(`status.procurement.${row.status}`) },
  type: { fields: 'type', cell: (row, { t }) => t(`procurement.type.${row.type}`) },
  client: { fields: 'client { name }', cell: (row) => row.client?.name ?? null },
  department: { fields: 'department { name: shown_name }', cell: (row) => row.department?.name ?? null },
  cost_center: {
    fields: 'cost_center { number name: shown_name }',
    cell: (row) => numbered(row.cost_center),
  },
  ledger_account: { fields: 'ledger_account { number name }', cell: (row) => numbered(row.ledger_account) },
  supplier: {
    fields: 'procurement_lines(order_by: { sort_no: asc }) { supplier { name } }',
    cell: (row) => names(row.procurement_lines.map((line) => line.supplier)),
  },
  creator: { fields: 'creator { name }', cell: (row) => row.creator?.name ?? null },
  consignee: { fields: 'consignee { name }', cell: (row) => row.consignee?.name ?? null },
  assignee: {
    fields: 'timeline_entries(where: { text_type: { _in: ["present", "assignment"] } }) { lb_user { name } }',
    cell: (row) => names(row.timeline_entries.map((entry) => entry.lb_user)),
  },
  created: { fields: 'created_at', cell: (row, { dayOf }) => ({ day: dayOf(row.created_at) }) },
  submitted: {
    fields: 'submitted_at',
    cell: (row, { dayOf }) => (row.submitted_at === null ? null : { day: dayOf(row.submitted_at) }),
  },
  delivery: {
    fields: 'delivery_date',
    cell: (row) => (row.delivery_date === null ? null : { day: row.delivery_date }),
  },
  net: { fields: 'total_netto', isAmount: true, cell: (row) => number(row.total_netto) },
  tax: { fields: 'total_tax', isAmount: true, cell: (row) => number(row.total_tax) },
  gross: { fields: 'total_brutto', isAmount: true, cell: (row) => number(row.total_brutto) },
  open_value: { fields: 'open_value', isAmount: true, cell: (row) => number(row.open_value) },
  currency: { fields: 'currency', cell: (row) => row.currency },
  external_number: { fields: 'external_order_number', cell: (row) => row.external_order_number },
  notes: { fields: 'notes', cell: (row) => row.notes },
} satisfies Readonly<Record<string, ExportColumn>>;

export type ExportColumnKey = keyof typeof exportColumns;
export const exportColumnKeys = Object.keys(exportColumns) as readonly ExportColumnKey[];

/** The parts of a GraphQL selection that these columns read. */
export function fieldsOf(columns: readonly ExportColumnKey[]): string {
  return ['id', ...columns.map((key) => exportColumns[key].fields)].join(' ');
}

/** The columns that a person may export. */
export function columnsFor(seesPrices: boolean): readonly ExportColumnKey[] {
  return exportColumnKeys.filter((key) => seesPrices || !('isAmount' in exportColumns[key]));
}

function numbered(record: Numbered | null): string | null {
  return record === null ? null : `${record.number} ${record.name}`;
}

function names(records: readonly (Named | null)[]): string | null {
  const distinct = new Set(records.flatMap((record) => record?.name ?? []));
  return distinct.size === 0 ? null : [...distinct].join(', ');
}

function number(value: number | null): CsvCell {
  return value === null ? null : { number: amountOf(value) };
}
