/** What a company can require on a form beyond what is always required (ADM-08), by form. */
export const mandatoryFields = {
  procurement: ['name', 'cost_center_id', 'external_order_number', 'notes'],
  invoice: ['branch', 'department_id', 'cost_center_id', 'ledger_account_id', 'posting_key_id', 'notes'],
  contract: ['number', 'department_id', 'cost_center_id', 'end_date', 'notes'],
} as const;

export type MandatoryForm = keyof typeof mandatoryFields;
