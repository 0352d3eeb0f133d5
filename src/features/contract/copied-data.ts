import { areDaysTyped, isEndTyped } from './contract-dates.ts';
import { contractFields } from './fields.ts';
import type { ContractFields } from './model.ts';

type Name = keyof ContractFields;

/** What the person chose, and whether the contract that is typed has lines already. */
export interface CopyChoice {
  /** Fields and lines of the other contract take the place of those that are there. */
  readonly isOverwriting: boolean;
  readonly hasLines: boolean;
}

/** What is true of one contract alone. */
const ofItsOwn: readonly Name[] = [
  'external_contract_number',
  'contract_date',
  'reminder_date',
  'exchange_rate',
  'rate_date',
];

/** Each belongs to the company that stands before it (PROC-04, PROC-05). */
const ofCompany: readonly Name[] = ['client_id', 'department_id', 'cost_center_id', 'ledger_account_id'];

/** A number says nothing without its unit, and two share one. */
const countsOf = {
  duration_unit_type: ['duration', 'min_duration'],
  renewal_duration_unit_type: ['renewal_duration'],
  notice_period_unit_type: ['notice_period'],
} as const satisfies Partial<Record<Name, readonly Name[]>>;

const units = Object.keys(countsOf) as readonly (keyof typeof countsOf)[];

/** What a term says beyond its kind and its start. */
const rulesOfTerm: readonly Name[] = [
  'duration',
  'min_duration',
  'renewal_type',
  'renewal_duration',
  'notice_period',
  'notice_workdays',
  'termination_to',
  'end_date',
];

/**
 * The fields that a contract takes over from another one (CON-03): those in which nothing stands; all of them where they
 * are overwritten, emptied ones too. Days that follow from the term are never copied, nor is a record that the person
 * does not see. What a new contract proposes counts as empty until something is said beside it.
 */
export function copiedFields(
  present: ContractFields,
  source: ContractFields,
  choice: CopyChoice,
): readonly Name[] {
  const copied = (Object.keys(contractFields) as Name[]).filter(
    (name) =>
      !ofItsOwn.includes(name) &&
      isSaid(source, name) &&
      (choice.isOverwriting ? isReplaced(source, name) : isGap(present, source, name, choice)),
  );
  return copied.filter((name) => present[name] !== source[name]);
}

/** The lines of a contract with those of another one (CON-03). */
export function withCopiedLines<Line>(
  present: readonly Line[],
  copied: readonly Line[],
  { isOverwriting }: Pick<CopyChoice, 'isOverwriting'>,
): readonly Line[] {
  return isOverwriting ? copied : [...present, ...copied];
}

/** Days that follow say nothing of their own. */
function isSaid(source: ContractFields, name: Name): boolean {
  if (name === 'end_date') return isEndTyped(source);
  if (name === 'termination_deadline' || name === 'next_possible_contract_end') return areDaysTyped(source);
  return true;
}

function isReplaced(source: ContractFields, name: Name): boolean {
  if (ofCompany.includes(name)) return source.client_id !== null;
  return contractFields[name].sort !== 'reference' || source[name] !== null;
}

function isGap(
  present: ContractFields,
  source: ContractFields,
  name: Name,
  { hasLines }: CopyChoice,
): boolean {
  if (isEmpty(source, name)) return false;
  if (name === 'term_type') return rulesOfTerm.every((one) => isEmpty(present, one));
  if (name === 'usage_type' || name === 'payment_direction' || name === 'currency') {
    return isEmpty(present, name) || (!hasLines && present[name] === contractFields[name].initial);
  }
  const unit = units.find((one) => one === name || countsOf[one].some((count) => count === name));
  if (unit !== undefined) return isGapOfUnit(present, source, name, unit);
  return isEmpty(present, name) && isOfSamePlace(present, source, name);
}

function isGapOfUnit(
  present: ContractFields,
  source: ContractFields,
  name: Name,
  unit: (typeof units)[number],
): boolean {
  const isFree = countsOf[unit].every((count) => isEmpty(present, count));
  // An end that is typed is there instead of a duration (CON-15).
  if (unit === 'duration_unit_type' && isEndTyped(present) && present.end_date !== null) return false;
  return isFree || (name !== unit && isEmpty(present, name) && present[unit] === source[unit]);
}

/** A department of another company, or a cost center of another department, does not fit. */
function isOfSamePlace(present: ContractFields, source: ContractFields, name: Name): boolean {
  const place = ofCompany.indexOf(name);
  if (place <= 0) return true;
  const isSame = (one: 'client_id' | 'department_id'): boolean =>
    present[one] === null || present[one] === source[one];
  return isSame('client_id') && (name !== 'cost_center_id' || isSame('department_id'));
}

function isEmpty(contract: ContractFields, name: Name): boolean {
  const value = contract[name];
  return value === null || value === '' || value === false;
}
