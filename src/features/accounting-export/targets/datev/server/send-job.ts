import { type Refusal, refuse } from '../../../../../base/refusal.ts';
import type { Context } from '../../../../../platform/context.ts';
import { asWriter } from '../../../../../platform/server/as-role.ts';
import { seconds } from '../../../../../platform/server/clock.ts';
import type { Database } from '../../../../../platform/server/database.ts';
import { NotYet } from '../../../../../platform/server/jobs/jobs.ts';
import { type OriginalFile, originalBytes, originalsOf } from '../../../server/content/original-files.ts';
import { eachAtOnce } from '../../../server/exporting/each-at-once.ts';
import { NotDoneYet, type SendingEntry, type Transfer } from '../../../server/online/transport.ts';
import { archiveName, documentFileName } from '../../datev-csv/archive-name.ts';
import { type InvoiceEnd, invoiceEnds, jobFileName, jobStates } from '../job-outcome.ts';
import { ledgerDocumentXml } from '../ledger-document-xml.ts';
import { type LedgerPayload, ledgerInvoice } from '../ledger-payload.ts';
import { ledgerXml } from '../ledger-xml.ts';
import { type DatevApi, DatevRefused } from './datev-api.ts';
import * as jobs from './job.ts';
import { generator } from './load-ledger.ts';

