import type { FieldProblem } from '../../base/refusal.ts';
import { type ExportTarget, targets } from '../export-target/targets.ts';
import { demandedFields, mandatoryFields } from '../master-data/mandatory-fields.ts';
import type { RequiredSelection } from './check-facts.ts';
import { invoiceFields, invoiceLineFields } from './fields.ts';
import type { InvoiceFields, InvoiceLineFields } from './model.ts';

/** Selections that one of several columns fulfils; every other selection is named like its column. */
const columnsOf: Partial<Record<RequiredSelection, readonly string[]>> = {
  financial_dimension: [
    'd365_vehicle_id',
    'd365_sales_channel_id',
    'd365_area_id',
    'd365_labor_wert_id',
    'd365_project_id',
  ],
  procurement_or_contract: ['procurement_id', 'contract_id'],
};

/** Selections that the form shows only for some export targets (INV-16). */
const byDimensions: readonly RequiredSelection[] = [
  'branch_id',
  'employee_id',
  'd365_department_id',
  'financial_dimension',
];

interface Sources {
  /** The configuration key `invoice_required_fields`. */
  readonly ofTenant: readonly string[];
  /** `client.required_fields`: form -> field -> flag. */
  readonly ofCompany: unknown;
  /** The configuration key `procurement_or_contract_required`. */
  readonly needsLink: boolean;
  readonly exportTarget: ExportTarget;
}

/** The selections that the tenant or the company requires (VAL-11, VAL-17). */
export function requiredSelections({
  ofTenant,
  ofCompany,
  needsLink,
  exportTarget,
}: Sources): readonly RequiredSelection[] {
  const demanded = [...ofTenant, ...demandedFields(ofCompany, 'invoice')];
  const { postingKeys, dimensions } = targets[exportTarget].bookedBy;
  const absent = [...(dimensions ? [] : byDimensions), ...(postingKeys ? [] : ['posting_key_id'])];
  return mandatoryFields.invoice.filter((name) => {
    const isLinkWanted = needsLink && name === 'procurement_or_contract';
    return (demanded.includes(name) || isLinkWanted) && !absent.includes(name);
  });
}

/** The columns that fulfil a selection and are fields of an invoice. */
function fulfilledBy(selection: RequiredSelection): readonly string[] {
  return (columnsOf[selection] ?? [selection]).filter((column) => Object.hasOwn(invoiceFields, column));
}

/** The head columns that the settings require; not required if every line has its own value (VAL-17, INV-15). */
export function requiredColumns(
  required: readonly RequiredSelection[],
  lines: readonly InvoiceLineFields[],
): readonly string[] {
  return required.flatMap((selection) => {
    const [column] = fulfilledBy(selection);
    return column === undefined || isOfEveryLine(column, lines) ? [] : [column];
  });
}

/** The required selections that are missing (VAL-17). */
export function missingSelections(
  required: readonly RequiredSelection[],
  head: InvoiceFields,
  lines: readonly InvoiceLineFields[],
): readonly FieldProblem[] {
  return required.flatMap((selection): readonly FieldProblem[] => {
    const columns = fulfilledBy(selection);
    const [field] = columns;
    const isFulfilled = columns.some((column) => isFilled(head, column) || isOfEveryLine(column, lines));
    if (field === undefined || isFulfilled) return [];
    if (selection === 'procurement_or_contract') return [{ field, code: 'order_or_contract_required' }];
    return [{ field, code: 'specific_field_required', values: { field } }];
  });
}

function isOfEveryLine(column: string, lines: readonly InvoiceLineFields[]): boolean {
  const isOfLines = Object.hasOwn(invoiceLineFields, column);
  return isOfLines && lines.length > 0 && lines.every((line) => isFilled(line, column));
}

function isFilled(row: object, column: string): boolean {
  const value: unknown = Reflect.get(row, column);
  return value !== null && value !== undefined && String(value).trim() !== '';
}
