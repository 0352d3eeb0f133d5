import type { BudgetFigures, ContractFigures, Figure, OwnTurnAround, ProductFigure } from './model.ts';

/** Answers of the dashboard by API field. */
export interface DashboardAnswers {
  readonly dashboard_figures: readonly Figure[];
  readonly dashboard_budgets: BudgetFigures;
  readonly dashboard_products: readonly ProductFigure[];
  readonly dashboard_contracts: ContractFigures;
  readonly dashboard_turn_around: readonly OwnTurnAround[];
}

/**
 * The API query for one part of the dashboard.
 * @see docs/topics/dashboard-and-month-end.md
 */
export function dashboardQuery(name: keyof DashboardAnswers): string {
  return `query ($from: date!, $to: date!, $client: [bigint!], $department: [bigint!], $cost_center: [bigint!]) {
    ${name}(from: $from, to: $to, client: $client, department: $department, cost_center: $cost_center)
  }`;
}