export interface JobSender {
  readonly database: Database;
  readonly context: Context;
  readonly api: DatevApi;
  /** The ledger folder of invoices; `given` are DATEV's current folders, one of which is stored. */
  folder(given: readonly string[] | null): Promise<string>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The number of concurrent uploads. */
const atOnce = 4;
/** DATEV treats about thirty queries as misuse, and a job is retried about six times. */
const pauses = [seconds(1), seconds(3), seconds(8), seconds(20)];

/**
 * Sends the invoices of a transfer as one job (EXP-08). The job id is stored before a file is sent, and the handover
 * before the request that starts processing, so that a later attempt can continue. The protocol lists what an open
 * job has received.
 */
export async function sendJob(
  sender: JobSender,
  transfer: Transfer,
  entries: readonly SendingEntry[],
): Promise<void> {
  const sent = transfer.isHandedOver ? entries : await upload(sender, transfer, entries);
  if (sent.length === 0) return;
  try {
    await conclude(sender, transfer);
    await resolveAll(sender, transfer, sent);
  } catch (error) {
    // Without an answer it is unknown whether DATEV has started.
    throw error instanceof DatevRefused ? new NotYet(error.message) : error;
  }
}

/** Uploads all files and returns the invoices in the complete job; the others are settled. */
async function upload(
  sender: JobSender,
  transfer: Transfer,
  entries: readonly SendingEntry[],
): Promise<readonly SendingEntry[]> {
  try {
    const { api } = sender;
    const id = transfer.reference ?? (await openJob(sender, transfer));
    const received = await jobs.receivedFiles(api, id);
    const documents = await documentsOf(sender, entries);
    const refused = new Map<number, Refusal>();
    await eachAtOnce(documents, atOnce, async (document) => {
      await transfer.stayAlive();
      const problem = await uploadDocument(sender, id, document, received);
      if (problem) refused.set(document.entry.id, problem);
    });
    const taken = documents.filter(({ entry }) => !refused.has(entry.id));
    if (taken.length > 0 && !received.has(documentFileName)) {
      const bytes = await archiveOf(sender, transfer, taken);
      await jobs.postFile(api, id, { name: documentFileName, bytes });
    }
    if (taken.length === 0) await jobs.deleteJob(api, id);
    await transfer.stayAlive();
    for (const { entry } of documents) {
      const problem = refused.get(entry.id);
      if (problem) await transfer.endSent(entry, { state: 'failed', problem });
    }
    return taken.map(({ entry }) => entry);
  } catch (error) {
    if (!(error instanceof DatevRefused)) throw error;
    // Another worker may have handed the job over, which also leads to a refusal.
    await transfer.stayAlive();
    // Nothing was handed over, so nothing is booked. A missing job was open for too long.
    const problem = error.status === 404 ? refuse('export_interrupted') : error.refusal;
    for (const entry of entries) await transfer.endSent(entry, { state: 'failed', problem });
    return [];
  }
}

async function openJob({ api, folder }: JobSender, transfer: Transfer): Promise<string> {
  const created = await jobs.createJob(api, transfer.groupKey);
  await folder(created.folders);
  const id = await transfer.refer(created.id);
  // Another worker stored a job first; delete this one.
  if (id !== created.id) await jobs.deleteJob(api, created.id);
  return id;
}

interface JobDocument {
  readonly entry: SendingEntry;
  readonly payload: LedgerPayload;
  readonly dataFile: string;
  readonly files: readonly OriginalFile[];
}

/** The documents with their file names, which are the same for every attempt. */
async function documentsOf(
  { database, context }: JobSender,
  entries: readonly SendingEntry[],
): Promise<readonly JobDocument[]> {
  const originals = await asWriter(database, context, (tx) =>
    originalsOf(
      tx,
      entries.map(({ invoice_id }) => invoice_id),
    ),
  );
  const filesOf = new Map(originals.map(({ invoice_id, files }) => [invoice_id, files]));
  return entries.map((entry) => {
    const dataFile = jobFileName(entry.id, 'data.xml');
    const taken = new Set([dataFile]);
    const files = (filesOf.get(entry.invoice_id) ?? []).map((file) => ({
      ...file,
      name: archiveName(jobFileName(entry.id, file.name), taken),
    }));
    return { entry, payload: entry.payload as LedgerPayload, dataFile, files };
  });
}

/** Uploads missing files; returns the reason why DATEV refuses one of them. */
async function uploadDocument(
  { database, context, api }: JobSender,
  id: string,
  { entry, payload, dataFile, files }: JobDocument,
  received: ReadonlySet<string>,
): Promise<Refusal | null> {
  const data = async () => Buffer.from(ledgerXml(ledgerInvoice(payload, entry.is_reversal), generator));
  const all = [
    ...files.map((file) => ({ name: file.name, read: () => originalBytes(database, context, file) })),
    { name: dataFile, read: data },
  ];
  for (const { name, read } of all) {
    if (received.has(name)) continue;
    try {
      await jobs.postFile(api, id, { name, bytes: new Uint8Array(await read()) });
    } catch (error) {
      if (!(error instanceof DatevRefused) || !isAboutFile(error)) throw error;
      return refuse('export_document_refused', {
        values: { name, reason: error.code ?? String(error.status) },
      });
    }
  }
  return null;
}

/** Errors about kind, size or content of a file; all others concern the job. */
function isAboutFile({ code, status }: DatevRefused): boolean {
  return status === 413 || status === 415 || ['DCO01015', 'DCO01016', 'DCO01219'].includes(code ?? '');
}

async function archiveOf(
  { database, context, folder }: JobSender,
  { groupKey: month }: Transfer,
  documents: readonly JobDocument[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { created_at: createdAt } = await asWriter(database, context, (tx) =>
    tx.one<{ created_at: string }>(
      `select to_char(now() at time zone app.time_zone(), 'YYYY-MM-DD"T"HH24:MI:SS') as created_at`,
    ),
  );
  const pieces = ledgerDocumentXml({
    createdAt,
    generator,
    month,
    folder: await folder(null),
    documents: documents.map(({ payload, dataFile, files }) => ({
      guid: payload.reversal_guid ?? payload.invoice.guid,
      description: payload.invoice.number,
      dataFile,
      files,
    })),
  });
  return new Uint8Array(Buffer.from([...pieces].join('')));
}

/** Starts the processing unless it has started. */
async function conclude({ api }: JobSender, transfer: Transfer): Promise<void> {
  const id = referenceOf(transfer);
  if (transfer.isHandedOver && (await jobs.statusOf(api, id)) !== jobStates.open) return;
  await transfer.handOver();
  await jobs.finaliseJob(api, id);
}

function referenceOf({ id, reference }: Transfer): string {
  if (reference === null) throw new Error(`transfer ${id} is handed over, but its DATEV job is unknown`);
  return reference;
}

async function resolveAll(
  { api, wait }: JobSender,
  transfer: Transfer,
  entries: readonly SendingEntry[],
): Promise<void> {
  const id = referenceOf(transfer);
  const status = await jobs.endOf(api, id, async (looks) => {
    const pause = pauses[looks];
    if (pause === undefined) return false;
    await wait(pause);
    await transfer.stayAlive();
    return true;
  });
  if (status === null) throw new NotDoneYet('DATEV still works on this job');
  const protocol = await jobs.protocolOf(api, id).catch((error: unknown) => {
    if (error instanceof DatevRefused && error.status === 404) return [];
    throw error;
  });
  await transfer.keepProtocol({ status, entries: protocol.slice(0, maxKept) });
  const ends = invoiceEnds(
    status,
    protocol,
    entries.map((entry) => entry.id),
  );
  await eachAtOnce(entries, atOnce, async (entry) => {
    await transfer.endSent(entry, endOf(ends.get(entry.id), id));
  });
}

const maxKept = 5_000;

function endOf(end: InvoiceEnd | undefined, reference: string) {
  if (!end) throw new Error('an invoice of a job has no result');
  return end.state === 'exported' ? { ...end, reference } : end;
}
