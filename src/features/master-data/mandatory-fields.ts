/**
 * The fields that a company can make mandatory, by form (ADM-08); on invoices the selections of VAL-17 except company
 * and supplier, which are always mandatory.
 */
export const mandatoryFields = {
  procurement: ['name', 'cost_center_id', 'external_order_number', 'notes'],
  invoice: [
    'department_id',
    'cost_center_id',
    'ledger_account_id',
    'profit_center_id',
    'posting_key_id',
    'branch_id',
    'employee_id',
    'd365_department_id',
    'financial_dimension',
    'procurement_or_contract',
    'notes',
  ],
  contract: ['number', 'department_id', 'cost_center_id', 'end_date', 'notes'],
} as const;

export type MandatoryForm = keyof typeof mandatoryFields;

/** The fields of a form that a company's `required_fields` (form -> field -> flag) demands; ignores malformed entries. */
export function demandedFields(settings: unknown, form: MandatoryForm): readonly string[] {
  const flags = isRecord(settings) ? settings[form] : undefined;
  return isRecord(flags) ? Object.keys(flags).filter((name) => flags[name] === true) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
