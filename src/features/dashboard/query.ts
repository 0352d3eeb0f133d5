import type { BudgetFigures, ContractFigures, Figure, OwnTurnAround, ProductFigure } from './model.ts';

/** The answers of the dashboard by the names of their fields in the API. */
export interface DashboardAnswers {
  readonly dashboard_figures: readonly Figure[];
  readonly dashboard_budgets: BudgetFigures;
  readonly dashboard_products: readonly ProductFigure[];
  readonly dashboard_contracts: ContractFigures;
  readonly dashboard_turn_around: readonly OwnTurnAround[];
}

/**
 * What the page sends for one part of the dashboard; its variables are the question.
 *
 * @see docs/topics/dashboard-and-month-end.md
 */
export function dashboardQuery(name: keyof DashboardAnswers): string {
  return `query ($from: date!, $to: date!, $client: [bigint!], $department: [bigint!], $cost_center: [bigint!]) {
    ${name}(from: $from, to: $to, client: $client, department: $department, cost_center: $cost_center)
  }`;
}
