import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { formatTag, type Language } from '../../../base/language.ts';
import { rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { FailedJob, FailedMail, HealthAnswer, PageOf, PlaceInList } from '../health.ts';

const path = '/api/operator/health';
const key = ['operator', 'health'] as const;

/** Refresh interval while visible, in milliseconds. */
export const lookAgain = 15_000;

export const healthOptions = queryOptions({
  queryKey: [...key, 'whole'],
  queryFn: ({ signal }) => rest<HealthAnswer>(path, { signal }),
  refetchInterval: lookAgain,
});

/** Failed jobs page by page, of one kind or all. */
export function failedJobsOptions(kind: string | null) {
  return infiniteQueryOptions({
    queryKey: [...key, 'jobs', kind],
    queryFn: ({ signal, pageParam }) =>
      rest<PageOf<FailedJob>>(`${path}/jobs${queryOf(pageParam, kind)}`, { signal }),
    initialPageParam: null as PlaceInList | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

export const failedMailsOptions = infiniteQueryOptions({
  queryKey: [...key, 'mails'],
  queryFn: ({ signal, pageParam }) =>
    rest<PageOf<FailedMail>>(`${path}/mails${queryOf(pageParam, null)}`, { signal }),
  initialPageParam: null as PlaceInList | null,
  getNextPageParam: ({ next }) => next,
});

function queryOf(place: PlaceInList | null, kind: string | null): string {
  const query = new URLSearchParams(kind === null ? {} : { kind });
  for (const [name, value] of Object.entries(place ?? {})) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}

type Work = Pick<FailedJob, 'tenant_id' | 'id'>;

/** Retries a failed job. */
export async function retryJob({ tenant_id, id }: Work): Promise<void> {
  await change(`jobs/${id}/retry`, { tenant_id });
}

/** Retries failed jobs of a kind, up to the limit; returns their number. */
export async function retryJobs(kind: string): Promise<number> {
  const { retried } = await change<{ readonly retried: number }>('jobs/retry', { kind });
  return retried;
}

/** Discards a failed job. */
export async function discardJob({ tenant_id, id }: Work, reason: string): Promise<void> {
  await change(`jobs/${id}/discard`, { tenant_id, reason });
}

/** Sends a failed mail again. */
export async function retryMail({ tenant_id, id }: Work): Promise<void> {
  await change(`mails/${id}/retry`, { tenant_id });
}

/** Reloads even after a refusal, which means that another operator was faster. */
async function change<T>(ending: string, body: object): Promise<T> {
  try {
    return await rest<T>(`${path}/${ending}`, { method: 'POST', body });
  } finally {
    void queryClient.invalidateQueries({ queryKey: key });
  }
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in the largest fitting unit, such as `3,4 GB`. */
export function bytesText(bytes: number, language: Language): string {
  const place = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  return new Intl.NumberFormat(formatTag(language), {
    style: 'unit',
    unit: units[place] ?? 'byte',
    maximumFractionDigits: place === 0 ? 0 : 1,
  }).format(bytes / 1000 ** place);
}
