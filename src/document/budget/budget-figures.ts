import type { Day } from '../../base/day.ts';
import {
  type Amount,
  compareAmounts,
  dividedBy,
  isZero,
  larger,
  minus,
  round,
  smaller,
  sum,
  times,
} from '../../base/money.ts';
import {
  type BudgetedAmount,
  type BudgetScope,
  type CountedAmount,
  coveredBy,
  exceededBy,
  takenOff,
} from './budget-scope.ts';

/** A budget of the cost center with its consumption. */
export interface BudgetRow extends BudgetScope {
  readonly id: number;
  readonly name: string;
  readonly value: Amount;
  readonly consumed: Amount;
  readonly start: Day;
  readonly end: Day;
}

/** The amounts of one document on the budgets of a cost center. */
export interface BudgetUse {
  readonly costCenterId: number;
  /** The day on which the document will count (BUD-03). */
  readonly day: Day;
  /** The amounts of this document that `consumed` already includes. */
  readonly counted: readonly CountedAmount[];
  /** The amounts of the document after a change; null: as counted. */
  readonly planned: readonly BudgetedAmount[] | null;
  /** What the contract above it counts; what is planned beyond `counted` takes it off. */
  readonly above: readonly CountedAmount[];
}

export interface BudgetFigures {
  readonly id: number;
  readonly name: string;
  readonly value: Amount;
  /** The amount used by all other documents. */
  readonly used: Amount;
  /** The amount used by this document. */
  readonly own: Amount;
  /** The remainder after this document; negative when the budget is exceeded (BUD-05, BUD-06). */
  readonly free: Amount;
}

/**
 * The figures of each budget, with this document separate from all others (BUD-02 to BUD-06).
 *
 * @see docs/topics/budgets.md
 */
export function budgetFigures(budgets: readonly BudgetRow[], use: BudgetUse): readonly BudgetFigures[] {
  const planned = use.planned?.map((amount) => ({ ...amount, day: use.day })) ?? use.counted;
  const netOf = (amounts: readonly BudgetedAmount[]): Amount =>
    sum(amounts.flatMap(({ cost_center_id, net }) => (cost_center_id === null ? [] : net)));
  const released = takenOff(use.above, minus(netOf(planned), netOf(use.counted)));
  return budgets.map((budget) => {
    const { id, name, value, consumed, start, end } = budget;
    const part = (amounts: readonly CountedAmount[]): Amount => {
      const inPeriod = amounts.filter(({ day }) => start <= day && day <= end);
      return coveredBy(budget, budgets, use.costCenterId, inPeriod);
    };
    const used = round(minus(minus(consumed, part(use.counted)), part(released)), 2);
    const own = part(planned);
    return { id, name, value, used, own, free: round(minus(minus(value, used), own), 2) };
  });
}

/** Whether this document makes a budget negative, by the rule of submitting (BUD-06). */
export function isAnyExceeded(figures: readonly BudgetFigures[]): boolean {
  return figures.some((budget) => exceededBy(budget, budget.own) !== null);
}

/** The budget with the least left among those that the document uses; among all if it uses none. */
export function tightest(figures: readonly BudgetFigures[]): BudgetFigures | null {
  const taken = figures.filter(({ own }) => !isZero(own));
  const [first] = (taken.length > 0 ? taken : figures).toSorted((one, other) =>
    compareAmounts(one.free, other.free),
  );
  return first ?? null;
}

/** The parts of the bar in percent of its length; they add up to 100 only when nothing is left. */
export interface BudgetBar {
  readonly used: Amount;
  readonly own: Amount;
  /** The excess over the budget. */
  readonly over: Amount;
}

/** The bar is as long as the budget, or as the used amount if that is larger. */
export function budgetBar({ value, used, own, free }: BudgetFigures): BudgetBar {
  const over = larger(minus('0', free), '0');
  const length = sum([value, over]);
  if (compareAmounts(length, '0') <= 0) return { used: '0', own: '0', over: '0' };
  const usedWithin = smaller(larger(used, '0'), value);
  const ownWithin = smaller(larger(own, '0'), minus(value, usedWithin));
  const percent = (amount: Amount): Amount => round(dividedBy(times(amount, '100'), length), 2);
  return { used: percent(usedWithin), own: percent(ownWithin), over: percent(over) };
}
