import { randomUUID } from 'node:crypto';
import {
  json,
  jsonObject,
  mediaType,
  type PathValues,
  type Route,
  type SandboxAnswer,
} from '../../../../platform/sandbox/http.ts';
import { formParts } from '../multipart.ts';
import { withClient } from './access.ts';
import { type ArchivedDocument, readArchive } from './archive.ts';
import { type DatevClient, openYear } from './clients.ts';
import { bareFault, dcoFault } from './errors.ts';
import type { DatevState, DxsoJob, JobStatus, ProtocolEntry } from './state.ts';

const scope = 'accounting:dxso-jobs';
const largestFile = 20 * 1024 * 1024;
/** Characters outside of file names; each becomes an underscore, including decomposed letters. */
const otherSigns = /[^ &()+\-._0-9A-Za-zÀ-ÖØ-öø-ÿ]/gu;
/** The first bytes of the file types that DATEV accepts. */
const beginnings: Readonly<Record<string, RegExp>> = {
  xml: /^(\uFEFF|ï»¿)?\s*</,
  pdf: /^%PDF/,
  jpg: /^\xff\xd8/,
  jpeg: /^\xff\xd8/,
  png: /^\x89PNG/,
  tif: /^(II\*|MM)/,
  tiff: /^(II\*|MM)/,
};

/** Routes for transferring documents with booking proposals: accounting:dxso-jobs. */
export function jobRoutes(base: string, state: DatevState): Route[] {
  const route = (method: string, path: string, answer: Parameters<typeof withClient>[3]): Route => ({
    method,
    path: `${base}/clients/:client/dxso-jobs${path}`,
    answer: withClient(state, scope, 'dco', answer),
  });
  const found = (client: DatevClient, { job }: PathValues): DxsoJob | undefined => {
    const known = state.jobs.get(job ?? '');
    return known?.clientId === client.id ? known : undefined;
  };
  return [
    route('POST', '', (client, request) => createJob(state, client, mediaType(request), request.body)),
    route('POST', '/:job/files', (client, request, values) => {
      const job = found(client, values);
      return job ? takeFile(state, job, formParts(request)) : dcoFault('DCO01003');
    }),
    route('PUT', '/:job', (client, request, values) => {
      const job = found(client, values);
      if (!job) return bareFault(404);
      const isReady = jsonObject(request.body)?.ready === 'true';
      if (mediaType(request) !== 'application/merge-patch+json' || !isReady) return dcoFault('DCO01008');
      return finalise(state, client, job);
    }),
    route('GET', '/:job', (client, _, values) => {
      const job = found(client, values);
      return job ? json(200, { id: job.id, status: look(client, job) }) : bareFault(404);
    }),
    route('GET', '/:job/protocol-entries', (client, _, values) => {
      const job = found(client, values);
      if (!job) return bareFault(404);
      const isDone = statusOf(client, job) > 1;
      return json(200, isDone ? job.protocol : job.protocol.filter(({ text }) => text === received));
    }),
    route('DELETE', '/:job', (client, _, values) => {
      const job = found(client, values);
      if (!job) return bareFault(404);
      if (job.result !== null) return dcoFault('DCO01007');
      state.jobs.delete(job.id);
      return { status: 204 };
    }),
  ];
}

const received = 'wurde empfangen!';

