import {
  dayCell,
  type ExportColumns,
  exportColumnsOf,
  type Named,
  numberCell,
} from '../../document/export-columns.ts';
import { invoiceFields } from './fields.ts';

/** What the export reads of an invoice beside its declared fields; only the fields of the chosen columns are there. */
interface ExportRow {
  readonly invoice_number_formatted: string | null;
  readonly status: string;
  readonly creator: Named | null;
  readonly created_at: string;
  readonly total_netto: number | null;
  readonly total_tax: number | null;
}

const declared = exportColumnsOf(invoiceFields);

/** Every head field of an invoice, in the order of the file (EXP-17). */
export const exportColumns = {
  number: { fields: 'invoice_number_formatted', cell: (row) => row.invoice_number_formatted },
  invoice_number: declared.number_printed,
  name: declared.name,
  status: { fields: 'status', cell: (row, { t }) => t(`status.invoice.${row.status}`) },
  supplier: declared.supplier,
  client: declared.client,
  department: declared.department,
  cost_center: declared.cost_center,
  ledger_account: declared.ledger_account,
  creator: { fields: 'creator { name }', cell: (row) => row.creator?.name ?? null },
  created: { fields: 'created_at', cell: (row, { dayOf }) => dayCell(dayOf(row.created_at)) },
  invoice_date: declared.invoice_date,
  due_date: declared.due_date,
  net: { fields: 'total_netto', isAmount: true, cell: (row) => numberCell(row.total_netto) },
  tax: { fields: 'total_tax', isAmount: true, cell: (row) => numberCell(row.total_tax) },
  gross: declared.total_brutto,
  currency: declared.currency,
  notes: declared.notes,
} satisfies ExportColumns<ExportRow>;
