import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentKind } from '../../timeline/kinds.ts';

/** What a list tells of a document before its page has asked for it. */
export interface KnownHead {
  readonly kind: DocumentKind;
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly status: string;
  readonly currency: string;
  /** Null where there is none to see yet. */
  readonly totalNetto: number | null;
}

/** The beginning of the keys of all lists whose rows are heads. */
export const headsKey = ['documents', 'heads'] as const;

type List = InfiniteData<{ readonly rows: readonly KnownHead[] }>;

/** What the lists of tasks among them say of themselves. */
export const tasksMeta = { isTasks: true } as const;

/** Takes a document out of the lists of tasks until they are read anew: it is done, and nobody is to open it once more. */
export function dropTask(client: QueryClient, kind: string, id: number): void {
  const isTasks = { queryKey: headsKey, predicate: ({ meta }: Query) => meta === tasksMeta };
  client.setQueriesData<List>(
    isTasks,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          rows: page.rows.filter((row) => row.kind !== kind || row.id !== id),
        })),
      },
  );
  void client.invalidateQueries({ ...isTasks, refetchType: 'none' });
}

/** The head of a document, as the page found it in a list when it was opened. */
export function useKnownHead(kind: DocumentKind, id: number | undefined): KnownHead | null {
  const client = useQueryClient();
  const [head] = useState(() => (id === undefined ? null : knownHead(client, kind, id)));
  return head;
}

/** The list that was read last knows best. */
function knownHead(client: QueryClient, kind: DocumentKind, id: number): KnownHead | null {
  const lists = client.getQueryCache().findAll({ queryKey: headsKey });
  for (const { state } of lists.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)) {
    const rows = (state.data as List | undefined)?.pages.flatMap((page) => page.rows) ?? [];
    const found = rows.find((row) => row.kind === kind && row.id === id);
    if (found !== undefined) return found;
  }
  return null;
}
