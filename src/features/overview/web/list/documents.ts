import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListedKind, Where } from '../../../../document/listed-kind.ts';
import { taskRefreshMs } from '../../../../platform/constants.ts';
import { gql } from '../../../../platform/web/api.ts';
import { countQuery, documentsQuery, pageSize } from '../../documents-query.ts';
import { type FilterFacts, findsNothing, type OrderBy, orderOf, ownSort, whereOf } from '../../filter.ts';
import type { OverviewView } from '../../overview-search.ts';
import { type ListedDocument, type ListedRow, listedDocument } from './listed-document.ts';

/** What a view asks the server for. */
export interface Selection {
  readonly where: Where;
  readonly order_by: OrderBy;
}

export function selectionOf(
  { tab, filter, sort }: Omit<OverviewView, 'viewMode'>,
  facts: FilterFacts,
): Selection {
  return {
    where: whereOf(tab, filter, facts),
    order_by: orderOf(tab, sort ?? ownSort(tab), facts.seesPrices),
  };
}

/** The documents of a view in pages of 50, asked anew every minute (OVW-10). Waits while the selection is null. */
export function documentsOptions(selection: Selection | null, kinds: readonly ListedKind[]) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['documents', selection],
    queryFn: async ({ pageParam, signal }): Promise<readonly ListedDocument[]> => {
      if (selection && findsNothing(selection.where)) return [];
      const variables = { ...selection, offset: pageParam, limit: pageSize };
      const { document } = await gql<{ document: ListedRow[] }>(documentsQuery, variables, { signal });
      return document.map((row) => listedDocument(row, kinds));
    },
    enabled: selection !== null,
  });
}

/** Pages of 50, asked anew every minute; one that is not full is the last one. */
export const paged = {
  initialPageParam: 0,
  getNextPageParam: (last: readonly unknown[], pages: readonly (readonly unknown[])[]) =>
    last.length < pageSize ? undefined : pages.reduce((sum, page) => sum + page.length, 0),
  refetchInterval: taskRefreshMs,
  placeholderData: keepPreviousData,
} as const;

/** How many documents a filter leaves, as `countHits` says. Waits while the filter is null. */
export function countOptions(where: Where | null) {
  return queryOptions({
    queryKey: ['documents', 'count', where],
    queryFn: ({ signal }) => countHits(where, signal),
    enabled: where !== null,
    refetchInterval: taskRefreshMs,
    placeholderData: keepPreviousData,
  });
}

/** How many documents a filter leaves; above `countedAtMost` one more than that. */
export async function countHits(where: Where | null, signal: AbortSignal): Promise<number> {
  if (where && findsNothing(where)) return 0;
  type Answer = { document_aggregate: { aggregate: { count: number } } };
  const answer = await gql<Answer>(countQuery, { where }, { signal });
  return answer.document_aggregate.aggregate.count;
}
