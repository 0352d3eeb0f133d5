import { z } from 'zod';
import { type Refusal, Refused, refuse } from '../../../../base/refusal.ts';
import { notifyOfChange } from '../../../../document/server/notify.ts';
import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { enqueueJob, type Job, type JobHandlers } from '../../../../platform/server/jobs/jobs.ts';
import { documentStatus } from '../../../../timeline/document-status.ts';
import { loadTimelines, lockTimelines } from '../../../../timeline/server/store.ts';
import type { Occasion } from '../../../../timeline/timeline.ts';
import { type ExportTarget, targets } from '../../../export-target/targets.ts';
import { invoiceKind } from '../../../invoice/kind.ts';
import { type ExportInRun, type Withdrawal, withdrawnTimeline } from '../../withdrawing.ts';
import { type InvoiceChange, occasionNow, saveInvoices } from '../exporting/many-invoices.ts';
import { reversalsAfterWithdrawal } from '../exporting/reversals.ts';
import { numberOfRun } from './runs.ts';
import { giveUpSilentRun, hasSilentRun, requireExporter } from './start.ts';

/** The job that withdraws a run (EXP-23). */
const withdrawalJob = 'invoice_export_withdrawal';

export const longestReason = 1000;
const jobInput = z.object({ run_id: z.int(), reason: z.string() });
/** The number of invoices loaded and saved at a time. */
const atOnce = 200;

/** The result of a withdrawal in invoices. */
export interface WithdrawalResult {
  readonly run_id: number;
  /** Invoices that wait for export again. */
  readonly returned: number;
  /** Invoices that had moved on, were discarded, or belong to another export. */
  readonly kept: number;
}

interface StoredRun {
  readonly id: number;
  readonly running_number: number;
  readonly client_id: number;
  readonly target: ExportTarget;
  readonly state: 'running' | 'done' | 'failed' | 'withdrawn';
  readonly withdrawn_by_id: number | null;
  readonly withdrawn_reason: string | null;
}

const selectRun = `select id, running_number, client_id, target, state, withdrawn_by_id, withdrawn_reason
  from invoice_export_run where id = $1`;

/**
 * Queues the withdrawal of a whole run; `tx` acts as the person. Returns the id of the job. Refuses with
 * `permission_denied`, `not_found`, and the reason why a run cannot be withdrawn.
 */
export async function orderWithdrawal(
  tx: Tx,
  context: Context,
  runId: number,
  reason: string,
): Promise<number> {
  requireExporter(context);
  const { client_id } = await tx.one<StoredRun>(selectRun, [runId]);
  const writer = tx.as('writer');
  // Ordering must not wait for the lock of a withdrawal in progress.
  if (await hasSilentRun(writer, client_id)) await giveUpSilentRun(writer, client_id);
  const run = await writer.one<StoredRun>(selectRun, [runId]);
  const problem = withdrawalProblem(run) ?? (await reversedProblem(writer, run));
  if (problem) throw new Refused(problem);
  return await enqueueJob(writer, withdrawalJob, { run_id: runId, reason });
}

/** A run can be withdrawn while its files are not imported, which only people know (EXP-23). */
function withdrawalProblem({ target, state, running_number }: StoredRun): Refusal | null {
  const values = { run: numberOfRun({ running_number }) };
  if (!targets[target].isFile) return refuse('not_withdrawable', { values });
  if (state === 'running') return refuse('export_running', { values });
  return state === 'withdrawn' ? refuse('already_withdrawn', { values }) : null;
}

/** The job of withdrawals: one transaction per run, so that a failure leaves the run either withdrawn or unchanged. */
export function withdrawalJobs({ database }: { readonly database: Database }): JobHandlers {
  return {
    [withdrawalJob]: (job) =>
      asWriter(database, job.context, (tx) => withdraw(tx, job, jobInput.parse(job.input))),
  };
}

async function withdraw(
  tx: Tx,
  job: Job,
  { run_id: runId, reason }: z.infer<typeof jobInput>,
): Promise<WithdrawalResult> {
  const { context } = job;
  requireExporter(context);
  const run = await lockRun(tx, runId);
  // The job was already completed, possibly by another job of the same person.
  if (run.withdrawn_by_id === context.userId && run.withdrawn_reason === reason)
    return { run_id: runId, returned: 0, kept: 0 };
  const problem =
    withdrawalProblem(run) ?? (await otherRunProblem(tx, run)) ?? (await reversedProblem(tx, run));
  if (problem) throw new Refused(problem);
  const exported = await tx.fixed<Exported>(selectExported, [runId]);
  await lockTimelines(
    tx,
    context,
    exported.map(({ timeline_id }) => timeline_id),
  );
  const occasion = await occasionNow(tx, context);
  const withdrawal = { run: numberOfRun(run), reason };
  let returned = 0;
  for (let start = 0; start < exported.length; start += atOnce) {
    const some = exported.slice(start, start + atOnce);
    returned += await withdrawSome(tx, context, some, occasion, withdrawal);
    await job.progress((100 * (start + some.length)) / exported.length);
  }
  tx.send(
    `update invoice_export_run set state = 'withdrawn', withdrawn_at = now(), withdrawn_by_id = $2, withdrawn_reason = $3
     where id = $1`,
    [runId, context.userId, reason],
  );
  const invoices = new Set(exported.map(({ invoice_id }) => invoice_id));
  return { run_id: runId, returned, kept: invoices.size - returned };
}

