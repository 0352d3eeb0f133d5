import { queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../base/day.ts';
import { rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { ArchiveListAnswer, OperatorArchiveList, OwnArchiveList } from '../model.ts';

const ownPath = '/api/archive-export';
const pathOf = (tenantId: number): string => `/api/operator/tenant/${tenantId}/archive-export`;

/** Refresh interval while an archive is being made, in milliseconds. */
const lookAgain = 2_000;

const interval = ({
  state: { data },
}: {
  readonly state: { readonly data?: ArchiveListAnswer | undefined };
}) => (data?.archives.some(({ state }) => state === 'waiting' || state === 'packing') ? lookAgain : false);

/** Archives of a whole tenant (ARC-03). */
export function operatorArchivesOptions(tenantId: number) {
  return queryOptions({
    queryKey: ['operator', 'archives', tenantId],
    queryFn: ({ signal }) => rest<OperatorArchiveList>(pathOf(tenantId), { signal }),
    refetchInterval: interval,
  });
}

/** The archives of the own tenant (ARC-05). */
export function ownArchivesOptions() {
  return queryOptions({
    queryKey: ['own-archives'],
    queryFn: ({ signal }) => rest<OwnArchiveList>(ownPath, { signal }),
    refetchInterval: interval,
  });
}

/** Requests an archive of a whole tenant. */
export async function makeWholeArchive(tenantId: number): Promise<void> {
  await rest(pathOf(tenantId), { method: 'POST' });
  await queryClient.invalidateQueries({ queryKey: ['operator', 'archives', tenantId] });
}

export interface ArchiveOrder {
  readonly client_id: number | null;
  readonly from: Day | null;
  readonly to: Day | null;
}

/** Requests an archive of the own tenant. */
export async function makeOwnArchive(order: ArchiveOrder): Promise<void> {
  await rest(ownPath, { method: 'POST', body: order });
  await queryClient.invalidateQueries({ queryKey: ['own-archives'] });
}

/** Downloads with a ticket, so that the browser streams the file to disk at any size (AUTH-19). */
export async function downloadArchive(id: string, tenantId: number | null): Promise<void> {
  const path = tenantId === null ? ownPath : pathOf(tenantId);
  const { url } = await rest<{ url: string }>(`${path}/${id}/ticket`, { method: 'POST' });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
