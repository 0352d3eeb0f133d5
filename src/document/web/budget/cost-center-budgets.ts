import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../base/day.ts';
import { amountOf, amountOrNull } from '../../../base/money.ts';
import { gql } from '../../../platform/web/api.ts';
import type { BudgetRow } from '../../budget/budget-figures.ts';
import type { CountedAmount } from '../../budget/budget-scope.ts';
import { aboveQuery } from '../../budget/rests-above.ts';
import type { Kind } from '../../kind.ts';

/** Without `user-price` the figures are hidden, but not the names (ROLE-07). */
export type ListedBudget = Omit<BudgetRow, 'consumed'> & {
  readonly consumed: BudgetRow['consumed'] | null;
  /** Documents that `consumed` leaves out because their rate is unknown (PRICE-07). */
  readonly without_rate: number | null;
};

/** A saved document whose counted amounts are read. */
export interface SavedDocument {
  readonly kind: Kind;
  readonly id: number;
  /** Changes whenever budget consumption may have changed. */
  readonly stamp: string;
}

/** The budgets of a cost center, and the amounts of the document and of its contract in their consumption. */
export interface CostCenterUse {
  readonly budgets: readonly ListedBudget[];
  readonly counted: readonly CountedAmount[];
  /** Empty if the contract counts in no budget, or is not visible (DASH-09). */
  readonly above: readonly CountedAmount[];
}

type ApiBudget = Omit<BudgetRow, 'value' | 'consumed'> & {
  readonly value: number;
  readonly consumed: number | null;
  readonly without_rate: number | null;
};

interface ApiCounted {
  readonly counted_amounts: readonly (Omit<CountedAmount, 'net'> & { readonly net: number })[] | null;
}

interface Answer {
  readonly cost_center_by_pk: { readonly budgets: readonly ApiBudget[] } | null;
  readonly document?: ApiCounted | null;
  readonly above?: ApiCounted | null;
}

const queryName = 'cost-center-budgets';

/**
 * The budgets of a cost center valid on a day. They are read together with the document's counted amounts, so that
 * both are from the same moment and can be subtracted.
 */
export function budgetsQuery(
  costCenterId: number,
  day: Day,
  { saved, aboveId }: { readonly saved: SavedDocument | null; readonly aboveId: number | null },
) {
  return queryOptions({
    queryKey: [queryName, costCenterId, day, saved?.kind.name, saved?.id, saved?.stamp, aboveId],
    queryFn: async ({ signal }): Promise<CostCenterUse> => {
      const answer = await gql<Answer>(
        queryText(saved?.kind ?? null, aboveId !== null),
        {
          ...{ id: costCenterId, day },
          ...(saved === null ? {} : { document: saved.id }),
          ...(aboveId === null ? {} : { above: aboveId }),
        },
        { signal },
      );
      return {
        budgets: (answer.cost_center_by_pk?.budgets ?? []).map((budget) => ({
          ...budget,
          value: amountOf(budget.value ?? 0),
          consumed: amountOrNull(budget.consumed),
        })),
        counted: countedOf(answer.document),
        above: countedOf(answer.above),
      };
    },
  });
}

function countedOf(answer: ApiCounted | null | undefined): readonly CountedAmount[] {
  return answer?.counted_amounts?.map((one) => ({ ...one, net: amountOf(one.net) })) ?? [];
}

/**
 * The last result for a cost center with the same document, or from before it was saved. Shown until the new response
 * arrives; undefined if there is none.
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

function queryText(kind: Kind | null, isUnder: boolean): string {
  const variable = `${kind === null ? '' : ', $document: bigint!'}${isUnder ? ', $above: bigint!' : ''}`;
  const above = isUnder ? aboveQuery : '';
  const counted = kind === null ? '' : `document: ${kind.name}_by_pk(id: $document) { counted_amounts }`;
  return `query ($id: bigint!, $day: date!${variable}) {
    cost_center_by_pk(id: $id) {
      budgets(where: { active: { _eq: true }, start: { _lte: $day }, end: { _gte: $day } }, order_by: { id: asc }) {
        id name value consumed without_rate start end not_allocated ledger_account_id
      }
    }
    ${counted}
    ${above}
  }`;
}
