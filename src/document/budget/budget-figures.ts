import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts, dividedBy, minus, round, sum, times } from '../../base/money.ts';
import { type BudgetedAmount, type BudgetScope, coveredBy, exceededBy } from './budget-scope.ts';

/** A budget of the cost center, with what it has been used for so far. */
export interface BudgetRow extends BudgetScope {
  readonly id: number;
  readonly name: string;
  readonly value: Amount;
  readonly consumed: Amount;
  readonly start: Day;
  readonly end: Day;
}

/** What the consumption includes of a document, by the day on which it counts. */
export interface CountedAmount extends BudgetedAmount {
  readonly day: Day;
}

/** What one document asks of the budgets of a cost center. */
export interface BudgetUse {
  readonly costCenterId: number;
  /** The day by which the document will count (BUD-03). */
  readonly day: Day;
  /** What `consumed` already includes of this document. */
  readonly counted: readonly CountedAmount[];
  /** What the document will take; null: what it counts already. */
  readonly planned: readonly BudgetedAmount[] | null;
}

export interface BudgetFigures {
  readonly id: number;
  readonly name: string;
  readonly value: Amount;
  /** By everything but this document. */
  readonly used: Amount;
  /** By this document. */
  readonly own: Amount;
  /** What remains after this document; negative when the budget is exceeded (BUD-05, BUD-06). */
  readonly free: Amount;
}

/**
 * The figures of each budget, with this document apart from everything else (BUD-02 to BUD-06).
 *
 * @see docs/topics/budgets.md
 */
export function budgetFigures(budgets: readonly BudgetRow[], use: BudgetUse): readonly BudgetFigures[] {
  const planned = use.planned?.map((amount) => ({ ...amount, day: use.day })) ?? use.counted;
  return budgets.map((budget) => {
    const { id, name, value, consumed, start, end } = budget;
    const part = (amounts: readonly CountedAmount[]): Amount => {
      const inPeriod = amounts.filter(({ day }) => start <= day && day <= end);
      return coveredBy(budget, budgets, use.costCenterId, inPeriod);
    };
    const used = round(minus(consumed, part(use.counted)), 2);
    const own = part(planned);
    return { id, name, value, used, own, free: round(minus(minus(value, used), own), 2) };
  });
}

/** Whether this document is what makes one of the budgets negative, as the submit will judge it (BUD-06). */
export function isAnyExceeded(figures: readonly BudgetFigures[]): boolean {
  return figures.some((budget) => exceededBy(budget, budget.own) !== null);
}

/** The budget that has least left, of those that the document takes from; of all where it takes from none. */
export function tightest(figures: readonly BudgetFigures[]): BudgetFigures | null {
  const taken = figures.filter(({ own }) => compareAmounts(own, '0') !== 0);
  const [first] = (taken.length > 0 ? taken : figures).toSorted((one, other) =>
    compareAmounts(one.free, other.free),
  );
  return first ?? null;
}

/** The parts of the bar in percent of its length; they add up to 100 only when nothing is free. */
export interface BudgetBar {
  readonly used: Amount;
  readonly own: Amount;
  /** Beyond the budget. */
  readonly over: Amount;
}

/** The bar is as long as the budget, or as what is taken from it when that is more. */
export function budgetBar({ value, used, own, free }: BudgetFigures): BudgetBar {
  const over = larger(minus('0', free), '0');
  const length = sum([value, over]);
  if (compareAmounts(length, '0') <= 0) return { used: '0', own: '0', over: '0' };
  const usedWithin = smaller(larger(used, '0'), value);
  const ownWithin = smaller(larger(own, '0'), minus(value, usedWithin));
  const percent = (amount: Amount): Amount => round(dividedBy(times(amount, '100'), length), 2);
  return { used: percent(usedWithin), own: percent(ownWithin), over: percent(over) };
}

function larger(left: Amount, right: Amount): Amount {
  return compareAmounts(left, right) > 0 ? left : right;
}

function smaller(left: Amount, right: Amount): Amount {
  return compareAmounts(left, right) < 0 ? left : right;
}
