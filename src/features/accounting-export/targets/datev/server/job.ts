import { z } from 'zod';
import { jsonOf } from '../../../../../platform/server/http-call.ts';
import { isUnderWay, jobStates, type ProtocolEntry } from '../job-outcome.ts';
import { type DatevApi, DatevRefused } from './datev-api.ts';

export interface CreatedJob {
  readonly id: string;
  readonly folders: readonly string[];
}

const created = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  ledger_folder_names: z.array(z.string()).default([]),
});

/** Creates a job for the incoming invoices of a month; if the answer is lost, an empty open job remains there. */
export async function createJob(api: DatevApi, month: string): Promise<CreatedJob> {
  const json = { import_type: 'accountsPayableLedgerImport', accounting_month: month };
  const answer = await api.call('POST', '/dxso-jobs', { type: 'json', json });
  const { id, ledger_folder_names } = created.parse(answer && jsonOf(answer));
  return { id, folders: ledger_folder_names };
}

/** Deletes an open job; a missing or started one is left unchanged. */
export async function deleteJob(api: DatevApi, id: string): Promise<void> {
  try {
    await api.call('DELETE', `/dxso-jobs/${id}`);
  } catch (error) {
    if (!(error instanceof DatevRefused)) throw error;
  }
}

/** Uploads one file unless the job has it; an existing name belongs to the same file. */
export async function postFile(
  api: DatevApi,
  id: string,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const form = new FormData();
  form.set('files', new Blob([bytes]), name);
  const isThere = async () => (await receivedFiles(api, id)).has(name);
  try {
    await api.call('POST', `/dxso-jobs/${id}/files`, { type: 'form', form }, isThere);
  } catch (error) {
    if (!(error instanceof DatevRefused) || error.code !== 'DCO01001' || !(await isThere())) throw error;
  }
}

/** The names of a job's files according to its protocol. */
export async function receivedFiles(api: DatevApi, id: string): Promise<ReadonlySet<string>> {
  const names = (await protocolOf(api, id)).filter(({ type }) => type === 'information');
  return new Set(names.flatMap(({ filename }) => filename ?? []));
}

const entries = z.array(
  z.object({
    time: z.string().optional(),
    text: z.string().catch(''),
    context: z.string().optional().catch(undefined),
    type: z.string().catch('error'),
    filename: z.string().optional().catch(undefined),
  }),
);

/** DATEV's protocol of a job (EXP-08). */
export async function protocolOf(api: DatevApi, id: string): Promise<readonly ProtocolEntry[]> {
  const answer = await api.call('GET', `/dxso-jobs/${id}/protocol-entries`);
  return entries.parse(answer && jsonOf(answer));
}

const status = z.object({ status: z.coerce.number().int() });

/** The status of a job; null where DATEV does not know it. */
export async function statusOf(api: DatevApi, id: string): Promise<number | null> {
  try {
    const answer = await api.call('GET', `/dxso-jobs/${id}`);
    return status.parse(answer && jsonOf(answer)).status;
  } catch (error) {
    if (error instanceof DatevRefused && (error.status === 404 || error.code === 'DCO01003')) return null;
    throw error;
  }
}

/** Starts the processing; does nothing where it has started. */
export async function finaliseJob(api: DatevApi, id: string): Promise<void> {
  const hasBegun = async () => (await statusOf(api, id)) !== jobStates.open;
  try {
    await api.call('PUT', `/dxso-jobs/${id}`, { type: 'patch', json: { ready: 'true' } }, hasBegun);
  } catch (error) {
    // Another request has already started it.
    if (!(error instanceof DatevRefused) || error.code !== 'DCO01007') throw error;
  }
}

/** Polls for the final status of a job with growing pauses; null where it has not ended. */
export async function endOf(
  api: DatevApi,
  id: string,
  pause: (place: number) => Promise<boolean>,
): Promise<number | null> {
  for (let looks = 0; await pause(looks); looks += 1) {
    const found = await statusOf(api, id);
    if (found === null || !isUnderWay(found)) return found ?? jobStates.cancelled;
  }
  return null;
}
