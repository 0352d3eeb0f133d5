import { type Refusal, refuse } from '../../base/refusal.ts';
import { changedFields, removedLine } from '../../document/editing.ts';
import { isSameField } from '../../document/field-values.ts';
import { fieldNames } from '../../document/fields.ts';
import type { Entry, Timeline } from '../../timeline/timeline.ts';
import { areDaysTyped, isEndTyped } from './contract-dates.ts';
import { contractFields, contractLineFields, termFields } from './fields.ts';
import type { Contract, ContractFields, ContractLine } from './model.ts';

type AgreedName = keyof ContractFields;

/** Days typed in a contract without a term, and computed in every other (CON-13, CON-20). */
const days = ['next_possible_contract_end', 'termination_deadline'] as const;

/** The fields both sides sign; they change only by amendment (CON-38). Internal fields are not among them. */
export const agreedNames: readonly AgreedName[] = [
  'supplier_id',
  'client_id',
  'usage_type',
  'payment_direction',
  'currency',
  ...fieldNames(termFields),
  ...days,
];

/** The fields an amendment writes into its contract: agreed fields, and accounts and rate as approved (APPR-18). */
export const amendedNames: readonly AgreedName[] = [
  ...agreedNames,
  'department_id',
  'cost_center_id',
  'ledger_account_id',
  'exchange_rate',
  'rate_date',
];

const decisiveFields: ReadonlySet<string> = new Set([
  ...amendedNames,
  ...fieldNames(contractLineFields),
  removedLine,
]);

/** Whether a field of the head or of a line decides on partner, value, term, account or cost bearer (CON-39). */
export function isDecisive(field: string): boolean {
  return decisiveFields.has(field);
}

/** The last signature; undefined for an unsigned contract. */
export function signatureOf({ entries }: Timeline): Entry | undefined {
  return entries.findLast(({ type, status }) => type === 'contract-signing' && status === 'approved');
}

export function isSigned(timeline: Timeline): boolean {
  return signatureOf(timeline) !== undefined;
}

/** The locked fields: all agreed fields once the contract is signed, otherwise none (CON-38). */
export function sealedNames(timeline: Timeline): readonly AgreedName[] {
  return isSigned(timeline) ? agreedNames : [];
}

type Said = Pick<Contract, 'head' | 'lines'>;

/** The agreed fields in which two contracts differ, with `lines` if lines differ. Computed days do not count. */
export function agreedDifferences(
  before: { readonly head: ContractFields; readonly lines: readonly ContractLine[] },
  after: { readonly head: ContractFields; readonly lines: readonly ContractLine[] },
): readonly string[] {
  const isTyped = (name: AgreedName): boolean => {
    if (name === 'end_date') return isEndTyped(after.head);
    return !days.some((day) => day === name) || areDaysTyped(after.head);
  };
  const fields = agreedNames.filter(
    (name) => isTyped(name) && !isSameField(contractFields, name, before.head[name], after.head[name]),
  );
  const edited = { head: {}, lines: contractLineFields };
  const lines = { before: { head: {}, lines: before.lines }, after: { head: {}, lines: after.lines } };
  return changedFields(edited, lines.before, lines.after).length > 0 ? [...fields, 'lines'] : fields;
}

/**
 * Refuses a change of agreed fields in a signed contract (CON-38).
 *
 * @see docs/topics/contracts.md
 */
export function sealedProblem(
  signed: Said & Pick<Contract, 'timeline'>,
  next: { readonly head: ContractFields; readonly lines: readonly ContractLine[] },
): Refusal | null {
  if (!isSigned(signed.timeline)) return null;
  const [field] = agreedDifferences(signed, next);
  return field === undefined ? null : refuse('contract_signed', { field });
}
