import {
  dayCell,
  type ExportColumn,
  type ExportColumns,
  exportColumnsOf,
  lineColumnsOf,
  type Named,
  numberCell,
} from '../../document/export-columns.ts';
import { invoiceFields, invoiceLineFields } from './fields.ts';

/** The export data of an invoice besides its declared fields; only the fields of the chosen columns are present. */
interface ExportRow {
  readonly invoice_number_formatted: string | null;
  readonly status: string;
  readonly creator: Named | null;
  readonly created_at: string;
  readonly total_netto: number | null;
  readonly total_tax: number | null;
  readonly amount_due: number | null;
  readonly procurement: { readonly number: string | null; readonly name: string | null } | null;
}

const { number_printed, number, procurement: _, ...declared } = exportColumnsOf(invoiceFields);

const columns = {
  number: number_printed,
  export_number: number,
  internal_number: { fields: 'invoice_number_formatted', cell: (row) => row.invoice_number_formatted },
  status: { fields: 'status', cell: (row, { t }) => t(`status.invoice.${row.status}`) },
  order: {
    fields: 'procurement { number: order_number_formatted name }',
    cell: ({ procurement: order }) => order && (order.number ?? order.name),
  },
  creator: { fields: 'creator { name }', cell: (row) => row.creator?.name ?? null },
  created: { fields: 'created_at', cell: (row, { dayOf }) => dayCell(dayOf(row.created_at)) },
  total_netto: { fields: 'total_netto', isAmount: true, cell: (row) => numberCell(row.total_netto) },
  total_tax: { fields: 'total_tax', isAmount: true, cell: (row) => numberCell(row.total_tax) },
  amount_due: { fields: 'amount_due', isAmount: true, cell: (row) => numberCell(row.amount_due) },
  ...declared,
} satisfies ExportColumns<ExportRow>;

type Key = keyof typeof columns;

/** The first columns of the file, in this order; the default export without a choice (ADM-17). */
export const usualColumns = [
  ...(['number', 'status', 'supplier', 'client', 'department', 'cost_center'] as const),
  ...(['invoice_date', 'delivery_date', 'due_date', 'total_netto', 'total_tax', 'total_brutto'] as const),
  ...(['currency', 'ledger_account', 'posting_key', 'paid', 'order', 'notes'] as const),
] satisfies readonly Key[];

const keys = [...new Set<Key>([...usualColumns, ...(Object.keys(columns) as Key[])])];

/** All head fields of an invoice in file order (EXP-17), named as in the tenant settings. */
export const exportColumns = Object.fromEntries(
  keys.map((key) => [
    key,
    { ...columns[key], titleKey: `entity.configuration.choice.invoice_export_columns.${key}` },
  ]),
) as { readonly [Name in Key]: ExportColumn<ExportRow> };

/** Every field of a line. */
export const exportLines = lineColumnsOf(invoiceLineFields);
