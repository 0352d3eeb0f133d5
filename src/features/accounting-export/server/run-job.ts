import { z } from 'zod';
import { isRefusal, type Refusal, Refused, refuse } from '../../../base/refusal.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { lockDocument } from '../../../document/server/store.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { Job, JobHandlers } from '../../../platform/server/jobs/jobs.ts';
import { servedInvoice } from '../../invoice/server/store.ts';
import { type BookedInvoice, bookedInvoice, controlAmount } from '../booked-invoice.ts';
import { hasFailed, hasLeft, leavingProblem, settledOutcome } from '../leaving.ts';
import { type LoadedCompany, loadCompany } from './load-company.ts';
import { loadExportedInvoice } from './load-invoice.ts';
import { writeRunArchives } from './run-archives.ts';
import { writeRunFiles } from './run-files.ts';
import { numberOfRun, type Run } from './runs.ts';
import { exportJob } from './start.ts';

export interface ExportRunParts {
  readonly database: Database;
}

const jobInput = z.object({ run_ids: z.array(z.int()) });
/** So many invoices are on their way at a time: while the database writes one, the next is decided. */
const atOnce = 4;
const asWriter = { role: 'writer' } as const;

/**
 * The job of runs. Each invoice is settled in a transaction of its own, in which it leaves and its entry says so; a job
 * that begins again goes on with those that have not (EXP-04). What has left is written to the files at the end.
 */
export function exportRunJobs(parts: ExportRunParts): {
  readonly handlers: JobHandlers;
  readonly givenUp: JobHandlers;
} {
  return {
    handlers: {
      [exportJob]: async (job) => {
        const { run_ids } = jobInput.parse(job.input);
        for (const id of run_ids) await work(parts, job, id);
        return { run_ids };
      },
    },
    givenUp: {
      [exportJob]: async (job) => {
        for (const id of jobInput.parse(job.input).run_ids) await giveUp(parts, job.context, id);
        return null;
      },
    },
  };
}

async function work(parts: ExportRunParts, job: Job, runId: number): Promise<void> {
  const { database } = parts;
  const { context } = job;
  const found = await database.inTenant(
    context,
    async (tx) => {
      const run = await tx.maybeOne<Run>(
        `update invoice_export_run set alive_at = now() where id = $1 and state = 'running'
         returning id, running_number, client_id, target, closed_period, includes_exported`,
        [runId],
      );
      return (
        run && { run, company: await loadCompany(tx, run.client_id), entries: await pendingOf(tx, runId) }
      );
    },
    asWriter,
  );
  if (!found) return;
  const { run, company, entries } = found;
  let settled = 0;
  await eachAtOnce(entries, atOnce, async (entry) => {
    await settle(parts, context, run, company, entry);
    settled += 1;
    if (settled % 50 === 0) await showProgress(parts, job, runId, (95 * settled) / entries.length);
  });
  await writeRunArchives(database, context, run, company);
  await writeRunFiles(database, context, run, company);
}

interface Entry {
  readonly id: number;
  readonly invoice_id: number;
}

async function pendingOf(tx: Tx, runId: number): Promise<readonly Entry[]> {
  return await tx.fixed<Entry>(
    `select id, invoice_id from invoice_export_entry where invoice_export_run_id = $1 and state = 'pending' order by id`,
    [runId],
  );
}

async function showProgress(
  { database }: ExportRunParts,
  job: Job,
  runId: number,
  percent: number,
): Promise<void> {
  await job.progress(percent);
  await database.inTenant(
    job.context,
    (tx) => tx.fixed('update invoice_export_run set alive_at = now() where id = $1', [runId]),
    asWriter,
  );
}

/** One invoice leaves, or is told why it does not. Whatever nobody expected fails the job, which then begins again. */
async function settle(
  { database }: ExportRunParts,
  context: Context,
  run: Run,
  company: LoadedCompany,
  entry: Entry,
): Promise<void> {
  try {
    await database.inTenant(context, (tx) => leave(tx, context, run, company, entry), asWriter);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // It is gone, or somebody holds it for long.
    await database.inTenant(
      context,
      async (tx) => endEntry(tx, entry.id, { problem: error.refusal }),
      asWriter,
    );
  }
}

async function leave(
  tx: Tx,
  context: Context,
  run: Run,
  company: LoadedCompany,
  { id, invoice_id }: Entry,
): Promise<void> {
  const document = await lockDocument(tx, context, servedInvoice, invoice_id, null);
  const [pending, situation, invoice] = await Promise.all([
    tx.maybeOne(
      `select e.id from invoice_export_entry e join invoice_export_run r on r.id = e.invoice_export_run_id
       where e.id = $1 and e.state = 'pending' and r.state = 'running' for update of e`,
      [id],
    ),
    loadSituation(tx, context, servedInvoice, document, { locksBudgets: false }),
    loadExportedInvoice(tx, invoice_id, company),
  ]);
  if (!pending) return;
  const booked =
    leavingProblem(situation, run.includes_exported) ?? bookedInvoice(invoice, company, run.closed_period);
  const decided = isRefusal(booked) ? hasFailed(situation, booked) : hasLeft(situation, numberOfRun(run));
  await saveOutcome(tx, context, servedInvoice, situation, settledOutcome(decided));
  endEntry(tx, id, isRefusal(booked) ? { problem: booked } : { booked });
}

type EntryEnd = { readonly problem: Refusal } | { readonly booked: BookedInvoice };

function endEntry(tx: Tx, id: number, end: EntryEnd): void {
  if ('problem' in end) {
    const { code, field, values, problems } = end.problem;
    tx.send(
      `update invoice_export_entry set state = 'failed', ended_at = now(), problem = $2 where id = $1 and state = 'pending'`,
      [id, JSON.stringify({ code, field, values, problems })],
    );
    return;
  }
  const { booked } = end;
  tx.send(
    `update invoice_export_entry set state = 'exported', ended_at = now(), booked_on = $2, gross = $3, currency = $4,
       control_amount = $5, bookings = $6 where id = $1`,
    [
      id,
      booked.day,
      booked.invoice.total_brutto,
      booked.invoice.currency,
      controlAmount(booked),
      JSON.stringify(booked),
    ],
  );
}

/** Nobody works on it any more: what has left is told in its files as soon as somebody resumes the run. */
async function giveUp({ database }: ExportRunParts, context: Context, runId: number): Promise<void> {
  const problem = JSON.stringify(refuse('export_interrupted'));
  await database.inTenant(
    context,
    async (tx) => {
      tx.send(
        `update invoice_export_entry set state = 'failed', ended_at = now(), problem = $2
         where invoice_export_run_id = $1 and state = 'pending'`,
        [runId, problem],
      );
      tx.send(
        `update invoice_export_run set state = 'failed', ended_at = now() where id = $1 and state = 'running'`,
        [runId],
      );
    },
    asWriter,
  );
}

/** Does the work for each, so many at a time, and ends with the first failure once all that were begun have ended. */
async function eachAtOnce<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const results = await Promise.allSettled(
    Array.from({ length: most }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
