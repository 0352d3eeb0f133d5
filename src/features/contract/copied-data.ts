import { areDaysTyped, isEndTyped } from './contract-dates.ts';
import { contractFields } from './fields.ts';
import type { ContractFields } from './model.ts';

type Name = keyof ContractFields;

/** The person's choice, and whether the edited contract already has lines. */
export interface CopyChoice {
  /** Fields and lines of the source replace the present ones. */
  readonly isOverwriting: boolean;
  readonly hasLines: boolean;
}

/** Individual fields that are never copied. */
const ofItsOwn: readonly Name[] = [
  'external_contract_number',
  'contract_date',
  'reminder_date',
  'exchange_rate',
  'rate_date',
];

/** The company, and the fields that belong to it (PROC-04, PROC-05). */
const ofCompany: readonly Name[] = ['client_id', 'department_id', 'cost_center_id', 'ledger_account_id'];

/** The counts of each unit: a count is copied only with its unit, and two counts share one. */
const countsOf = {
  duration_unit_type: ['duration', 'min_duration'],
  renewal_duration_unit_type: ['renewal_duration'],
  notice_period_unit_type: ['notice_period'],
  later_notice_period_unit_type: ['later_notice_period'],
} as const satisfies Partial<Record<Name, readonly Name[]>>;

const units = Object.keys(countsOf) as readonly (keyof typeof countsOf)[];

/** Term fields other than type and start. */
const rulesOfTerm: readonly Name[] = [
  'duration',
  'min_duration',
  'renewal_type',
  'renewal_duration',
  'notice_period',
  'later_notice_period',
  'notice_workdays',
  'termination_to',
  'termination_day',
  'end_date',
];

/**
 * The fields to copy from another contract (CON-03): empty ones, or with overwrite all of them, also if the source is
 * empty. Computed days and records the person cannot see are never copied. Default values count as empty until a
 * dependent field is filled.
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

/** The lines after copying those of another contract (CON-03). */
export function withCopiedLines<Line>(
  present: readonly Line[],
  copied: readonly Line[],
  { isOverwriting }: Pick<CopyChoice, 'isOverwriting'>,
): readonly Line[] {
  return isOverwriting ? copied : [...present, ...copied];
}

/** Whether the source has a typed value; computed days have none. */
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
  // A typed end replaces a duration (CON-15).
  if (unit === 'duration_unit_type' && isEndTyped(present) && present.end_date !== null) return false;
  return isFree || (name !== unit && isEmpty(present, name) && present[unit] === source[unit]);
}

/** Whether company and department allow the value. */
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
