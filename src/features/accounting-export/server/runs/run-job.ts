import { z } from 'zod';
import { refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database } from '../../../../platform/server/database.ts';
import type { CleanedJobs, Job } from '../../../../platform/server/jobs/jobs.ts';
import { loadCompany } from '../content/load-company.ts';
import { eachAtOnce } from '../exporting/each-at-once.ts';
import { endSent } from '../exporting/export-entry.ts';
import { exportAsFiles } from '../exporting/export-files.ts';
import { exportOnline } from '../online/export-online.ts';
import { giveUpTransfers } from '../online/transfers.ts';
import type { ExportTransports } from '../targets.ts';
import { pendingEntries } from './entries.ts';
import { endRun, lacksFiles, type Progress, type Run } from './runs.ts';
import { exportJob } from './start.ts';

export interface ExportRunParts {
  readonly database: Database;
  readonly transports: ExportTransports;
  /** The name of this process as taker of transfers; overridable. */
  readonly worker?: string;
}

const jobInput = z.object({ run_ids: z.array(z.int()) });
/** The number of concurrent transactions: while the database writes one, the next is decided. */
const atOnce = 2;

/**
 * The job of export runs. Each invoice is exported and its entry ended in one transaction; a restarted job continues
 * with the remaining ones (EXP-04).
 */
export function exportRunJobs(parts: ExportRunParts): CleanedJobs {
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
  const { database, transports, worker } = parts;
  const { context } = job;
  const found = await asWriter(database, context, async (tx) => {
    const run = await tx.maybeOne<Run>(
      `update invoice_export_run r set alive_at = now() where id = $1 and (state = 'running' or ${lacksFiles})
         returning id, running_number, client_id, target, closed_period, includes_exported`,
      [runId],
    );
    return run && { run, company: await loadCompany(tx, run.client_id) };
  });
  if (!found) return;
  const { run, company } = found;
  const progress = progressOf(parts, job, runId);
  const runParts = { database, context, run, company, progress, worker };
  const transport = transports[run.target];
  await ('open' in transport ? exportOnline(runParts, transport) : exportAsFiles(runParts, transport));
}

/** Reports the progress and a sign of life with every fiftieth invoice. */
function progressOf({ database }: ExportRunParts, job: Job, runId: number): Progress {
  return async (done, all) => {
    if (done % 50 !== 0) return;
    await job.progress((95 * done) / Math.max(all, 1));
    await asWriter(database, job.context, (tx) =>
      tx.fixed('update invoice_export_run set alive_at = now() where id = $1', [runId]),
    );
  };
}

/** After the job was given up: unexported invoices fail, and the files of exported ones are still written. */
async function giveUp(
  { database, transports }: ExportRunParts,
  context: Context,
  runId: number,
): Promise<void> {
  const found = await asWriter(database, context, async (tx) => {
    const run = await tx.maybeOne<Run>(
      `select id, running_number, client_id, target, closed_period, includes_exported from invoice_export_run
         where id = $1 and state = 'running'`,
      [runId],
    );
    if (!run) return;
    const [company, entries] = await Promise.all([loadCompany(tx, run.client_id), pendingEntries(tx, runId)]);
    return { run, company, entries };
  });
  if (!found) return;
  const { run, company, entries } = found;
  const problem = refuse('export_interrupted');
  await eachAtOnce(entries, atOnce, async (entry) => {
    await endSent(database, context, run, entry, { state: 'failed', problem });
  });
  const transport = transports[run.target];
  if (!('open' in transport)) return await transport.write(database, { context, run, company });
  await giveUpTransfers(database, context, run);
  await asWriter(database, context, (tx) => endRun(tx, run.id, 'failed'));
}