/** Locks out other runs and withdrawals of the company. */
async function lockRun(tx: Tx, runId: number): Promise<StoredRun> {
  const { client_id } = await tx.one<StoredRun>(selectRun, [runId]);
  await tx.one('select id from client where id = $1 for no key update', [client_id]);
  return await tx.one<StoredRun>(`${selectRun} for update`, [runId]);
}

/** Invoices of this run may be in another active run. */
async function otherRunProblem(tx: Tx, { client_id }: StoredRun): Promise<Refusal | null> {
  const running = await tx.maybeOne<{ running_number: number }>(
    `select running_number from invoice_export_run where client_id = $1 and state = 'running'`,
    [client_id],
  );
  return running ? refuse('export_running', { values: { run: numberOfRun(running) } }) : null;
}

/** An export reversed in another run cannot be withdrawn, because its reversal would have no booking (EXP-24). */
async function reversedProblem(tx: Tx, run: StoredRun): Promise<Refusal | null> {
  const reversing = await tx.maybeOne<{ running_number: number }>(
    `select o.running_number from invoice_export_entry e join invoice_export_entry r on r.reverses_entry_id = e.id
     join invoice_export_run o on o.id = r.invoice_export_run_id
     where e.invoice_export_run_id = $1 and e.state = 'exported' and r.state in ('exported', 'uncertain') and o.id <> $1
     order by o.running_number desc limit 1`,
    [run.id],
  );
  if (!reversing) return null;
  return refuse('withdraw_other_first', {
    values: { run: numberOfRun(run), other: numberOfRun(reversing) },
  });
}

interface Exported {
  readonly id: number;
  readonly invoice_id: number;
  readonly timeline_id: number;
  readonly is_reversal: boolean;
  readonly exported_before: boolean;
  readonly exported_later: boolean;
}

const exportedOtherwise = (side: '<' | '>') => `exists (select from invoice_export_entry o
  where o.invoice_id = e.invoice_id and o.id ${side} e.id and o.state = 'exported' and not o.is_reversal)`;

const selectExported = `select e.id, e.invoice_id, i.timeline_id, e.is_reversal, ${exportedOtherwise('<')} as exported_before,
    ${exportedOtherwise('>')} as exported_later
  from invoice_export_entry e join invoice i on i.id = e.invoice_id
  where e.invoice_export_run_id = $1 and e.state = 'exported' order by i.timeline_id`;

/** The time of the last valid export. */
const lastExport = `(select max(e.ended_at) from invoice_export_entry e
  where e.invoice_id = invoice.id and e.state = 'exported' and not e.is_reversal)`;

/** Returns the number of invoices that wait again. */
async function withdrawSome(
  tx: Tx,
  context: Context,
  some: readonly Exported[],
  occasion: Occasion,
  withdrawal: Withdrawal,
): Promise<number> {
  const timelines = await loadTimelines(
    tx,
    some.map(({ timeline_id }) => timeline_id),
  );
  const ids = some.map(({ id }) => id);
  tx.send(`update invoice_export_entry set state = 'withdrawn' where id = any ($1)`, [ids]);
  const awaiting = await reversalsAfterWithdrawal(tx, ids);
  const changes: InvoiceChange[] = [];
  let returned = 0;
  // A run can reverse several exports of a discarded invoice; those of a corrected one are reversed together with its
  // correction.
  for (const entries of Map.groupBy(some, ({ invoice_id }) => invoice_id).values()) {
    const entry = entries.find(({ is_reversal }) => !is_reversal) ?? entries[0];
    if (!entry) continue;
    const stored = timelines.get(entry.timeline_id);
    if (!stored) throw new Error(`invoice ${entry.invoice_id} has no timeline`);
    const timeline = withdrawnTimeline(stored.timeline, occasion, exportInRun(entry, awaiting), withdrawal);
    const status = documentStatus(invoiceKind.name, timeline);
    const before = documentStatus(invoiceKind.name, stored.timeline);
    if (before === 'completed' && status === 'export') returned += 1;
    changes.push({ documentId: entry.invoice_id, stored, changed: timeline, head: {} });
    notifyOfChange(tx, context, stored, timeline, withdrawal.reason);
  }
  saveInvoices(tx, context, changes, { exported_at: lastExport });
  return returned;
}

function exportInRun(
  { invoice_id, is_reversal, exported_before, exported_later }: Exported,
  awaiting: ReadonlySet<number>,
): ExportInRun {
  return {
    isReversal: is_reversal,
    exportedBefore: exported_before,
    exportedLater: exported_later,
    awaitsReversal: awaiting.has(invoice_id),
  };
}
