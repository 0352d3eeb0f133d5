import { useQueries } from '@tanstack/react-query';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { useFormat, useNow } from '../../../../platform/web/use-format.ts';
import type { ProcurementForm } from '../use-procurement-form.ts';
import { type BudgetFigures, type BudgetRow, budgetFigures } from './budget-figures.ts';
import { amountsOf, costCentersOf } from './budgeted-amounts.ts';
import { budgetsQuery, type ListedBudget } from './cost-center-budgets.ts';

/** The budgets of one cost center of the request, with what it makes of them. */
export interface CostCenterBudgets {
  readonly costCenter: Reference;
  /** Of all its budgets; null where there are some whose figures are hidden (ROLE-07). */
  readonly figures: readonly BudgetFigures[] | null;
}

/**
 * The budgets of each cost center that the request uses, moving with each key (PROC-15). The server is asked once
 * per cost center, whoever calls this.
 */
export function useBudgets({ document, editor }: ProcurementForm): readonly CostCenterBudgets[] {
  const format = useFormat();
  const today = format.dayOf(useNow());
  const stamp = document?.timeline.updated_at ?? null;
  const costCenters = costCentersOf(editor.draft);
  const answers = useQueries({
    queries: costCenters.map((costCenter) => budgetsQuery(costCenter.id, today, stamp)),
  });
  const submittedAt = document?.submitted_at ?? null;
  const day = submittedAt === null ? today : format.dayOf(submittedAt);
  const amounts = amountsOf(document, editor);
  return costCenters.map((costCenter, index) => {
    const budgets = answers[index]?.data ?? [];
    const figures = budgetFigures(budgets.filter(isKnown), { costCenterId: costCenter.id, day, ...amounts });
    return { costCenter, figures: figures.length < budgets.length ? null : figures };
  });
}

function isKnown(budget: ListedBudget): budget is BudgetRow {
  return budget.consumed !== null;
}
