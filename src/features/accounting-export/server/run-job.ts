import { z } from 'zod';
import { isRefusal, type Refusal, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import type { Job, JobHandlers } from '../../../platform/server/jobs/jobs.ts';
import { bookedInvoice, controlAmount } from '../booked-invoice.ts';
import type { ExportedInvoice } from '../model.ts';
import { eachAtOnce } from './each-at-once.ts';
import { type Entry, type Leaving, pendingEntries } from './entries.ts';
import { asWriter, decide, settle } from './leave.ts';
import { leaveTogether } from './leave-together.ts';
import { type LoadedCompany, loadCompany } from './load-company.ts';
import { loadExportedInvoice } from './load-invoice.ts';
import { leaveOnline } from './online/leave-online.ts';
import { giveUpTransfers } from './online/transfers.ts';
import type { OnlineWays } from './online/way.ts';
import { reversalAsFile } from './reversals.ts';
import { writeRunArchives } from './run-archives.ts';
import { endRun, lacksFiles, writeRunFiles } from './run-files.ts';
import type { Progress, Run } from './runs.ts';
import { exportJob } from './start.ts';

export interface ExportRunParts {
  readonly database: Database;
  readonly ways: OnlineWays;
  /** In the place of this process, under whose name transfers are taken. */
  readonly worker?: string;
}

const jobInput = z.object({ run_ids: z.array(z.int()) });
/** So many invoices leave together in one transaction. */
const together = 100;
/** So many transactions at a time: while the database writes one, the next is decided. */
const atOnce = 2;

/**
 * The job of runs. Each invoice is settled in one transaction, in which it leaves and its entry says so; a job that begins
 * again goes on with those that have not (EXP-04).
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
  const { database, ways, worker } = parts;
  const { context } = job;
  const found = await database.inTenant(
    context,
    async (tx) => {
      const run = await tx.maybeOne<Run>(
        `update invoice_export_run r set alive_at = now() where id = $1 and (state = 'running' or ${lacksFiles})
         returning id, running_number, client_id, target, closed_period, includes_exported`,
        [runId],
      );
      return run && { run, company: await loadCompany(tx, run.client_id) };
    },
    asWriter,
  );
  if (!found) return;
  const { run, company } = found;
  const progress = progressOf(parts, job, runId);
  if (run.target === 'datev-csv') await leaveAsFiles(database, context, run, company, progress);
  else await leaveOnline({ database, context, run, company, progress, worker }, ways[run.target]);
}

async function leaveAsFiles(
  database: Database,
  context: Context,
  run: Run,
  company: LoadedCompany,
  progress: Progress,
): Promise<void> {
  const entries = await database.inTenant(context, (tx) => pendingEntries(tx, run.id), asWriter);
  const { reversals = [], bookings = [] } = Object.groupBy(entries, ({ is_reversal }) =>
    is_reversal ? 'reversals' : 'bookings',
  );
  let decided = 0;
  const takeBack = (tx: Tx, entry: Entry) => reversalAsFile(tx, entry, run, company);
  // What is corrected is taken back before its correction leaves (INV-30).
  await eachAtOnce(reversals, atOnce, async (entry) => {
    await decide(database, context, run, entry, takeBack, null);
    decided += 1;
    await progress(decided, entries.length);
  });
  await eachAtOnce(stacksOf(bookings), atOnce, async (stack) => {
    await leaveInStack(database, context, run, company, stack);
    decided += stack.length;
    await progress(decided, entries.length);
  });
  await writeRunArchives(database, context, run, company);
  await writeRunFiles(database, context, run, company);
}

/** One that cannot be decided about with the others stands in the way of none of them: then each is on its own. */
async function leaveInStack(
  database: Database,
  context: Context,
  run: Run,
  company: LoadedCompany,
  stack: readonly Entry[],
): Promise<void> {
  const book = (invoice: ExportedInvoice) => leavingOf(invoice, company, run);
  try {
    await leaveTogether(database, context, run, company, stack, book);
  } catch {
    for (const entry of stack) {
      const bookOne = async (tx: Tx) => book(await loadExportedInvoice(tx, entry.invoice_id, company));
      await decide(database, context, run, entry, bookOne, null);
    }
  }
}

function stacksOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const count = Math.ceil(entries.length / together);
  return Array.from({ length: count }, (_, place) => entries.slice(place * together, (place + 1) * together));
}

/** What leaves of an invoice in a file of bookings. */
function leavingOf(invoice: ExportedInvoice, company: LoadedCompany, run: Run): Leaving | Refusal {
  const booked = bookedInvoice(invoice, company, run.closed_period);
  if (isRefusal(booked)) return booked;
  const { total_brutto: gross, currency } = invoice;
  return { day: booked.day, gross, currency, control: controlAmount(booked), told: booked };
}

/** Tells how far a run is, and that somebody works on it, with every fiftieth invoice. */
function progressOf({ database }: ExportRunParts, job: Job, runId: number): Progress {
  return async (done, all) => {
    if (done % 50 !== 0) return;
    await job.progress((95 * done) / Math.max(all, 1));
    await database.inTenant(
      job.context,
      (tx) => tx.fixed('update invoice_export_run set alive_at = now() where id = $1', [runId]),
      asWriter,
    );
  };
}

/** Nobody works on it any more: what has not left says so, and what has left in files is told in them all the same. */
async function giveUp({ database }: ExportRunParts, context: Context, runId: number): Promise<void> {
  const found = await database.inTenant(
    context,
    async (tx) => {
      const run = await tx.maybeOne<Run>(
        `select id, running_number, client_id, target, closed_period, includes_exported from invoice_export_run
         where id = $1 and state = 'running'`,
        [runId],
      );
      if (!run) return;
      const [company, entries] = await Promise.all([
        loadCompany(tx, run.client_id),
        pendingEntries(tx, runId),
      ]);
      return { run, company, entries };
    },
    asWriter,
  );
  if (!found) return;
  const { run, company, entries } = found;
  const problem = refuse('export_interrupted');
  await eachAtOnce(entries, atOnce, async (entry) => {
    await settle(database, context, run, entry, { state: 'failed', problem });
  });
  if (run.target === 'datev-csv') {
    await writeRunArchives(database, context, run, company);
    await writeRunFiles(database, context, run, company);
    return;
  }
  await giveUpTransfers(database, context, run);
  await database.inTenant(context, (tx) => endRun(tx, run.id, 'failed'), asWriter);
}
