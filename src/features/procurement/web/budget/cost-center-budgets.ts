import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../../base/day.ts';
import { amountOf, amountOrNull } from '../../../../base/money.ts';
import { gql } from '../../../../platform/web/api.ts';

import type { BudgetRow } from './budget-figures.ts';

/** Without `user-price` the figures are hidden, the names are not (ROLE-07). */
export type ListedBudget = Omit<BudgetRow, 'consumed'> & { readonly consumed: BudgetRow['consumed'] | null };

type ApiBudget = Omit<BudgetRow, 'value' | 'consumed'> & {
  readonly value: number;
  readonly consumed: number | null;
};

/** The budgets of a cost center that are valid on that day. `stamp` changes whenever their use may have changed. */
export function budgetsQuery(costCenterId: number, day: Day, stamp: string | null) {
  return queryOptions({
    queryKey: ['cost-center-budgets', costCenterId, day, stamp],
    queryFn: async ({ signal }): Promise<readonly ListedBudget[]> => {
      const query = `query ($id: bigint!, $day: date!) { cost_center_by_pk(id: $id) {
        budgets(where: { active: { _eq: true }, start: { _lte: $day }, end: { _gte: $day } }, order_by: { id: asc }) {
          id name value consumed start end not_allocated ledger_account_id
        }
      } }`;
      const answer = await gql<{ cost_center_by_pk: { readonly budgets: readonly ApiBudget[] } | null }>(
        query,
        { id: costCenterId, day },
        { signal },
      );
      return (answer.cost_center_by_pk?.budgets ?? []).map((budget) => ({
        ...budget,
        value: amountOf(budget.value ?? 0),
        consumed: amountOrNull(budget.consumed),
      }));
    },
  });
}
