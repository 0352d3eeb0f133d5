import { type Amount, compareAmounts, minus, round, sum } from '../../base/money.ts';

/** Which amounts of a cost center a budget covers (DATA-18). */
export interface BudgetScope {
  /** Set = only amounts on that account. */
  readonly ledger_account_id: number | null;
  /** Amounts whose account has no budget of its own in the cost center. */
  readonly not_allocated: boolean;
}

/** A net amount on the cost center and account where it counts (BUD-03). */
export interface BudgetedAmount {
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
  readonly net: Amount;
}

/**
 * The sum of the amounts that the scope of a budget covers (BUD-02), two decimals, in the amounts' own currency.
 * `budgets` are all that the cost center has active on that day.
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

/** A budget before a document, in the company's currency. */
export interface BudgetBefore {
  readonly value: Amount;
  /** By everything but the document. */
  readonly used: Amount;
}

/** By how much a document that takes `own` makes the budget negative; null where it does not (BUD-06). */
export function exceededBy({ value, used }: BudgetBefore, own: Amount): Amount | null {
  const exceeded = minus(sum([used, own]), value);
  const isExceeded = compareAmounts(own, '0') > 0 && compareAmounts(exceeded, '0') > 0;
  return isExceeded ? round(exceeded, 2) : null;
}