function createJob(state: DatevState, client: DatevClient, type: string, body: Buffer): SandboxAnswer {
  const values = body.length === 0 ? {} : jsonObject(body);
  if (!values || type !== 'application/json') return dcoFault('DCO01008');
  const { import_type: importType, accounting_month: month } = values;
  if ((importType === undefined) !== (month === undefined)) return dcoFault('DCO01017');
  if (!client.hasAccessData) return dcoFault('DCO01002');
  if (month !== undefined) {
    if (typeof month !== 'string' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return dcoFault('DCO01008');
    if (importType !== 'accountsPayableLedgerImport' || !openYear(client, month)) return dcoFault('DCO01002');
  }
  const job: DxsoJob = {
    id: randomUUID().toUpperCase(),
    clientId: client.id,
    month: month ?? null,
    files: [],
    protocol: [],
    result: null,
    looks: 0,
  };
  state.jobs.set(job.id, job);
  return json(201, {
    id: job.id,
    account_length: client.accountLength,
    ledger_folder_names: client.ledgerFolders,
  });
}

/** Accepts one file; a repeated name is an error, so that clients cannot rely on replacing a file. */
function takeFile(state: DatevState, job: DxsoJob, parts: ReturnType<typeof formParts>): SandboxAnswer {
  if (job.result !== null) return dcoFault('DCO01007');
  const [part, ...others] = parts ?? [];
  if (!part?.filename || part.name !== 'files' || others.length > 0 || part.content.length === 0)
    return dcoFault('DCO01004');
  if (part.content.length > largestFile) return dcoFault('DCO01016');
  const beginning = beginnings[part.filename.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!beginning) return dcoFault('DCO01015');
  if (!beginning.test(part.content.subarray(0, 100).toString('latin1'))) return dcoFault('DCO01219');
  const name = part.filename.replace(otherSigns, '_');
  if (job.files.some((file) => file.name === name)) return dcoFault('DCO01001');
  job.files.push({ name, content: part.content });
  job.protocol.push(entry(state, { type: 'information', text: received, filename: name }));
  return json(201, {});
}

/** DATEV processes the job from here on, whether or not its state is queried. */
function finalise(state: DatevState, client: DatevClient, job: DxsoJob): SandboxAnswer {
  if (job.result !== null) return dcoFault('DCO01007');
  const { documents, problems, named } = readArchive(job, client);
  const taken = takenOf(documents, client);
  for (const problem of problems) job.protocol.push(entry(state, problem));
  for (const { booking, guid, images } of taken) {
    if (booking) state.bookings.push(booking);
    state.documents.push({ clientId: client.id, guid, jobId: job.id, documentType: null, files: images });
    for (const { name } of images)
      job.protocol.push(
        entry(state, {
          type: 'information',
          text: 'wurde in die Belegverwaltung übernommen!',
          context: `Beleg-ID Nr. ${guid ?? randomUUID()}`,
          filename: name,
        }),
      );
  }
  addOutcome(state, client, job);
  job.result = taken.length === 0 ? 3 : taken.length < named ? 4 : 2;
  if (client.outcome === 'partly') job.result = 4;
  return { status: 204 };
}

/** A partly processed job lacks its last booking; if it has only one, the images are missing. */
function takenOf(
  documents: readonly ArchivedDocument[],
  { outcome }: DatevClient,
): readonly ArchivedDocument[] {
  if (outcome === 'failed') return [];
  if (outcome !== 'partly') return documents;
  return documents.length > 1
    ? documents.slice(0, -1)
    : documents.map((document) => ({ ...document, images: [] }));
}

function addOutcome(state: DatevState, { outcome }: DatevClient, job: DxsoJob): void {
  const filename = job.files.find(({ name }) => name !== 'document.xml')?.name ?? '';
  if (outcome === 'error_entry' || outcome === 'partly')
    job.protocol.push(entry(state, { type: 'error', text: 'konnte nicht gelesen werden', filename }));
  if (outcome === 'warning_entry')
    job.protocol.push(
      entry(state, { type: 'warning', text: 'das Sachkonto ist nicht beschriftet', filename }),
    );
  if (outcome === 'failed')
    job.protocol.push(entry(state, { type: 'error', text: 'die Verarbeitung wurde abgebrochen', filename }));
}

/** Each status query advances the job. */
function look(client: DatevClient, job: DxsoJob): JobStatus {
  const status = statusOf(client, job);
  if (job.result !== null) job.looks += 1;
  return status;
}

function statusOf(client: DatevClient, job: DxsoJob): JobStatus {
  if (job.result === null) return 0;
  return client.outcome === 'never' || job.looks < client.looksUntilDone ? 1 : job.result;
}

function entry(state: DatevState, values: Omit<ProtocolEntry, 'time'>): ProtocolEntry {
  return { time: state.clock.now().toISOString(), ...values };
}
