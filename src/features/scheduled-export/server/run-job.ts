import { z } from 'zod';
import type { Day } from '../../../base/day.ts';
import { isLanguage, type Language } from '../../../base/language.ts';
import { type Refusal, Refused, refuse } from '../../../base/refusal.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import type { ExportResult } from '../../../platform/export-result.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { fileChunks, findFile } from '../../../platform/server/files/files.ts';
import { FilesAway } from '../../../platform/server/files/store/files-away.ts';
import { type CleanedJobs, type Job, NotYet, personContext } from '../../../platform/server/jobs/jobs.ts';
import type { MailTaskParts } from '../../../platform/server/mail/mail-task.ts';
import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { findPerson, type Person } from '../../../platform/server/person.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { type ExportContent, exportContent, type FileFormat } from '../content.ts';
import { fileNameOf } from '../file-name.ts';
import { writeToFolder } from './folder.ts';
import {
  noteFile,
  noteProblem,
  type PlannedRun,
  planRun,
  scheduledJob,
  settleRun,
  stopExport,
} from './runs.ts';
import { tellOfFailure, tellOfStop } from './tell.ts';
import { mailOfJob, recipientOf, sendRunMail, writeMail } from './to-mail.ts';
import { sendToStore } from './to-store.ts';

/** How a file is wanted. */
export interface Wanted {
  readonly format: FileFormat;
  readonly language: Language;
  /** The day for which it is made, as "today" of its filter. */
  readonly day: Day;
}

export interface ScheduledExportParts extends MailTaskParts {
  readonly secrets: Pick<Secrets, 'unseal'>;
  readonly hosts: OutgoingHosts;
  /** `EXPORT_DIR`; null: files go to no folder. */
  readonly directory: string | null;
  /** Makes a file with the rights of the person of the job, as a file of that person. */
  readonly write: (job: Job, content: ExportContent, wanted: Wanted) => Promise<ExportResult>;
}

const inputSchema = z.object({ scheduled_export_id: z.number() });

/** Makes the file of a scheduled export and sends it away (EXP-17). */
export function scheduledExportJobs(parts: ScheduledExportParts): CleanedJobs {
  return {
    handlers: { [scheduledJob]: (job) => runExport(parts, job) },
    givenUp: { [scheduledJob]: (job) => giveUp(parts, job) },
  };
}

interface Due {
  readonly run: PlannedRun;
  readonly owner: Person;
}

async function runExport(parts: ScheduledExportParts, job: Job): Promise<{ readonly state: string }> {
  const { scheduled_export_id: id } = inputSchema.parse(job.input);
  const run = await inJob(parts, job, (tx) => planRun(tx, job.id, id));
  if (run === undefined) return { state: 'nothing' };
  const { tenantId } = job.context;
  const owner = await parts.database.atGate((tx) => findPerson(tx, tenantId, run.owner_id));
  if (!owner || !run.is_able) return await stop(parts, job, run, owner?.name ?? '');
  try {
    const state = await sendFile(parts, job, { run, owner });
    await inJob(parts, job, async (tx) => {
      const unknown = refuse('export_arrival_unknown');
      if (state === 'uncertain') await noteProblem(tx, run.id, unknown);
      const isEnded = await settleRun(tx, run.id, state);
      if (isEnded && state === 'uncertain')
        await tellOfFailure(tx, parts.publicUrl, owner, run.name, unknown);
    });
    return { state };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    await inJob(parts, job, (tx) => noteProblem(tx, run.id, problem));
    if (error instanceof Refused || error instanceof NotYet) throw error;
    throw new NotYet('a file could not be sent away', { cause: error });
  }
}

function inJob<T>(
  { database }: ScheduledExportParts,
  { context }: Job,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  return asWriter(database, context, run);
}

