import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Day } from '../../../base/day.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { type BudgetFigures, type BudgetRow, budgetFigures } from '../../budget/budget-figures.ts';
import type { BudgetedAmount } from '../../budget/budget-scope.ts';
import type { Reference } from '../draft/reference.ts';
import { budgetsQuery, formerUse, type ListedBudget, type SavedDocument } from './cost-center-budgets.ts';

/** A document as the budgets see it. */
export interface BudgetedDocument {
  /** Null while nothing of it is saved. */
  readonly saved: SavedDocument | null;
  /** In which budgets count (BUD-03). */
  readonly currency: string;
  readonly costCenters: readonly Reference[];
  /** By which it counts (BUD-03); null: as long as that is open, by today. */
  readonly day: Day | null;
  /** What it takes as it stands on the screen; null: as long as its exchange rate is missing, nobody knows. */
  readonly planned: readonly BudgetedAmount[] | null;
  /** Something else is typed than what is saved. */
  readonly isDirty: boolean;
  /** It takes nothing any more beyond what it counts. */
  readonly isOver: boolean;
}

/** The budgets of one cost center of a document, with what it makes of them. */
export interface CostCenterBudgets {
  readonly costCenter: Reference;
  /** Of all its budgets; null where there are some whose figures are hidden (ROLE-07). */
  readonly figures: readonly BudgetFigures[] | null;
  /** Nothing of it has been read yet. */
  readonly isPending: boolean;
}

/**
 * The budgets of each cost center that the document uses, moving with each key (PROC-15). The server is asked once
 * per cost center, whoever calls this. While it is asked anew, after a save or a step, what it said before stands, with
 * what the screen says now of the document.
 */
export function useBudgets(document: BudgetedDocument): readonly CostCenterBudgets[] {
  const format = useFormat();
  const today = format.dayOf(useNow());
  const { costCenters, saved, planned, isDirty } = document;
  const client = useQueryClient();
  const answers = useQueries({
    queries: costCenters.map((costCenter) => budgetsQuery(costCenter.id, today, saved)),
  });
  // What the document says where it was last saved and counted: an older answer counts only that.
  const said = JSON.stringify(planned);
  const [countedAs, setCountedAs] = useState<string | null>(null);
  const isUpToDate = !isDirty && answers.every(({ data }) => data !== undefined);
  if (isUpToDate && countedAs !== said) setCountedAs(said);
  return costCenters.map((costCenter, index) => {
    const answer = answers[index];
    const known = answer?.data ?? formerUse(client, costCenter.id, saved);
    const { budgets, counted } = known ?? { budgets: [], counted: [] };
    const isOutdated = answer?.data === undefined && countedAs !== said;
    // What is saved takes what is counted, until somebody types something else.
    const isSettled = document.isOver || (counted.length > 0 && !isDirty && !isOutdated);
    const figures = budgetFigures(budgets.filter(isKnown), {
      costCenterId: costCenter.id,
      day: document.day ?? today,
      counted,
      planned: isSettled ? null : (planned ?? []),
    });
    return {
      costCenter,
      figures: figures.length < budgets.length ? null : figures,
      isPending: known === undefined && answer?.isError !== true,
    };
  });
}

function isKnown(budget: ListedBudget): budget is BudgetRow {
  return budget.consumed !== null;
}
