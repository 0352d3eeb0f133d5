import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { gql } from '../../../platform/web/api.ts';
import { documentsQuery, pageSize } from '../documents-query.ts';
import { type OrderBy, type OverviewTab, orderOf, type Where, whereOf } from '../filter.ts';
import { effectiveSort, type OverviewView } from '../overview-search.ts';
import { type ListedDocument, type ListedRow, listedDocument } from './listed-document.ts';
import type { useFilterFacts } from './use-overview-view.ts';

export type DocumentsTab = Exclude<OverviewTab, 'tasks'>;

interface Page {
  readonly documents: readonly ListedDocument[];
  readonly count: number;
}

/** What a view asks the server for. */
export interface Selection {
  readonly where: Where;
  readonly order_by: OrderBy;
}

export function selectionOf(
  { tab, filter, sort }: OverviewView,
  facts: NonNullable<ReturnType<typeof useFilterFacts>>,
): Selection {
  return {
    where: whereOf(tab, filter, facts),
    order_by: orderOf(tab, effectiveSort(sort), facts.seesPrices),
  };
}

/** The documents of a view in pages of 50, with the number of all hits. Waits while the selection is null. */
export function documentsOptions(selection: Selection | null) {
  return infiniteQueryOptions({
    queryKey: ['documents', selection],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      type Answer = {
        procurement: ListedRow[];
        procurement_aggregate: { aggregate: { count: number } };
      };
      const variables = { ...selection, offset: pageParam, limit: pageSize };
      const answer = await gql<Answer>(documentsQuery, variables, { signal });
      return {
        documents: answer.procurement.map(listedDocument),
        count: answer.procurement_aggregate.aggregate.count,
      };
    },
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.documents.length, 0);
      return shown < last.count ? shown : undefined;
    },
    enabled: selection !== null,
    placeholderData: keepPreviousData,
  });
}
