import type { FieldProblem } from '../../base/refusal.ts';
import { currency, emptyStored } from '../../document/fields.ts';
import { type Entity, entity, type Row } from '../../entity/entity.ts';
import { contractFields, contractLineFields } from './fields.ts';
import type { ContractFields, ContractLineFields } from './model.ts';
import { typingProblems } from './rules.ts';

const { total, tax } = contractLineFields;

/** The columns of an import table: contract fields and one amount per interval. */
const importedFields = {
  name: contractFields.name,
  external_contract_number: contractFields.external_contract_number,
  supplier_id: contractFields.supplier_id,
  client_id: contractFields.client_id,
  department_id: contractFields.department_id,
  cost_center_id: contractFields.cost_center_id,
  ledger_account_id: contractFields.ledger_account_id,
  responsible_id: contractFields.responsible_id,
  category: contractFields.category,
  contract_date: contractFields.contract_date,
  usage_type: contractFields.usage_type,
  /** Defaults to the currency of the company (PRICE-04). */
  currency: currency(),
  /** If missing, the reference rate applies (PRICE-07). */
  exchange_rate: contractFields.exchange_rate,
  rate_date: contractFields.rate_date,
  total,
  tax,
  recurring_invoice: contractFields.recurring_invoice,
  term_type: contractFields.term_type,
  start_date: contractFields.start_date,
  end_date: contractFields.end_date,
  duration: contractFields.duration,
  duration_unit_type: contractFields.duration_unit_type,
  min_duration: contractFields.min_duration,
  renewal_type: contractFields.renewal_type,
  renewal_duration: contractFields.renewal_duration,
  renewal_duration_unit_type: contractFields.renewal_duration_unit_type,
  notice_period: contractFields.notice_period,
  notice_period_unit_type: contractFields.notice_period_unit_type,
  notice_workdays: contractFields.notice_workdays,
  termination_to: contractFields.termination_to,
  termination_special_right: contractFields.termination_special_right,
  reminder_days_before: contractFields.reminder_days_before,
  notes: contractFields.notes,
} as const;

type ImportedName = keyof typeof importedFields;

/** Contracts as an entity for the table view. They are not master data; commands store them. */
export const importedContract: Entity = entity('contract', importedFields, {
  route: 'contract',
  label: ['name'],
  list: [],
  tabs: [],
  check: (row) => {
    const { head, lines } = contractOfRow(row);
    return columnProblems(typingProblems({ head, lines }));
  },
});

export const importedNames = Object.keys(importedFields) as readonly ImportedName[];

/** Turns a table row into a contract, with one line if the row has an amount. */
export function contractOfRow(row: Row): {
  readonly head: ContractFields;
  readonly lines: readonly ContractLineFields[];
} {
  const { total: sum = null, tax: rate = null, ...given } = row;
  const { currency: _, ...empty } = emptyStored(contractFields);
  const head = { ...empty, payment_direction: 'outgoing', ...given } as ContractFields;
  if (sum === null) return { head, lines: [] };
  const line = { ...emptyStored(contractLineFields), name: head.name, quantity: '1', total: sum, tax: rate };
  return { head, lines: [line as ContractLineFields] };
}

/** Maps contract problems to table columns: `head.client_id` to `client_id`. */
export function columnProblems(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.map(asColumn);
}

function asColumn(problem: FieldProblem): FieldProblem {
  const column = problem.field.split('.').at(-1) ?? problem.field;
  return { ...problem, field: importedNames.some((name) => name === column) ? column : 'name' };
}
