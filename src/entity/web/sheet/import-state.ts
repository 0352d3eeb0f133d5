import { queryOptions } from '@tanstack/react-query';
import type { Refusal } from '../../../base/refusal.ts';
import { rest, upload } from '../../../platform/web/api.ts';
import { browserStore } from '../../../platform/web/store.ts';
import type { ImportAnswer, ImportResult, SentSettings } from '../../import-order.ts';

/** A running or finished import as `GET /api/job/{id}` answers it. */
export interface ImportJob {
  readonly id: number;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly progress: number;
  readonly result: ImportResult | null;
  readonly error: (Pick<Refusal, 'code' | 'field' | 'values'> & { readonly message: string }) | null;
}

const pollMs = 700;

export function importJobOptions(id: number) {
  return queryOptions({
    queryKey: ['import-job', id],
    queryFn: ({ signal }) => rest<ImportJob>(`/api/job/${id}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : pollMs),
  });
}

export function isOver({ state }: ImportJob): boolean {
  return state === 'done' || state === 'failed';
}

/** Uploads a file for a background import, once per key; returns the id of the job. */
export async function startImport(
  table: string,
  file: File,
  settings: SentSettings,
  key: string,
): Promise<number> {
  const form = new FormData();
  form.set('idempotency_key', key);
  form.set('settings', JSON.stringify(settings));
  form.set('file', file, 'file.csv');
  const { id } = await upload<{ id: number }>(`/api/import/${table}`, form);
  return id;
}

/** Continues an import that asked, once per key; returns the id of the new job. */
export async function answerImport(
  table: string,
  job: number,
  answer: Partial<ImportAnswer>,
  key: string,
): Promise<number> {
  const body = { job, ...answer, idempotency_key: key };
  return (await rest<{ id: number }>(`/api/import/${table}/again`, { method: 'POST', body })).id;
}

const storageKey = (userId: number, table: string): string => `import:${userId}:${table}`;

/** The import that this browser waits for, so that it is found again after the page was closed. */
export function rememberedImport(userId: number, table: string): number | null {
  return Number(browserStore.get(storageKey(userId, table))) || null;
}

export function rememberImport(userId: number, table: string, id: number | null): void {
  if (id === null) browserStore.remove(storageKey(userId, table));
  else browserStore.set(storageKey(userId, table), String(id));
}
