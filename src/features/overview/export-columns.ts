import type { CsvCell } from '../../base/csv.ts';
import type { Day } from '../../base/day.ts';
import { amountOf } from '../../base/money.ts';
import {
  type ColumnTexts,
  type ExportColumn,
  exportColumnsOf,
  type ReadDocument,
} from '../../document/export-columns.ts';
import { procurementFields } from '../procurement/fields.ts';

interface Named {
  readonly name: string;
}

/** A document as the export reads it; only the fields of the chosen columns are there. */
export interface ExportRow extends ReadDocument {
  readonly order_number_formatted: string | null;
  readonly draft_number_formatted: string | null;
  readonly status: string;
  readonly procurement_lines: readonly { readonly supplier: Named | null }[];
  readonly creator: Named | null;
  readonly timeline_entries: readonly { readonly lb_user: Named | null }[];
  readonly created_at: string;
  readonly submitted_at: string | null;
  readonly total_netto: number | null;
  readonly total_tax: number | null;
  readonly total_brutto: number | null;
  readonly open_value: number | null;
}

interface ExportTexts extends ColumnTexts {
  /** The calendar day of an instant in the tenant's time zone. */
  readonly dayOf: (instant: string) => Day;
}

type Column = ExportColumn<ExportRow, ExportTexts>;

const declared = exportColumnsOf(procurementFields);

/** Every head field of a purchase request, in the order of the file (EXP-17). */
export const exportColumns = {
  number: {
    fields: 'order_number_formatted draft_number_formatted',
    cell: (row) => row.order_number_formatted ?? row.draft_number_formatted,
  },
  name: declared.name,
  status: { fields: 'status', cell: (row, { t }) => t(`status.procurement.${row.status}`) },
  type: declared.type,
  client: declared.client,
  department: declared.department,
  cost_center: declared.cost_center,
  ledger_account: declared.ledger_account,
  supplier: {
    fields: 'procurement_lines(order_by: { sort_no: asc }) { supplier { name } }',
    cell: (row) => names(row.procurement_lines.map((line) => line.supplier)),
  },
  creator: { fields: 'creator { name }', cell: (row) => row.creator?.name ?? null },
  consignee: declared.consignee,
  assignee: {
    fields: 'timeline_entries(where: { text_type: { _in: ["present", "assignment"] } }) { lb_user { name } }',
    cell: (row) => names(row.timeline_entries.map((entry) => entry.lb_user)),
  },
  created: { fields: 'created_at', cell: (row, { dayOf }) => ({ day: dayOf(row.created_at) }) },
  submitted: {
    fields: 'submitted_at',
    cell: (row, { dayOf }) => (row.submitted_at === null ? null : { day: dayOf(row.submitted_at) }),
  },
  delivery: declared.delivery_date,
  net: { fields: 'total_netto', isAmount: true, cell: (row) => number(row.total_netto) },
  tax: { fields: 'total_tax', isAmount: true, cell: (row) => number(row.total_tax) },
  gross: { fields: 'total_brutto', isAmount: true, cell: (row) => number(row.total_brutto) },
  open_value: { fields: 'open_value', isAmount: true, cell: (row) => number(row.open_value) },
  currency: declared.currency,
  external_number: declared.external_order_number,
  notes: declared.notes,
} satisfies Readonly<Record<string, Column>>;

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

function names(records: readonly (Named | null)[]): string | null {
  const distinct = new Set(records.flatMap((record) => record?.name ?? []));
  return distinct.size === 0 ? null : [...distinct].join(', ');
}

function number(value: number | null): CsvCell {
  return value === null ? null : { number: amountOf(value) };
}
