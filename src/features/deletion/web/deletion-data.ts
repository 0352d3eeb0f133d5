import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Day } from '../../../base/day.ts';
import { rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { DeletionKind, DeletionLogAnswer, DeletionPreview } from '../model.ts';

/** Refresh interval of a running deletion, in milliseconds. */
const lookAgain = 2_000;

const paths: Readonly<Record<DeletionKind, string>> = {
  tenant: '',
  procurement: '/procurement',
  invoice: '/invoice',
};

export interface Wanted {
  readonly id: number;
  readonly kind: DeletionKind;
  /** Null for a whole tenant. */
  readonly days: { readonly from: Day; readonly to: Day } | null;
  /** Hash of the archive that was handed over. */
  readonly sha256: string | null;
}

function call<T>({ id, kind, days, sha256 }: Wanted, more: object, signal?: AbortSignal): Promise<T> {
  const body = { ...days, ...(sha256 === null ? {} : { archive_sha256: sha256 }), ...more };
  return rest<T>(`/api/operator/tenant/${id}${paths[kind]}`, {
    method: 'DELETE',
    body,
    ...(signal && { signal }),
  });
}

/** The extent of a deletion (OP-04). */
export function previewOptions(wanted: Wanted, isChosen: boolean) {
  return queryOptions({
    queryKey: ['operator', 'deletion-preview', wanted],
    queryFn: ({ signal }) => call<DeletionPreview>(wanted, { dry_run: true }, signal),
    enabled: isChosen,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** Starts a deletion; `name` as typed (OP-02, OP-04). */
export async function startDeletion(wanted: Wanted, name: string): Promise<void> {
  await call(wanted, { name });
  await queryClient.invalidateQueries({ queryKey: ['operator'] });
}

/** All deletions, newest first, with progress. */
export const deletionLogOptions = queryOptions({
  queryKey: ['operator', 'deletions'],
  queryFn: ({ signal }) => rest<DeletionLogAnswer>('/api/operator/deletion', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.deletions.some(({ state }) => state === 'running') ? lookAgain : false,
});
