import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts, larger, minus, round, smaller, sum } from '../../base/money.ts';

/** The amounts of a cost center that a budget covers (DATA-18). */
export interface BudgetScope {
  /** Restricts the budget to this account. */
  readonly ledger_account_id: number | null;
  /** Covers amounts on accounts without a budget of their own in the cost center. */
  readonly not_allocated: boolean;
}

/** A net amount with the cost center and account on which it counts (BUD-03). */
export interface BudgetedAmount {
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
  readonly net: Amount;
}

/**
 * The sum of the amounts within the scope of a budget (BUD-02), two decimals, in the amounts' own currency. `budgets`
 * are all active budgets of the cost center on that day.
 */
export function coveredBy(
  scope: BudgetScope,
  budgets: readonly BudgetScope[],
  costCenterId: number,
  amounts: readonly BudgetedAmount[],
): Amount {
  const covered = amounts.filter(({ cost_center_id, ledger_account_id: account }) => {
    if (cost_center_id !== costCenterId) return false;
    if (scope.ledger_account_id !== null) return account === scope.ledger_account_id;
    if (!scope.not_allocated) return true;
    return account === null || !budgets.some((other) => other.ledger_account_id === account);
  });
  return round(sum(covered.map(({ net }) => net)), 2);
}

/** An amount and the day on which it counts. */
export interface CountedAmount extends BudgetedAmount {
  readonly day: Day;
}

/**
 * The first of the amounts that a contract counts, up to a net amount: what a document under it takes off them (DASH-09).
 *
 * @param rests in the currency of `net`, in any order
 */
export function takenOff(rests: readonly CountedAmount[], net: Amount): readonly CountedAmount[] {
  let left = net;
  return rests
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .flatMap((rest) => {
      const taken = smaller(rest.net, left);
      if (compareAmounts(taken, '0') <= 0) return [];
      left = minus(left, taken);
      return [{ ...rest, net: taken }];
    });
}

/**
 * What is left of amounts once a net amount is taken off the first of them (DASH-09).
 *
 * @param amounts in the currency of `net`, in any order
 */
export function leftAfter(amounts: readonly CountedAmount[], net: Amount): readonly CountedAmount[] {
  let left = larger(net, '0');
  return amounts
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .flatMap((amount) => {
      const taken = smaller(amount.net, left);
      left = minus(left, taken);
      const rest = minus(amount.net, taken);
      return compareAmounts(rest, '0') > 0 ? [{ ...amount, net: rest }] : [];
    });
}

/** A budget without a document, in the company's currency. */
export interface BudgetBefore {
  readonly value: Amount;
  /** The amount used by all other documents. */
  readonly used: Amount;
}

/** By how much a document that uses `own` makes the budget negative; null where it does not (BUD-06). */
export function exceededBy({ value, used }: BudgetBefore, own: Amount): Amount | null {
  const exceeded = minus(sum([used, own]), value);
  const isExceeded = compareAmounts(own, '0') > 0 && compareAmounts(exceeded, '0') > 0;
  return isExceeded ? round(exceeded, 2) : null;
}
