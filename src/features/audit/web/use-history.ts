import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { rest } from '../../../platform/web/api.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { type HistoryItem, type HistoryPage, historyPath, type OnlyContent } from '../history.ts';

export interface History {
  /** Newest first; undefined until loaded. */
  readonly items: readonly HistoryItem[] | undefined;
  readonly failure: unknown;
  readonly retry: () => void;
  /** Loads older items; null when all are loaded. */
  readonly more: (() => void) | null;
  readonly isReading: boolean;
}

function historyOptions(table: string, id: number, language: string, content: OnlyContent | null) {
  return infiniteQueryOptions({
    // The answer depends on the reader's language.
    queryKey: ['history', table, id, language, content],
    queryFn: ({ pageParam }) => rest<HistoryPage>(historyPath(table, id, pageParam, content)),
    // Show the latest changes on every opening.
    staleTime: 0,
    initialPageParam: null as number | null,
    getNextPageParam: (last: HistoryPage) => last.next,
  });
}

/** History of a record (AUD-08), page by page; `content` restricts a document's history to content changes. */
export function useHistory(table: string, id: number, content: OnlyContent | null = null): History {
  const query = useInfiniteQuery(historyOptions(table, id, useLanguage(), content));
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
    failure: query.error,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isReading: query.isFetching,
  };
}
