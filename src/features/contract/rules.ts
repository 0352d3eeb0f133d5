import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts, grossOf, round, sum, times } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { malformed, missing } from '../../document/fields.ts';
import { largestAmount } from '../../document/totals.ts';
import type { UsageType } from '../../document/usage.ts';
import type { ContractStatus } from '../../timeline/kinds.ts';
import { demandedFields } from '../master-data/mandatory-fields.ts';
import { contractDates, termOf } from './contract-dates.ts';
import { contractFields, contractLineFields } from './fields.ts';
import type { ContractFields, ContractLineFields } from './model.ts';
import { termProblems } from './term/problems.ts';

/** Whether a contract is read-only: cancelled, with its end in the past (TL-10). */
export function isContractFixed(
  contract: { readonly status: ContractStatus; readonly end_date: Day | null },
  today: Day,
): boolean {
  return contract.status === 'cancelled' && contract.end_date !== null && contract.end_date < today;
}

/** The contract data validated during editing. */
export interface TypedContract {
  readonly head: ContractFields;
  readonly lines: readonly ContractLineFields[];
}

/** Problems not allowed even in a draft: texts too long, malformed numbers and days (VAL-04, CON-22). */
export function typingProblems({ head, lines }: TypedContract): readonly FieldProblem[] {
  const found = [
    ...malformed(contractFields, head),
    ...lines.flatMap((line, place) => malformed(contractLineFields, line, `lines.${place}.`)),
  ];
  return found.length > 0 ? found : [...termProblems(termOf(head)), ...amountProblems({ head, lines })];
}

/** Amounts too large to store: the total of all lines, or that of a year in the currency of the company. */
function amountProblems({ head, lines }: TypedContract): readonly FieldProblem[] {
  const { total_brutto: total } = totalsOf(lines);
  const ofYear = times(times(total, intervalsPerYear.monthly), head.exchange_rate ?? '1');
  if ([total, ofYear].every((amount) => compareAmounts(amount, largestAmount) <= 0)) return [];
  const field = head.exchange_rate === null ? 'lines' : 'exchange_rate';
  return [{ field, code: 'amount_too_large', values: { max: largestAmount } }];
}

/** Problems that prevent sending a contract to check (VAL-06, ADM-08). */
export function checkProblems(contract: TypedContract, required: readonly string[]): readonly FieldProblem[] {
  const { head, lines } = contract;
  const wanted = required.filter((column) => String(Reflect.get(head, column) ?? '').trim() === '');
  return [
    ...typingProblems(contract),
    ...missing(contractFields, head),
    ...wanted.map((field) => ({ field, code: 'specific_field_required' as const, values: { field } })),
    ...lines.flatMap((line, place) =>
      missing(contractLineFields, line).map((one) => ({ ...one, field: `lines.${place}.${one.field}` })),
    ),
  ];
}

/** Columns the company requires for contracts (ADM-08); `number` is the partner's contract number. */
export function requiredColumns(ofCompany: unknown): readonly string[] {
  return demandedFields(ofCompany, 'contract')
    .map((name) => (name === 'number' ? 'external_contract_number' : name))
    .filter((column) => Object.hasOwn(contractFields, column));
}

/** The costs of a contract per interval, in its own currency (CON-27). */
export interface ContractTotals {
  readonly total_netto: Amount;
  readonly total_brutto: Amount;
}

export function totalsOf(lines: readonly Pick<ContractLineFields, 'total' | 'tax'>[]): ContractTotals {
  const nets = lines.map(({ total }) => total ?? '0');
  const gross = lines.map(({ total, tax }) => grossOf(total ?? '0', tax ?? '0', 2));
  return { total_netto: round(sum(nets), 2), total_brutto: round(sum(gross), 2) };
}

const intervalsPerYear: Readonly<Record<Exclude<UsageType, 'usage_based'>, Amount>> = {
  monthly: '12',
  quarterly: '4',
  semiannually: '2',
  yearly: '1',
};

/** The yearly costs; null if usage-based or without an interval (CON-27). */
export function yearlyValue(total: Amount, usage: UsageType | null): Amount | null {
  if (usage === null || usage === 'usage_based') return null;
  return round(times(total, intervalsPerYear[usage]), 2);
}

interface LivingContract extends ContractFields {
  readonly status: string;
  readonly amends_id: number | null;
  readonly terminated_on: Day | null;
  readonly agreed_end: Day | null;
}

/**
 * The status of a contract without open tasks: its days decide whether it is active (CON-06).
 *
 * @param reached the status from its timeline alone (TL-18)
 */
export function livingStatus(
  head: LivingContract,
  reached: ContractStatus,
  today: Day,
  federalState: string | null,
): ContractStatus {
  if (reached !== 'completed') return reached;
  if (head.amends_id !== null) return 'incorporated';
  if (head.status === 'inactive') return 'inactive';
  return runningStatus(head, contractDates(head, today, federalState).end_date, today);
}

/** The status of a signed contract that is not paused, from its days (CON-06). */
export function runningStatus(
  { start_date }: Pick<ContractFields, 'start_date'>,
  endDate: Day | null,
  today: Day,
): 'completed' | 'active' | 'expired' {
  if (endDate !== null && endDate < today) return 'expired';
  return start_date === null || start_date <= today ? 'active' : 'completed';
}
