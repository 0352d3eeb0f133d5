import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Day } from '../../../base/day.ts';
import { useModules } from '../../../entity/web/use-modules.ts';
import { useFormat, useNow } from '../../../platform/web/use-format.ts';
import { type BudgetFigures, type BudgetRow, budgetFigures } from '../../budget/budget-figures.ts';
import type { BudgetedAmount } from '../../budget/budget-scope.ts';
import { aboveModule } from '../../budget/rests-above.ts';
import type { Reference } from '../draft/reference.ts';
import { budgetsQuery, formerUse, type ListedBudget, type SavedDocument } from './cost-center-budgets.ts';

/** A document as budgets count it. */
export interface BudgetedDocument {
  /** Null for an unsaved document. */
  readonly saved: SavedDocument | null;
  /** Its contract, of which it takes off what counts in budgets (DASH-09). */
  readonly aboveId: number | null;
  /** The currency of its budgets (BUD-03). */
  readonly currency: string;
  readonly costCenters: readonly Reference[];
  /** The day on which it counts (BUD-03); null while undecided, then today. */
  readonly day: Day | null;
  /** The typed amounts; null while the exchange rate is missing. */
  readonly planned: readonly BudgetedAmount[] | null;
  /** Typed content differs from saved content. */
  readonly isDirty: boolean;
  /** It will use no more than it counts already. */
  readonly isOver: boolean;
}

/** The budgets of one cost center, including the document. */
export interface CostCenterBudgets {
  readonly costCenter: Reference;
  /** The figures of all its budgets; null if some are hidden (ROLE-07). */
  readonly figures: readonly BudgetFigures[] | null;
  /** The most documents that one of them leaves out because their rate is unknown (PRICE-07). */
  readonly withoutRate: number;
  /** Nothing was read yet. */
  readonly isPending: boolean;
}

/**
 * The budgets of each cost center of the document, updated while typing (PROC-15). All callers share one request per
 * cost center. During a reload, after a save or a step, the previous response stays visible with the current content
 * of the document.
 */
export function useBudgets(document: BudgetedDocument): readonly CostCenterBudgets[] {
  const format = useFormat();
  const today = format.dayOf(useNow());
  const { costCenters, saved, planned, isDirty } = document;
  const client = useQueryClient();
  const aboveId = useModules()(aboveModule) ? document.aboveId : null;
  const answers = useQueries({
    queries: costCenters.map((costCenter) => budgetsQuery(costCenter.id, today, { saved, aboveId })),
  });
  // The content when it was last saved and counted: an older response counts only that.
  const plannedKey = JSON.stringify(planned);
  const [countedAs, setCountedAs] = useState<string | null>(null);
  const isUpToDate = !isDirty && answers.every(({ data }) => data !== undefined);
  if (isUpToDate && countedAs !== plannedKey) setCountedAs(plannedKey);
  return costCenters.map((costCenter, index) => {
    const answer = answers[index];
    const known = answer?.data ?? formerUse(client, costCenter.id, saved);
    const { budgets, counted, above } = known ?? { budgets: [], counted: [], above: [] };
    const isOutdated = answer?.data === undefined && countedAs !== plannedKey;
    // Saved content counts as saved until something else is typed.
    const isSettled = document.isOver || (counted.length > 0 && !isDirty && !isOutdated);
    const figures = budgetFigures(budgets.filter(isKnown), {
      costCenterId: costCenter.id,
      day: document.day ?? today,
      counted,
      planned: isSettled ? null : (planned ?? []),
      above,
    });
    return {
      costCenter,
      figures: figures.length < budgets.length ? null : figures,
      withoutRate: Math.max(0, ...budgets.map(({ without_rate }) => without_rate ?? 0)),
      isPending: known === undefined && answer?.isError !== true,
    };
  });
}

function isKnown(budget: ListedBudget): budget is ListedBudget & BudgetRow {
  return budget.consumed !== null;
}
