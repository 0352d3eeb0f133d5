import { useSyncExternalStore } from 'react';
import type { Refusal } from '../../base/refusal.ts';
import type { ExportResult } from '../export-result.ts';
import { rest } from './api.ts';
import { currentSession } from './session.ts';
import { createSignal } from './signal.ts';
import { tabStore } from './store.ts';

/** The state of a job, as returned by `GET /api/job/{id}`. */
export interface ExportState {
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly progress: number;
  readonly result: ExportResult | null;
  readonly error: (Pick<Refusal, 'code' | 'field' | 'values'> & { readonly message: string }) | null;
}

/** Running exports of this person in this window; they survive leaving or reloading the page. */
const key = (): string => `exports:${currentSession()?.tenantId}:${currentSession()?.userId}`;
const changes = createSignal();
let known: { readonly text: string; readonly jobs: readonly number[] } = { text: '', jobs: [] };

function jobsUnderWay(): readonly number[] {
  const text = tabStore.get(key()) ?? '';
  if (text !== known.text) known = { text, jobs: text.split(',').filter(Boolean).map(Number) };
  return known.jobs;
}

function keep(jobs: readonly number[]): void {
  if (jobs.length === 0) tabStore.remove(key());
  else tabStore.set(key(), jobs.join(','));
  changes.notify();
}

/** Starts a background export through the path that returns its job. Fails like `rest`. */
export async function startExport(path: string, order: object): Promise<void> {
  const { job_id: job } = await rest<{ job_id: number }>(path, { method: 'POST', body: order });
  keep([...jobsUnderWay(), job]);
}

export function forgetExport(job: number): void {
  keep(jobsUnderWay().filter((other) => other !== job));
}

export function exportState(job: number, signal: AbortSignal): Promise<ExportState> {
  return rest<ExportState>(`/api/job/${job}`, { signal });
}

/** The jobs of the running exports. */
export function useExports(): readonly number[] {
  return useSyncExternalStore(changes.subscribe, jobsUnderWay, () => []);
}
