import {
  dayCell,
  type ExportColumns,
  type Named,
  type Numbered,
  namesCell,
  numberCell,
  numberedCell,
} from '../../document/export-column.ts';

/** A request as the export reads it; only the fields of the chosen columns are there. */
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
    cell: (row) => numberedCell(row.cost_center),
  },
  ledger_account: {
    fields: 'ledger_account { number name }',
    cell: (row) => numberedCell(row.ledger_account),
  },
  supplier: {
    fields: 'procurement_lines(order_by: { sort_no: asc }) { supplier { name } }',
    cell: (row) => namesCell(row.procurement_lines.map((line) => line.supplier)),
  },
  creator: { fields: 'creator { name }', cell: (row) => row.creator?.name ?? null },
  consignee: { fields: 'consignee { name }', cell: (row) => row.consignee?.name ?? null },
  assignee: {
    fields: 'timeline_entries(where: { text_type: { _in: ["present", "assignment"] } }) { lb_user { name } }',
    cell: (row) => namesCell(row.timeline_entries.map((entry) => entry.lb_user)),
  },
  created: { fields: 'created_at', cell: (row, { dayOf }) => dayCell(dayOf(row.created_at)) },
  submitted: {
    fields: 'submitted_at',
    cell: (row, { dayOf }) => dayCell(row.submitted_at === null ? null : dayOf(row.submitted_at)),
  },
  delivery: { fields: 'delivery_date', cell: (row) => dayCell(row.delivery_date) },
  net: { fields: 'total_netto', isAmount: true, cell: (row) => numberCell(row.total_netto) },
  tax: { fields: 'total_tax', isAmount: true, cell: (row) => numberCell(row.total_tax) },
  gross: { fields: 'total_brutto', isAmount: true, cell: (row) => numberCell(row.total_brutto) },
  open_value: { fields: 'open_value', isAmount: true, cell: (row) => numberCell(row.open_value) },
  currency: { fields: 'currency', cell: (row) => row.currency },
  external_number: { fields: 'external_order_number', cell: (row) => row.external_order_number },
  notes: { fields: 'notes', cell: (row) => row.notes },
} satisfies ExportColumns<ExportRow>;
