import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentKind } from '../../timeline/kinds.ts';

/** What a list knows about a document before its page has loaded it. */
export interface KnownHead {
  readonly kind: DocumentKind;
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly status: string;
  readonly currency: string;
  /** Null if there is none or it is hidden. */
  readonly totalNetto: number | null;
}

/** The key prefix of all lists whose rows are heads. */
export const headsKey = ['documents', 'heads'] as const;

type List = InfiniteData<{ readonly rows: readonly KnownHead[] }>;

/** The query meta that marks task lists. */
export const tasksMeta = { isTasks: true } as const;

/** Removes a finished task from the task lists until they are reloaded, so that nobody opens it again. */
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

/** The head of a document from a list, at the time its page was opened. */
export function useKnownHead(kind: DocumentKind, id: number | undefined): KnownHead | null {
  const client = useQueryClient();
  const [head] = useState(() => (id === undefined ? null : knownHead(client, kind, id)));
  return head;
}

/** What the list that was loaded last knows of a document; null if no list has it. */
export function knownHead(client: QueryClient, kind: DocumentKind, id: number): KnownHead | null {
  const lists = client.getQueryCache().findAll({ queryKey: headsKey });
  for (const { state } of lists.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)) {
    const rows = (state.data as List | undefined)?.pages.flatMap((page) => page.rows) ?? [];
    const found = rows.find((row) => row.kind === kind && row.id === id);
    if (found !== undefined) return found;
  }
  return null;
}
