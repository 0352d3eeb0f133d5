import {
  dayCell,
  type ExportColumns,
  exportColumnsOf,
  lineColumnsOf,
  type Named,
  numberCell,
} from '../../document/export-columns.ts';
import { contractFields, contractLineFields } from './fields.ts';

/** Fields the export reads besides the declared ones; only those of the chosen columns are loaded. */
interface ExportRow {
  readonly contract_number_formatted: string | null;
  readonly status: string;
  readonly creator: Named | null;
  readonly created_at: string;
  readonly yearly_netto: number | null;
  readonly committed_netto: number | null;
  readonly notice_sent_on: string | null;
  readonly terminated_on: string | null;
}

const { name, type, ...declared } = exportColumnsOf(contractFields);

const named = Object.fromEntries(
  Object.entries(declared).map(([key, column]) => [key, { ...column, titleKey: titleOf(key) }]),
) as typeof declared;

/** Every head field of a contract, in the order of the file (EXP-17). */
export const exportColumns = {
  number: { fields: 'contract_number_formatted', cell: (row) => row.contract_number_formatted },
  name,
  status: { fields: 'status', cell: (row, { t }) => t(`status.contract.${row.status}`) },
  ...named,
  contract_type: { ...type, titleKey: 'contract.type' },
  yearly: { fields: 'yearly_netto', isAmount: true, cell: (row) => numberCell(row.yearly_netto) },
  committed: {
    fields: 'committed_netto',
    isAmount: true,
    cell: (row) => numberCell(row.committed_netto),
  },
  notice_sent_on: {
    titleKey: 'audit.contract.notice_sent_on',
    fields: 'notice_sent_on',
    cell: (row) => dayCell(row.notice_sent_on),
  },
  terminated_on: {
    titleKey: 'audit.contract.terminated_on',
    fields: 'terminated_on',
    cell: (row) => dayCell(row.terminated_on),
  },
  creator: { fields: 'creator { name }', cell: (row) => row.creator?.name ?? null },
  created: { fields: 'created_at', cell: (row, { dayOf }) => dayCell(dayOf(row.created_at)) },
} satisfies ExportColumns<ExportRow>;

/** Column titles are the field titles. */
function titleOf(shown: string): string {
  if (shown === 'supplier') return 'contract.partner';
  return `field.${Object.hasOwn(contractFields, shown) ? shown : `${shown}_id`}`;
}

/** Every field of a line. */
export const exportLines = lineColumnsOf(contractLineFields);
