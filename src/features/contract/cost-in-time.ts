import { addDays, addMonths, type Day } from '../../base/day.ts';
import { type Amount, times } from '../../base/money.ts';
import { agreedValue, intervalAround } from '../../document/agreed.ts';
import type { UsageType } from '../../document/usage.ts';
import { contractDates } from './contract-dates.ts';
import { type ContractMonth, costByMonth } from './cost-by-month.ts';
import { exactlyOwed, type OwedLine } from './owed.ts';
import type { TermDates } from './term/dates.ts';

type Terms = Parameters<typeof contractDates>[0];

/** What the cost of a contract by day depends on. */
export interface CostingContract {
  /** Without the typed days of a contract without a term, which stand beside them. */
  readonly terms: Omit<Terms, 'termination_deadline' | 'next_possible_contract_end'>;
  readonly termination_deadline: Day | null;
  readonly next_possible_contract_end: Day | null;
  readonly federal_state: string | null;
  readonly lines: readonly OwedLine[];
  readonly usage_type: UsageType | null;
  /** Company currency per unit of the contract's currency; null if they are equal, or while it is unknown. */
  readonly rate: Amount | null;
  readonly payment_timing: string | null;
  readonly created_on: Day;
  readonly first_invoiced_on: Day | null;
}

/** The cost of a contract over time, as of a day. */
interface CostInTime {
  readonly dates: TermDates;
  readonly isTerminated: boolean;
  /** The earliest possible end; null without one. */
  readonly until: Day | null;
  /** The first day whose invoices Kontor knows. */
  readonly since: Day;
  /** The cost of a period, both days included, in the currency of the company; not rounded. */
  readonly exactCostOf: (from: Day, to: Day) => Amount;
}

export function costInTime(contract: CostingContract, day: Day): CostInTime {
  const { terms, lines, usage_type, rate, federal_state } = contract;
  const { termination_deadline, next_possible_contract_end } = contract;
  const dates = contractDates(
    { ...terms, termination_deadline, next_possible_contract_end },
    day,
    federal_state,
  );
  const isTerminated = (terms.terminated_on ?? null) !== null;
  return {
    ...{ dates, isTerminated, since: knownSince(contract) },
    until: (isTerminated ? null : dates.next_possible_contract_end) ?? dates.end_date,
    exactCostOf: (from, to) =>
      times(exactlyOwed(lines, usage_type, { start: terms.start_date, from, until: to }), rate ?? '1'),
  };
}

/** The months ahead that count in budgets at most; budgets are shorter. */
const monthsAhead = 120;

/** The months that a running contract counts in budgets, before its orders and invoices are taken off (DASH-09). */
export function countedMonths(contract: CostingContract, day: Day): readonly ContractMonth[] {
  const { since, until, exactCostOf } = costInTime(contract, day);
  const latest = addMonths(day, monthsAhead);
  const last = until !== null && until > latest ? latest : (until ?? day);
  return costByMonth(since, last, exactCostOf);
}

/**
 * The first day whose invoices Kontor knows: the start of the interval in which the contract was entered or first
 * invoiced. An interval paid in advance was invoiced before the contract was entered.
 */
function knownSince({
  terms,
  lines,
  usage_type,
  payment_timing,
  created_on,
  first_invoiced_on,
}: CostingContract): Day {
  const start = terms.start_date;
  const first = first_invoiced_on !== null && first_invoiced_on < created_on ? first_invoiced_on : created_on;
  const interval = agreedValue(lines, usage_type)?.interval;
  const around = interval === undefined ? null : intervalAround(first, start, interval);
  if (around === null || (start !== null && start >= around.from)) return start ?? first;
  const isPaid = payment_timing === 'advance' && first_invoiced_on === null && around.from < created_on;
  return isPaid ? addDays(around.to, 1) : around.from;
}
