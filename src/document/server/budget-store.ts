import { type Amount, round, times } from '../../base/money.ts';
import type { Tx } from '../../platform/server/database.ts';
import { type BudgetedAmount, type BudgetScope, coveredBy, exceededBy } from '../budget/budget-scope.ts';

/** What a document would take from the budgets, in its own currency. */
export interface BudgetedDocument {
  /** The document itself, which the consumption leaves out. */
  readonly exceptId: number;
  /** The day that decides on the period (BUD-03). */
  readonly day: string;
  /** Company currency per unit of the document's currency. */
  readonly rate: Amount;
  readonly amounts: readonly BudgetedAmount[];
}

export interface BudgetQuestion extends BudgetedDocument {
  /** Leaves out what still waits for its approval (BUD-04). */
  readonly countsDecidedOnly: boolean;
  /** Locks the cost centers first, so that the sum still holds when the caller commits. */
  readonly isLocking: boolean;
}

/** A budget that would become negative, with the figure that includes all other requests (BUD-06). */
export interface ExceededBudget {
  readonly budget_id: number;
  readonly name: string;
  readonly cost_center_id: number;
  readonly cost_center: string;
  readonly exceeded_by: Amount;
}

interface BudgetRow extends BudgetScope {
  readonly id: number;
  readonly name: string;
  readonly cost_center_id: number;
  readonly cost_center: string;
  readonly value: Amount;
  readonly consumed: Amount;
}

/**
 * The budgets that this request would overdraw (BUD-02 to BUD-06). Locks the cost centers in id order
 * and sums in the next statement, as writer, so that of two simultaneous requests the second one sees the first.
 */
export async function loadExceededBudgets(tx: Tx, question: BudgetQuestion): Promise<ExceededBudget[]> {
  const costCenters = [...new Set(question.amounts.map((amount) => amount.cost_center_id))].filter(
    (id) => id !== null,
  );
  if (costCenters.length === 0) return [];
  if (question.isLocking)
    tx.send('select id from cost_center where id = any ($1) order by id for no key update', [costCenters]);
  const budgets = await tx.fixed<BudgetRow>(budgetsWithConsumption, [
    costCenters,
    question.day,
    question.exceptId,
    question.countsDecidedOnly,
  ]);
  return budgets.flatMap((budget) => {
    const ofSameCostCenter = budgets.filter((other) => other.cost_center_id === budget.cost_center_id);
    const net = coveredBy(budget, ofSameCostCenter, budget.cost_center_id, question.amounts);
    const own = round(times(net, question.rate), 2);
    const { id, name, cost_center_id, cost_center, value, consumed } = budget;
    const exceeded_by = exceededBy({ value, used: consumed }, own);
    return exceeded_by === null ? [] : [{ budget_id: id, name, cost_center_id, cost_center, exceeded_by }];
  });
}

const budgetsWithConsumption = `
  select b.id, b.name, b.cost_center_id, c.name as cost_center, b.ledger_account_id, b.not_allocated, b.value, u.consumed
  from app.budget_use($1, $2, $3, $4) u
  join budget b on b.id = u.budget_id
  join cost_center c on c.id = b.cost_center_id
  order by b.id`;
