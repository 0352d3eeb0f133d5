import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../base/day.ts';
import { amountOf, amountOrNull } from '../../../base/money.ts';
import { gql } from '../../../platform/web/api.ts';
import type { BudgetRow, CountedAmount } from '../../budget/budget-figures.ts';
import type { Kind } from '../../kind.ts';

/** Without `user-price` the figures are hidden, the names are not (ROLE-07). */
export type ListedBudget = Omit<BudgetRow, 'consumed'> & { readonly consumed: BudgetRow['consumed'] | null };

/** A document that was saved, whose part in the consumption is asked for. */
export interface SavedDocument {
  readonly kind: Kind;
  readonly id: number;
  /** Changes whenever the use of the budgets may have changed. */
  readonly stamp: string;
}

/** The budgets of a cost center, and what their consumption includes of the document. */
export interface CostCenterUse {
  readonly budgets: readonly ListedBudget[];
  readonly counted: readonly CountedAmount[];
}

type ApiBudget = Omit<BudgetRow, 'value' | 'consumed'> & {
  readonly value: number;
  readonly consumed: number | null;
};

interface Answer {
  readonly cost_center_by_pk: { readonly budgets: readonly ApiBudget[] } | null;
  readonly document?: {
    readonly counted_amounts: readonly (Omit<CountedAmount, 'net'> & { readonly net: number })[] | null;
  } | null;
}

const queryName = 'cost-center-budgets';

/**
 * The budgets of a cost center that are valid on that day. They are read together with the part of the document, so
 * that both are of the same moment and the part can be taken off.
 */
export function budgetsQuery(costCenterId: number, day: Day, saved: SavedDocument | null) {
  return queryOptions({
    queryKey: [queryName, costCenterId, day, saved?.kind.name, saved?.id, saved?.stamp],
    queryFn: async ({ signal }): Promise<CostCenterUse> => {
      const answer = await gql<Answer>(
        queryText(saved?.kind ?? null),
        { id: costCenterId, day, ...(saved === null ? {} : { document: saved.id }) },
        { signal },
      );
      return {
        budgets: (answer.cost_center_by_pk?.budgets ?? []).map((budget) => ({
          ...budget,
          value: amountOf(budget.value ?? 0),
          consumed: amountOrNull(budget.consumed),
        })),
        counted: answer.document?.counted_amounts?.map((one) => ({ ...one, net: amountOf(one.net) })) ?? [],
      };
    },
  });
}

/**
 * What was read last of a cost center with the same document, or while it had not been saved yet: it stands until there
 * is an answer. Undefined where nothing was.
 */
export function formerUse(
  client: QueryClient,
  costCenterId: number,
  saved: SavedDocument | null,
): CostCenterUse | undefined {
  const known = client.getQueryCache().findAll({ queryKey: [queryName, costCenterId] });
  const ofDocument = known.filter(({ queryKey: [, , , kind, id] }) => {
    const isSame = kind === saved?.kind.name && id === saved?.id;
    return isSame || id === undefined;
  });
  const newest = ofDocument.toSorted(
    (left, right) => right.state.dataUpdatedAt - left.state.dataUpdatedAt,
  )[0];
  return newest?.state.data as CostCenterUse | undefined;
}

function queryText(kind: Kind | null): string {
  const variable = kind === null ? '' : ', $document: bigint!';
  const counted = kind === null ? '' : `document: ${kind.name}_by_pk(id: $document) { counted_amounts }`;
  return `query ($id: bigint!, $day: date!${variable}) {
    cost_center_by_pk(id: $id) {
      budgets(where: { active: { _eq: true }, start: { _lte: $day }, end: { _gte: $day } }, order_by: { id: asc }) {
        id name value consumed start end not_allocated ledger_account_id
      }
    }
    ${counted}
  }`;
}