/** Nothing leaves any more in the name of somebody who may not log in. */
async function stop(
  parts: ScheduledExportParts,
  job: Job,
  { id, export_id, name }: PlannedRun,
  owner: string,
): Promise<{ readonly state: string }> {
  await inJob(parts, job, async (tx) => {
    await noteProblem(tx, id, refuse('export_owner_gone'));
    if (!(await settleRun(tx, id, 'failed'))) return;
    await stopExport(tx, export_id);
    await tellOfStop(tx, parts.publicUrl, job.context.tenantId, name, owner);
  });
  return { state: 'failed' };
}

/** Makes the file with the current rights of the owner, and sends it to its destination. */
async function sendFile(
  parts: ScheduledExportParts,
  job: Job,
  { run, owner }: Due,
): Promise<'sent' | 'uncertain'> {
  if (!run.destination.active) throw new Refused(refuse('export_destination_off'));
  const known = await inJob(parts, job, (tx) => mailOfJob(tx, job.id));
  if (known !== undefined) return await sendRunMail(parts, job, known);
  const context = ownerContext(job, owner);
  const { format } = run;
  const language = isLanguage(run.language) ? run.language : defaultLanguage;
  const content = exportContent.parse(run.content);
  const { file_id, rows } = await parts.write({ ...job, context }, content, {
    format,
    language,
    day: run.day,
  });
  const file = await parts.database.inTenant(context, (tx) => findFile(tx, file_id));
  const fileName = fileNameOf(run);
  const note = (target: string) => (tx: Tx) =>
    noteFile(tx, run.id, {
      target,
      fileName: run.destination.kind === 'mail' ? file.name : fileName,
      rows,
      bytes: file.size,
    });
  if (run.destination.kind === 'mail') {
    const mailId = await inJob(parts, job, async (tx) => {
      await note(recipientOf(run, owner))(tx);
      return await writeMail(tx, parts.publicUrl, job, { run, owner }, { ...file, rows });
    });
    return await sendRunMail(parts, job, mailId);
  }
  const bytes = fileChunks(parts.database, context, file);
  if (run.destination.kind === 'folder') {
    const folder = run.destination.place ?? '';
    await inJob(parts, job, note(`${folder}/${fileName}`));
    await writeToFolder(parts.directory, { tenant: run.tenant_name, folder, fileName }, bytes);
    return 'sent';
  }
  await inJob(parts, job, note(run.destination.place ?? ''));
  await sendToStore(parts, run.destination, { fileName, size: file.size }, bytes);
  return 'sent';
}

/** The owner with the rights of this moment; the attempt of the job stays, so that only its last one writes. */
function ownerContext({ context, id }: Job, owner: Person): Context {
  const own = personContext(owner, `job ${id}`);
  return context.attempt ? { ...own, attempt: context.attempt } : own;
}

/** What people are told of a failure; null if it is one of the program or the database. */
function problemOf(error: unknown): Pick<Refusal, 'code' | 'values'> | null {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof NotYet || error instanceof FilesAway)
    return refuse('export_not_delivered', { values: { reason: error.message.slice(0, 300) } });
  const { code, syscall } = error as NodeJS.ErrnoException;
  return typeof syscall === 'string' && typeof code === 'string'
    ? refuse('export_not_delivered', { values: { reason: code } })
    : null;
}

/** Ends the run of a job that is given up, and tells why. */
async function giveUp(parts: ScheduledExportParts, job: Job): Promise<void> {
  const run = await inJob(parts, job, (tx) =>
    tx.maybeOne<{
      id: number;
      name: string;
      owner_id: number;
      problem: Pick<Refusal, 'code' | 'values'> | null;
    }>(
      `select r.id, r.problem, e.name, e.lb_user_id as owner_id
       from scheduled_export_run r join scheduled_export e on e.id = r.scheduled_export_id
       where r.job_id = $1 and r.state = 'waiting'`,
      [job.id],
    ),
  );
  if (run === undefined) return;
  const owner = await parts.database.atGate((tx) => findPerson(tx, job.context.tenantId, run.owner_id));
  await inJob(parts, job, async (tx) => {
    if (!(await settleRun(tx, run.id, 'failed')) || !owner) return;
    await tellOfFailure(tx, parts.publicUrl, owner, run.name, run.problem ?? refuse('unexpected'));
  });
}
