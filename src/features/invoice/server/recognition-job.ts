import { z } from 'zod';
import { compareAmounts } from '../../../base/money.ts';
import { orRefuse } from '../../../base/refusal.ts';
import { holdCostCenters } from '../../../document/server/budget-store.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { notifyOfTask } from '../../../document/server/notify.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import type { LoadedSituation } from '../../../document/server/served-kind.ts';
import { lockDocument } from '../../../document/server/store.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { readFile } from '../../../platform/server/files/files.ts';
import type { CleanedJobs, Job } from '../../../platform/server/jobs/jobs.ts';
import { beginReading, countingEnds, readerAnswered } from '../../../platform/server/reading-cell/tries.ts';
import { currentEntry } from '../../../timeline/timeline.ts';
import { keptReading } from '../../recognition/kept-reading.ts';
import {
  type CarriedFile,
  type DocumentReading,
  type KnownParties,
  NotReadable,
  type Reading,
  type ReadingFailure,
} from '../../recognition/reading.ts';
import { isReminder } from '../../recognition/reminder.ts';
import { ownCompanies } from '../../recognition/server/store.ts';
import { followingNumber } from '../export-number.ts';
import { confirmedBySupplier } from '../known-seller.ts';
import type { InvoiceFacts } from '../model.ts';
import { readRate, statedRate } from '../rate.ts';
import { type FoundParties, filledForm, signOf } from '../recognised-form.ts';
import { namedOrderLines, recognisedLines, recognisedTaxRows } from '../recognised-lines.ts';
import { notRecognised, putAside, recognised } from '../recognising.ts';
import { untouched } from '../straight-through.ts';
import type { StoredInvoice } from './contents.ts';
import { hasPrepayments } from './found-links.ts';
import { findParties } from './found-parties.ts';
import { freeNumber } from './free-number.ts';
import { noteFurtherInvoices } from './further-invoices.ts';
import { taughtHints } from './hints.ts';
import { keepCarried } from './keep-carried.ts';
import { matchOrder } from './match-order.ts';
import { holdOrders } from './ordered.ts';
import { replaceRecognisedRows } from './recognised-rows.ts';
import { endRecognition, findRecognition, recognitionJob } from './recognitions.ts';
import { reopenArrivals, servedInvoice } from './store.ts';

/** Reads a document of a tenant in the reading cell; throws `NotReadable`. */
export type DocumentReader = (
  tenantId: number,
  bytes: Buffer,
  known: KnownParties,
) => Promise<DocumentReading>;

export interface RecognitionParts {
  readonly database: Database;
  readonly read: DocumentReader;
}

const jobInput = z.object({ invoice_id: z.int() });

/**
 * The job that reads the file of an invoice, and the handler of its final failure (REC-03, REC-04, REC-09). Reading
 * runs outside any transaction. After a worker crash the job starts again, but not a third time (TECH-20).
 */
export function recognitionJobs(parts: RecognitionParts): CleanedJobs {
  return {
    handlers: { [recognitionJob]: (job) => recognise(parts, job, jobInput.parse(job.input).invoice_id) },
    givenUp: {
      [recognitionJob]: (job) =>
        conclude(parts, job, jobInput.parse(job.input).invoice_id, {
          failure: 'unexpected',
          milliseconds: 0,
        }),
    },
  };
}

/** The result of a reading and its duration. */
type Ending = (
  | { readonly reading: Reading; readonly files: readonly CarriedFile[] }
  | { readonly failure: ReadingFailure }
) & {
  readonly milliseconds: number;
};

async function recognise(parts: RecognitionParts, job: Job, invoiceId: number): Promise<{ state: string }> {
  const found = await asWriter(parts.database, job.context, async (tx) => {
    if (!(await findRecognition(tx, job.id))) return 'dropped';
    if (!(await beginReading(tx, 'invoice', job.id))) return 'not_safe';
    const { file_id } = await tx.one<{ file_id: string }>(
      'select coalesce(view_file_id, file_id) as file_id from invoice where id = $1',
      [invoiceId],
    );
    const [file, own, taught] = await Promise.all([readFile(tx, file_id), ownCompanies(tx), taughtHints(tx)]);
    return { file, known: { own, taught } };
  });
  if (found === 'dropped') return { state: 'dropped' };
  if (found === 'not_safe') {
    return await conclude(parts, job, invoiceId, { failure: 'not_safe', milliseconds: 0 });
  }
  await job.progress(10);
  const { file, known } = found;
  const inTenant = (run: (tx: Tx) => Promise<unknown>) => asWriter(parts.database, job.context, run);
  const ending = await countingEnds(inTenant, 'invoice', job.id, () =>
    readWithin(parts, job.context.tenantId, file.bytes, known),
  );
  return await conclude(parts, job, invoiceId, ending);
}

async function readWithin(
  { read }: RecognitionParts,
  tenantId: number,
  bytes: Buffer,
  known: KnownParties,
): Promise<Ending> {
  const start = performance.now();
  try {
    const { files = [], ...reading } = await read(tenantId, bytes, known);
    return { reading: keptReading(reading), files, milliseconds: performance.now() - start };
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    return { failure: error.failure, milliseconds: performance.now() - start };
  }
}

/**
 * Saves the result of a reading and notifies the assignee of the next task (REC-04). Drops the result if the invoice
 * has gone on meanwhile (REC-08).
 */
