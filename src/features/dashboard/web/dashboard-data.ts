import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { gql } from '../../../platform/web/api.ts';
import type { DashboardQuestion } from '../dashboard-links.ts';
import type { BudgetFigures, ContractFigures, Figure, OwnTurnAround, ProductFigure } from '../model.ts';

/** The answers of the dashboard by the names of their fields in the API. */
interface Answers {
  readonly dashboard_figures: readonly Figure[];
  readonly dashboard_budgets: BudgetFigures;
  readonly dashboard_products: readonly ProductFigure[];
  readonly dashboard_contracts: ContractFigures;
  readonly dashboard_turn_around: readonly OwnTurnAround[];
}

/** Each part is asked for by itself, so that the quick ones do not wait for the others. Waits while there is no question. */
export function dashboardOptions<Name extends keyof Answers>(name: Name, question: DashboardQuestion | null) {
  return queryOptions({
    queryKey: ['dashboard', name, question],
    queryFn: async ({ signal }) => {
      const answer = await gql<Pick<Answers, Name>>(queryOf(name), { ...question }, { signal });
      return answer[name];
    },
    enabled: question !== null,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

function queryOf(name: keyof Answers): string {
  return `query ($from: date!, $to: date!, $client: [bigint!], $department: [bigint!], $cost_center: [bigint!]) {
    ${name}(from: $from, to: $to, client: $client, department: $department, cost_center: $cost_center)
  }`;
}
