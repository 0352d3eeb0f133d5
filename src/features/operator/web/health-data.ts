import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { formatTag, type Language } from '../../../base/language.ts';
import { rest } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';
import type { FailedJob, FailedMail, HealthAnswer, PageOf, PlaceInList } from '../health.ts';

const path = '/api/operator/health';
const key = ['operator', 'health'] as const;

/** How often the page looks again while it is seen, in milliseconds. */
export const lookAgain = 15_000;

export const healthOptions = queryOptions({
  queryKey: [...key, 'whole'],
  queryFn: ({ signal }) => rest<HealthAnswer>(path, { signal }),
  refetchInterval: lookAgain,
});

/** The failed jobs page by page, those of one kind or all. */
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

/** Begins a failed job anew. */
export async function retryJob({ tenant_id, id }: Work): Promise<void> {
  await change(`jobs/${id}/retry`, { tenant_id });
}

/** Begins the failed jobs of a kind anew, as many as go at once; answers how many. */
export async function retryJobs(kind: string): Promise<number> {
  const { retried } = await change<{ readonly retried: number }>('jobs/retry', { kind });
  return retried;
}

/** Puts a failed job away. */
export async function discardJob({ tenant_id, id }: Work, reason: string): Promise<void> {
  await change(`jobs/${id}/discard`, { tenant_id, reason });
}

/** Sends a failed mail again. */
export async function retryMail({ tenant_id, id }: Work): Promise<void> {
  await change(`mails/${id}/retry`, { tenant_id });
}

/** What is shown is asked for again in any case: where it was refused, somebody else was faster. */
async function change<T>(ending: string, body: object): Promise<T> {
  try {
    return await rest<T>(`${path}/${ending}`, { method: 'POST', body });
  } finally {
    void queryClient.invalidateQueries({ queryKey: key });
  }
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `3,4 GB`: a number of bytes in the largest unit of which there is one. */
export function bytesText(bytes: number, language: Language): string {
  const place = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  return new Intl.NumberFormat(formatTag(language), {
    style: 'unit',
    unit: units[place] ?? 'byte',
    maximumFractionDigits: place === 0 ? 0 : 1,
  }).format(bytes / 1000 ** place);
}