async function conclude(
  { database }: RecognitionParts,
  job: Job,
  invoiceId: number,
  ending: Ending,
): Promise<{ state: string }> {
  const { context } = job;
  return await asWriter(database, context, async (tx) => {
    const document = await lockDocument(tx, context, servedInvoice, invoiceId, null);
    await readerAnswered(tx, 'invoice', job.id);
    const recognition = await findRecognition(tx, job.id);
    if (!recognition) return { state: 'dropped' };
    if (currentEntry(document.timeline)?.type !== 'invoice-recognition') {
      endRecognition(tx, recognition.id, { state: 'dropped' }, ending.milliseconds);
      return { state: 'dropped' };
    }
    const situation = await loadSituation(tx, context, servedInvoice, document, { locksBudgets: false });
    if ('failure' in ending) {
      const { failure } = ending;
      await saveOutcome(tx, context, servedInvoice, situation, orRefuse(notRecognised(situation, failure)));
      endRecognition(tx, recognition.id, { state: 'failed', failure }, ending.milliseconds);
      notifyOfTask(tx, context, document.storedTimeline.id);
      return { state: 'failed' };
    }
    const { reading: read, files } = ending;
    if (isReminder(read) && (await isUndecided(tx, invoiceId))) {
      await saveOutcome(tx, context, servedInvoice, situation, orRefuse(putAside(situation)));
      reopenArrivals(tx, invoiceId, 'reminder');
      endRecognition(tx, recognition.id, { state: 'done', reading: read }, ending.milliseconds);
      return { state: 'put_aside' };
    }
    // The channel of a cXML invoice tells its supplier where the document names none.
    const sentBy = read.eInvoice?.syntax === 'cxml' ? document.head.supplier_id : null;
    const parties = await findParties(tx, read, sentBy);
    const reading = confirmedBySupplier(read, parties.supplier);
    await saveReading(tx, context, situation, reading, parties);
    const fileIds = await keepCarried(tx, context, invoiceId, files);
    await noteFurtherInvoices(tx, context, invoiceId, files, fileIds);
    endRecognition(tx, recognition.id, { state: 'done', reading }, ending.milliseconds);
    await passUntouched(tx, context, invoiceId, reading);
    notifyOfTask(tx, context, document.storedTimeline.id);
    return { state: 'done' };
  });
}

/** Whether an invoice arrived by itself and is read for the first time, so that nobody called it one yet. */
async function isUndecided(tx: Tx, invoiceId: number): Promise<boolean> {
  const found = await tx.maybeOne(
    `select from invoice i join lb_user u on u.id = i.creator_id where i.id = $1 and u.is_system and not exists (
       select from invoice_recognition r where r.invoice_id = i.id and r.state <> 'queued')`,
    [invoiceId],
  );
  return found !== undefined;
}

/** Fills form and lines from the reading and starts the check (REC-04, INV-23). */
async function saveReading(
  tx: Tx,
  context: Context,
  situation: LoadedSituation<StoredInvoice, InvoiceFacts>,
  reading: Reading,
  parties: FoundParties,
): Promise<void> {
  const { document, facts } = situation;
  const sign = signOf(reading);
  const filled = filledForm(document.head, reading, parties);
  const read = { ...document.head, ...filled };
  const { procurementId, lines } = await matchOrder(
    tx,
    read,
    recognisedLines(reading, sign),
    parties.orderIds,
    namedOrderLines(reading),
  );
  const { exportTarget } = facts.settings;
  const wanted = followingNumber(document.head, read, exportTarget);
  const number = await freeNumber(tx, { ...read, id: document.id }, wanted, exportTarget);
  const isFinal =
    read.document_type === 'invoice' &&
    procurementId !== null &&
    compareAmounts(read.prepaid_amount, '0') > 0 &&
    (await hasPrepayments(tx, procurementId, read.currency));
  const head = {
    ...filled,
    ...(isFinal && { document_type: 'final' as const }),
    ...readRate(document.head, read, statedRate(reading, await currencyOf(tx, read.client_id))),
    number,
    procurement_id: procurementId,
  };
  // The automatic check reads the budgets, and cost centers must be locked before orders.
  holdCostCenters(
    tx,
    [read, ...lines].map(({ cost_center_id }) => cost_center_id),
  );
  holdOrders(tx, [document, { head, lines }]);
  await saveOutcome(tx, context, servedInvoice, situation, orRefuse(recognised(situation, head)));
  const taxRows = recognisedTaxRows(reading, sign);
  replaceRecognisedRows(tx, { tenantId: context.tenantId, invoiceId: document.id }, { lines, taxRows });
}

async function currencyOf(tx: Tx, clientId: number | null): Promise<string | null> {
  const company = await tx.maybeOne<{ currency: string }>('select currency from client where id = $1', [
    clientId,
  ]);
  return company?.currency ?? null;
}

/** Passes the check of an invoice without doubts automatically, if its company allows that (INV-24). */
async function passUntouched(tx: Tx, context: Context, invoiceId: number, reading: Reading): Promise<void> {
  const wanted = await tx.maybeOne<{ touchless: boolean }>(
    'select c.touchless_invoices as touchless from client c join invoice i on i.client_id = c.id where i.id = $1',
    [invoiceId],
  );
  if (!wanted?.touchless) return;
  const document = await lockDocument(tx, context, servedInvoice, invoiceId, null);
  const situation = await loadSituation(tx, context, servedInvoice, document);
  const passed = untouched(situation, reading);
  if (passed !== null) await saveOutcome(tx, context, servedInvoice, situation, passed);
}
