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

/** Opens a job for the incoming invoices of a month; one that nobody learns of stays open there and empty. */
export async function createJob(api: DatevApi, month: string): Promise<CreatedJob> {
  const json = { import_type: 'accountsPayableLedgerImport', accounting_month: month };
  const answer = await api.call('POST', '/dxso-jobs', { type: 'json', json });
  const { id, ledger_folder_names } = created.parse(answer && jsonOf(answer));
  return { id, folders: ledger_folder_names };
}

/** Gives up a job that is open; one that is gone or has begun stays as it is. */
export async function deleteJob(api: DatevApi, id: string): Promise<void> {
  try {
    await api.call('DELETE', `/dxso-jobs/${id}`);
  } catch (error) {
    if (!(error instanceof DatevRefused)) throw error;
  }
}

/** Posts one file, unless the job has it; a name that is taken is that of this very file. */
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

/** The names of the files that a job has; its protocol tells them. */
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

/** What DATEV has to say of a job (EXP-08). */
export async function protocolOf(api: DatevApi, id: string): Promise<readonly ProtocolEntry[]> {
  const answer = await api.call('GET', `/dxso-jobs/${id}/protocol-entries`);
  return entries.parse(answer && jsonOf(answer));
}

const status = z.object({ status: z.coerce.number().int() });

/** How far a job is; null where DATEV does not know it. */
export async function statusOf(api: DatevApi, id: string): Promise<number | null> {
  try {
    const answer = await api.call('GET', `/dxso-jobs/${id}`);
    return status.parse(answer && jsonOf(answer)).status;
  } catch (error) {
    if (error instanceof DatevRefused && (error.status === 404 || error.code === 'DCO01003')) return null;
    throw error;
  }
}

/** Lets DATEV begin; does nothing where it has. */
export async function finaliseJob(api: DatevApi, id: string): Promise<void> {
  const hasBegun = async () => (await statusOf(api, id)) !== jobStates.open;
  try {
    await api.call('PUT', `/dxso-jobs/${id}`, { type: 'patch', json: { ready: 'true' } }, hasBegun);
  } catch (error) {
    // Another request has come before this one.
    if (!(error instanceof DatevRefused) || error.code !== 'DCO01007') throw error;
  }
}

/** The state in which a job has ended, looked at with growing pauses; null where it has not. */
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
