import { queryOptions } from '@tanstack/react-query';
import type { Refusal } from '../../../base/refusal.ts';
import { rest, upload } from '../../../platform/web/api.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
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
    refetchInterval: ({ state: { data, error } }) =>
      (data && isOver(data)) || error instanceof ApiRefusal ? false : pollMs,
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

/** Whether the import asks about affected documents or rows. */
export function asksOfReach({ reached, question }: ImportResult): boolean {
  return reached !== undefined || question !== undefined;
}

/** Nothing is imported before the person answers. */
export function isAsking(result: ImportResult): boolean {
  return result.right_lines !== undefined || asksOfReach(result) || result.differences !== undefined;
}
