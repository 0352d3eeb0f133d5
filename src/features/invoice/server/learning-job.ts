import { z } from 'zod';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { readFile } from '../../../platform/server/files/files.ts';
import { type Job, type JobHandlers, sendJob } from '../../../platform/server/jobs/jobs.ts';
import { beginReading, countingEnds, readerAnswered } from '../../../platform/server/reading-cell/tries.ts';
import type { Corrections, KeptHint, Lesson } from '../../recognition/hint.ts';
import { type KnownParties, NotReadable, type Reading } from '../../recognition/reading.ts';
import { ownCompanies } from '../../recognition/server/store.ts';
import { type CheckedInvoice, correctionsOf, taughtColumns } from '../corrections.ts';
import { type DaySources, proposedDays, statedTerms } from '../proposed-days.ts';
import { hintsOfSupplier, keepLesson } from './hints.ts';

export const learningJob = 'learn_from_invoice';
const jobInput = z.object({ invoice_id: z.int() });

/** Learns from a corrected document of a tenant in the reading cell; throws `NotReadable`. */
export type LearnFromDocument = (
  tenantId: number,
  bytes: Buffer,
  known: KnownParties,
  corrections: Corrections,
  kept: readonly KeptHint[],
) => Promise<Lesson>;

export interface LearningParts {
  readonly database: Database;
  readonly learn: LearnFromDocument;
}

/** Queues learning from the corrections of an invoice, as the person who leaves the check. */
export function queueLearning(tx: Tx, invoiceId: number): void {
  sendJob(tx, learningJob, { invoice_id: invoiceId });
}

/**
 * The job that learns from the corrections of an invoice. The words of its pages are not stored, so the job reads the
 * original again, outside any transaction. A second run finds the hints of the first and learns nothing.
 */
export function learningJobs(parts: LearningParts): JobHandlers {
  return { [learningJob]: (job) => learn(parts, job, jobInput.parse(job.input).invoice_id) };
}

type Checked = CheckedInvoice &
  DaySources & {
    readonly file_id: string | null;
    readonly supplier_id: number | null;
    readonly recognition_raw: Reading | null;
  };

async function learn(
  { database, learn: learnFrom }: LearningParts,
  job: Job,
  invoiceId: number,
): Promise<{ state: string }> {
  const begin = async (tx: Tx) => {
    const found = await corrected(tx, invoiceId);
    // A document that crashes its reader teaches nothing.
    return found && (await beginReading(tx, 'lesson', job.id)) ? found : null;
  };
  const found = await asWriter(database, job.context, begin);
  if (!found) return { state: 'nothing_to_learn' };
  const { bytes, known, corrections, kept, supplierId } = found;
  const inTransaction = (run: (tx: Tx) => Promise<unknown>) => asWriter(database, job.context, run);
  const lesson = await countingEnds(inTransaction, 'lesson', job.id, () =>
    learnFrom(job.context.tenantId, bytes, known, corrections, kept),
  ).catch((error: unknown) => {
    if (error instanceof NotReadable) return null;
    throw error;
  });
  const end = async (tx: Tx) => {
    await readerAnswered(tx, 'lesson', job.id);
    if (lesson) await keepLesson(tx, job.context, { supplierId, invoiceId }, lesson);
  };
  await asWriter(database, job.context, end);
  return { state: lesson ? 'done' : 'nothing_to_learn' };
}

const lastReading = `select raw from invoice_recognition r where r.invoice_id = invoice.id and r.state = 'done'
  order by r.id desc limit 1`;

/**
 * Loads a read and corrected invoice of a known supplier with the data to learn from; null if there is nothing to
 * learn.
 */
async function corrected(tx: Tx, invoiceId: number) {
  const invoice = await tx.one<Checked>(
    `select coalesce(view_file_id, file_id) as file_id, supplier_id, (${lastReading}) as recognition_raw,
       (select payment_days from supplier s where s.id = invoice.supplier_id) as payment_days, service_to,
       ${Object.values(taughtColumns).join(', ')} from invoice where id = $1`,
    [invoiceId],
  );
  const { file_id, supplier_id: supplierId, recognition_raw: reading } = invoice;
  if (file_id === null || supplierId === null || reading === null) return null;
  const kept = await hintsOfSupplier(tx, supplierId);
  const hinted = new Set(kept.map(({ field }) => field));
  const corrections = correctionsOf(
    reading,
    invoice,
    hinted,
    proposedDays({ ...invoice, ...statedTerms(reading) }),
  );
  if (Object.keys(corrections).length === 0) return null;
  const [{ bytes }, own] = await Promise.all([readFile(tx, file_id), ownCompanies(tx)]);
  return { bytes, known: { own }, corrections, kept, supplierId };
}
