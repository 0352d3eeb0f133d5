import type { FieldProblem } from '../../../base/refusal.ts';
import { type ExportTarget, targets } from '../../export-target/targets.ts';
import type { AccountingFacts, InvoiceFields, InvoiceLineFields, KnownRecord } from '../model.ts';

/** The `dimension_type` of each dimension field (DATA-35). */
export const dimensionTypes = {
  d365_department_id: 'd365_department',
  employee_id: 'employee',
  branch_id: 'branch',
  d365_vehicle_id: 'vehicle',
  d365_sales_channel_id: 'sales_channel',
  d365_area_id: 'area',
  d365_labor_wert_id: 'labor_wert',
  d365_project_id: 'project',
} as const satisfies Partial<Record<keyof InvoiceFields & keyof InvoiceLineFields, string>>;
export type DimensionColumn = keyof typeof dimensionTypes;

export const dimensionColumns = Object.keys(dimensionTypes) as readonly DimensionColumn[];

export type HeadParticular = 'profit_center_id' | 'posting_key_id' | DimensionColumn;
export type LineParticular =
  | 'profit_center_id'
  | 'posting_key_id'
  | 'tax_group_id'
  | 'tax_item_group_id'
  | DimensionColumn;

/** The accounting fields of the head for an export target (INV-16). */
export function headParticulars(target: ExportTarget): readonly HeadParticular[] {
  const { postingKeys, dimensions } = targets[target].bookedBy;
  return [
    'profit_center_id',
    ...(postingKeys ? (['posting_key_id'] as const) : []),
    ...(dimensions ? dimensionColumns : []),
  ];
}

/** The accounting fields of a line for an export target (INV-16). */
export function lineParticulars(target: ExportTarget): readonly LineParticular[] {
  const { taxGroups } = targets[target].bookedBy;
  return [...headParticulars(target), ...(taxGroups ? (['tax_group_id', 'tax_item_group_id'] as const) : [])];
}

const presetColumns = [
  'cost_center_id',
  'ledger_account_id',
  'profit_center_id',
  ...dimensionColumns,
] as const;

/** The booking fields of a line; missing ones come from the head (DATA-35). */
export type BookedBy = Pick<InvoiceLineFields, (typeof presetColumns)[number]>;

/** The booking values of a line, else of the head (DATA-35); also used by the export. */
export function bookedBy(head: BookedBy, line: BookedBy): BookedBy {
  const values = presetColumns.map((column) => [column, line[column] ?? head[column]]);
  return Object.fromEntries(values) as BookedBy;
}

/** The table that each field references. */
const tables = {
  cost_center_id: 'cost_center',
  ledger_account_id: 'ledger_account',
  profit_center_id: 'profit_center',
  posting_key_id: 'posting_key',
  tax_group_id: 'tax_group',
  tax_item_group_id: 'tax_item_group',
  supplier_id: 'supplier',
  client_id: 'client',
  department_id: 'department',
} as const;
/** The parties of the head, besides its accounting fields. */
export const parties = ['supplier_id', 'client_id', 'department_id'] as const;
type Particular = keyof typeof tables | DimensionColumn;

/** The table that an accounting field references. */
export function tableOf(column: Particular): KnownRecord['table'] {
  return column in dimensionTypes ? 'financial_dimension' : tables[column as keyof typeof tables];
}

type Filled = Partial<Readonly<Record<Particular, number | null>>>;

/**
 * Checks that booking records exist, are active and belong to the company (VAL-21), and that parties are active
 * (PROC-43).
 */
export function particularProblems(
  head: Filled & Pick<InvoiceFields, 'client_id'>,
  lines: readonly Filled[],
  { target, records }: Pick<AccountingFacts, 'target' | 'records'>,
): readonly FieldProblem[] {
  const known = new Map(records.map((record) => [`${record.table} ${record.id}`, record]));
  const problems = (row: Filled, columns: readonly Particular[], path: string): readonly FieldProblem[] =>
    columns.flatMap((column) => {
      const id = row[column] ?? null;
      const code = id === null ? null : findingOf(column, known.get(`${tableOf(column)} ${id}`), head);
      return code === null ? [] : [{ field: path + column, code }];
    });
  const isInactive = (column: (typeof parties)[number]) =>
    known.get(`${tableOf(column)} ${head[column] ?? null}`)?.active === false;
  return [
    ...parties.filter(isInactive).map((field) => ({ field, code: 'record_inactive' as const })),
    ...problems(head, ['cost_center_id', 'ledger_account_id', ...headParticulars(target)], ''),
    ...lines.flatMap((line, place) =>
      problems(line, ['cost_center_id', 'ledger_account_id', ...lineParticulars(target)], `lines.${place}.`),
    ),
  ];
}

function findingOf(
  column: Particular,
  record: KnownRecord | undefined,
  { client_id }: Pick<InvoiceFields, 'client_id'>,
): FieldProblem['code'] | null {
  if (record === undefined || (column in dimensionTypes && record.sort !== sortOf(column)))
    return 'foreign_key_violation';
  if (!record.active) return 'record_inactive';
  const isOfCompany = record.companies === null || record.companies.some((id) => id === client_id);
  return isOfCompany ? null : 'record_of_other_company';
}

function sortOf(column: Particular): string {
  return dimensionTypes[column as DimensionColumn];
}
