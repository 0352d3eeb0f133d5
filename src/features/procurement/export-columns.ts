import {
  dayCell,
  type ExportColumns,
  exportColumnsOf,
  lineColumnsOf,
  type Named,
  namesCell,
  numberCell,
} from '../../document/export-columns.ts';
import { lineFields, procurementFields } from './fields.ts';

/** The exported data of a request beside its declared fields; only the fields of the chosen columns are loaded. */
interface ExportRow {
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
    cell: (row) => namesCell(row.procurement_lines.map((line) => line.supplier)),
  },
  creator: { fields: 'creator { name }', cell: (row) => row.creator?.name ?? null },
  consignee: declared.consignee,
  assignee: {
    fields: 'timeline_entries(where: { text_type: { _in: ["present", "assignment"] } }) { lb_user { name } }',
    cell: (row) => namesCell(row.timeline_entries.map((entry) => entry.lb_user)),
  },
  created: { fields: 'created_at', cell: (row, { dayOf }) => dayCell(dayOf(row.created_at)) },
  submitted: {
    fields: 'submitted_at',
    cell: (row, { dayOf }) => dayCell(row.submitted_at === null ? null : dayOf(row.submitted_at)),
  },
  delivery: declared.delivery_date,
  net: { fields: 'total_netto', isAmount: true, cell: (row) => numberCell(row.total_netto) },
  tax: { fields: 'total_tax', isAmount: true, cell: (row) => numberCell(row.total_tax) },
  gross: { fields: 'total_brutto', isAmount: true, cell: (row) => numberCell(row.total_brutto) },
  open_value: { fields: 'open_value', isAmount: true, cell: (row) => numberCell(row.open_value) },
  currency: declared.currency,
  external_number: declared.external_order_number,
  notes: declared.notes,
} satisfies ExportColumns<ExportRow>;

/** Every field of a line, with what was received and its net total. */
export const exportLines = {
  ...lineColumnsOf(lineFields),
  quantity_received: {
    titleKey: 'procurement.received',
    fields: 'quantity_received',
    cell: (row) => numberCell(row.quantity_received),
  },
  total_netto: {
    titleKey: 'document.line.net',
    fields: 'total_netto',
    isAmount: true,
    cell: (row) => numberCell(row.total_netto),
  },
} satisfies ExportColumns<{ readonly quantity_received: number; readonly total_netto: number | null }>;
