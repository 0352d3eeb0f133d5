import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { isRefusal } from '../../../../base/refusal.ts';
import { headsKey } from '../../../../document/web/known-head.ts';
import type { PreviewDocument } from '../../../../document/web/listed-kind.ts';
import { timelineOf } from '../../../../document/web/timeline-of.ts';
import { documentStatus } from '../../../../timeline/document-status.ts';
import type { DocumentKind } from '../../../../timeline/kinds.ts';
import { change, forwardToNext } from '../../../../timeline/operations.ts';
import { currentEntry } from '../../../../timeline/timeline.ts';
import type { ListedDocument } from '../list/listed-document.ts';
import { previewKey } from './preview-document.ts';

/** Fields of a list row that an approval changes. */
export type Foreseen = Pick<ListedDocument, 'status' | 'step' | 'group' | 'assigneeId' | 'represented'>;

/** The document after this person's approval, by the server's rule; null where the browser cannot tell. */
export function approvedAhead(
  kind: DocumentKind,
  document: Pick<PreviewDocument, 'timeline'>,
  actorId: number,
): Foreseen | null {
  const rows = document.timeline.timeline_entries;
  const isGroup = (id: number): boolean => rows.some(({ lb_user }) => lb_user?.id === id && lb_user.is_group);
  const occasion = { now: new Date().toISOString(), actorId, isGroup };
  const before = timelineOf(document.timeline);
  const approved = change(before, occasion, forwardToNext({ status: 'approved', comment: null }));
  if (isRefusal(approved)) return null;
  const current = currentEntry(approved);
  // The server may pass this step as well (APPR-15).
  if (current?.lbUserId === actorId && current.type === currentEntry(before)?.type) return null;
  const row = rows.find(({ id }) => id === current?.id);
  return {
    status: documentStatus(kind, approved),
    step: current?.type ?? null,
    group: current?.textType === 'assignment' ? (row?.lb_user?.name ?? '') : null,
    assigneeId: current?.lbUserId ?? null,
    represented: row?.for_user?.name ?? null,
  };
}

/**
 * Shows the foreseen state in lists and preview until they are refreshed. Returns a function that reverts it after a
 * refusal and keeps data read meanwhile.
 */
export async function showForeseen(
  client: QueryClient,
  { kind, id }: Pick<ListedDocument, 'kind' | 'id'>,
  foreseen: Foreseen,
): Promise<() => void> {
  const lists = { queryKey: headsKey };
  const preview = { queryKey: previewKey(kind, id) };
  // Cancel refreshes, which would return the old state; first loads continue.
  const predicate = ({ state }: Query): boolean => state.data !== undefined;
  await Promise.all([lists, preview].map((filters) => client.cancelQueries({ ...filters, predicate })));
  type List = InfiniteData<{ readonly rows: readonly ListedDocument[] }>;
  const show = (from: Foreseen | null, to: Foreseen): void => {
    const isMeant = (row: ListedDocument): boolean =>
      row.kind === kind && row.id === id && (from === null || from.status === row.status);
    const shown = (row: ListedDocument): ListedDocument => (isMeant(row) ? { ...row, ...to } : row);
    client.setQueriesData<List>(
      lists,
      (list) =>
        list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(shown) })) },
    );
    client.setQueryData<PreviewDocument>(preview.queryKey, (document) =>
      document && (from === null || from.status === document.status)
        ? { ...document, status: to.status }
        : document,
    );
  };
  const former = client
    .getQueriesData<List>(lists)
    .flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? [])
    .find((row) => row.kind === kind && row.id === id);
  show(null, foreseen);
  return () => {
    if (former !== undefined) show(foreseen, picked(former));
    for (const filters of [lists, preview]) void client.invalidateQueries(filters);
  };
}

function picked({ status, step, group, assigneeId, represented }: ListedDocument): Foreseen {
  return { status, step, group, assigneeId, represented };
}
