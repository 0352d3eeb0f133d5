import { Refused, refuse } from '../../../../base/refusal.ts';
import { takeNumber } from '../../../../document/server/numbers.ts';
import type { Context } from '../../../../platform/context.ts';
import { requireMeans } from '../../../../platform/means.ts';
import { minutes } from '../../../../platform/server/clock.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { enqueueJob } from '../../../../platform/server/jobs/jobs.ts';
import { requireRole } from '../../../../platform/server/required-role.ts';
import { type ExportTarget, exportTargets, targets } from '../../../export-target/targets.ts';
import { initialSettings } from '../../../invoice/setting-fields.ts';
import type { ExportOrder } from '../../export-order.ts';
import { addReversals, findReversals, type WaitingReversal } from '../exporting/reversals.ts';
import { giveUpSending } from '../online/transfers.ts';
import { numberOfRun } from './runs.ts';

/** The job that exports the invoices of one or more runs. */
export const exportJob = 'invoice_export';

/** A run without a sign of life for this long no longer blocks others (EXP-06). */
const lockEndsAfter = minutes(30);

/** Refuses people without the right to export, and acting as another person (EXP-04, AUTH-29). */
export function requireExporter(context: Context): void {
  requireMeans(context, 'four_eyes');
  requireRole(context, 'user-export-invoice');
}

interface Wanted {
  readonly id: number;
  readonly client_id: number;
}

/**
 * Starts a run for each company with wanted invoices or waiting reversals (EXP-24) that the person sees, and queues
 * their job. `tx` acts as the person. Refuses with `permission_denied`, `nothing_to_export`, and `export_running`
 * while another run of a company is active.
 */
export async function startExport(tx: Tx, context: Context, order: ExportOrder): Promise<StartedExport> {
  requireExporter(context);
  return await beginExport(tx, context, order, { id: context.userId, isAutomatic: false });
}

/** The owner of the runs: the person who ordered them, or who set the company to automatic exports (EXP-27). */
export interface RunOwner {
  readonly id: number | null;
  readonly isAutomatic: boolean;
}

interface StartedExport {
  readonly jobId: number;
  readonly runIds: readonly number[];
}

/** Like `startExport` without a check of rights; `tx` sees the exportable invoices. */
export async function beginExport(
  tx: Tx,
  context: Context,
  order: ExportOrder,
  owner: RunOwner,
): Promise<StartedExport> {
  const wanted = await findWanted(tx, order);
  const reversals = await findReversals(tx, order, wanted);
  if (wanted.length + reversals.length === 0) throw new Refused(refuse('nothing_to_export'));
  const writer = tx.as('writer');
  const usual = await exportTarget(writer);
  const runIds: number[] = [];
  const companies = new Set([...wanted, ...reversals].map(({ client_id }) => client_id));
  for (const clientId of [...companies].toSorted((one, other) => one - other)) {
    const ofCompany = ({ client_id }: { readonly client_id: number }) => client_id === clientId;
    const content = contentOf(wanted.filter(ofCompany), reversals.filter(ofCompany), usual);
    await giveUpSilentRun(writer, clientId);
    runIds.push(await beginRun(writer, context, { clientId, order, owner, ...content }));
  }
  const jobId = await enqueueJob(writer, exportJob, { run_ids: runIds });
  await writer.query('update invoice_export_run set job_id = $1 where id = any ($2::bigint[])', [
    jobId,
    runIds,
  ]);
  return { jobId, runIds };
}

/**
 * The waiting invoices and, if ordered, exported ones; a chosen invoice that is neither fails in its run with the
 * reason. `findReversals` finds the reversals of discarded invoices.
 */
async function findWanted(tx: Tx, order: ExportOrder): Promise<readonly Wanted[]> {
  const { invoice_ids: ids = null, client_id = null, from = null, to = null } = order;
  return await tx.query<Wanted>(
    `select id, client_id from invoice
     where ($1::bigint[] is null or id = any ($1)) and ($2::bigint is null or client_id = $2)
       and ($3::date is null or invoice_date >= $3) and ($4::date is null or invoice_date <= $4) and client_id is not null
       and ($1 is not null and status <> 'declined-exported'
         or not is_leaving and (status = 'export' or $5 and status = 'completed'))
     order by client_id, invoice_date, id`,
    [ids, client_id, from, to, order.include_exported === true],
  );
}

/** The content of a run and its target. */
interface RunContent {
  readonly target: ExportTarget;
  readonly invoices: readonly Wanted[];
  readonly reversals: readonly WaitingReversal[];
}

/**
 * A reversal goes to the target of its booking. If the tenant has another target now, the reversal gets its own run
 * once nothing else of the company waits; a correction waits for it (INV-30).
 */
function contentOf(
  invoices: readonly Wanted[],
  waiting: readonly WaitingReversal[],
  usual: ExportTarget,
): RunContent {
  const of = (target: ExportTarget) => waiting.filter((one) => one.target === target);
  const elsewhere = new Set(waiting.filter((one) => one.target !== usual).map((one) => one.invoice_id));
  const ready = invoices.filter(({ id }) => !elsewhere.has(id));
  const former = ready.length + of(usual).length === 0 ? waiting[0]?.target : undefined;
  const target = former ?? usual;
  return { target, invoices: ready, reversals: of(target) };
}

/** The tenant's export target (EXP-01). */
async function exportTarget(tx: Tx): Promise<ExportTarget> {
  const row = await tx.maybeOne<{ value: string }>(
    `select value from configuration where key = 'invoice_export_target' and client_id is null`,
  );
  return exportTargets.find((target) => target === row?.value) ?? initialSettings.exportTarget;
}

interface NewRun extends RunContent {
  readonly clientId: number;
  readonly order: ExportOrder;
  readonly owner: RunOwner;
}

async function beginRun(
  tx: Tx,
  context: Context,
  { clientId, target, order, owner, invoices, reversals }: NewRun,
): Promise<number> {
  const running = await tx.maybeOne<{ running_number: number }>(
    `select running_number from invoice_export_run where client_id = $1 and state = 'running'`,
    [clientId],
  );
  if (running) throw new Refused(refuse('export_running', { values: { run: numberOfRun(running) } }));
  const { id } = await tx.one<{ id: number }>(
    `insert into invoice_export_run
       (tenant_id, running_number, client_id, target, closed_period, from_day, to_day, includes_exported, started_by_id,
        is_automatic)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      context.tenantId,
      await takeNumber(tx, 'EX'),
      clientId,
      target,
      order.closed_period ?? 'first_open_day',
      order.from ?? null,
      order.to ?? null,
      order.include_exported === true,
      owner.id,
      owner.isAutomatic,
    ],
  );
  await addReversals(tx, { tenantId: context.tenantId, runId: id }, reversals);
  // Invoices possibly exported in an earlier run wait for manual confirmation.
  await tx.query(
    `insert into invoice_export_entry (tenant_id, invoice_export_run_id, invoice_id, state, ended_at, problem)
     select $1, $2, wanted.id, case when open.id is null then 'pending' else 'failed' end,
       case when open.id is not null then now() end, case when open.id is not null then '{"code": "export_uncertain"}'::jsonb end
     from unnest($3::bigint[]) with ordinality as wanted (id, place)
     left join invoice_export_entry open on open.invoice_id = wanted.id and open.ended_at is null and not open.is_reversal
     order by wanted.place`,
    [context.tenantId, id, invoices.map((invoice) => invoice.id)],
  );
  return id;
}

const isSilent = `state = 'running' and alive_at < now() - make_interval(secs => $2 / 1000)`;

/** Whether the company has an active run without a sign of life. Does not wait for locks; runs as writer. */
export async function hasSilentRun(tx: Tx, clientId: number): Promise<boolean> {
  const silent = await tx.maybeOne(
    `select id from invoice_export_run where client_id = $1 and ${isSilent} limit 1`,
    [clientId, lockEndsAfter],
  );
  return silent !== undefined;
}

/**
 * Ends a company's run without a sign of life: pending invoices wait for the next run, and invoices that the target
 * may have received wait for manual confirmation. No other run of the company can start until the transaction ends.
 * Runs as writer.
 */
export async function giveUpSilentRun(tx: Tx, clientId: number): Promise<void> {
  await tx.one('select id from client where id = $1 for no key update', [clientId]);
  const silent = await tx.query<{ id: number; target: ExportTarget }>(
    `with silent as (update invoice_export_run set state = 'failed', ended_at = now()
       where client_id = $1 and ${isSilent} returning id, target),
     given_up as (update invoice_export_entry e set state = 'failed', ended_at = now(), problem = '{"code": "export_interrupted"}'
       from silent where e.invoice_export_run_id = silent.id and e.state = 'pending')
     select id, target from silent`,
    [clientId, lockEndsAfter],
  );
  for (const { id } of silent) giveUpSending(tx, id);
  // Writes the files of the invoices that the given-up runs had exported.
  const lackFiles = silent.flatMap(({ id, target }) => (targets[target].isFile ? [id] : []));
  if (lackFiles.length > 0) await enqueueJob(tx, exportJob, { run_ids: lackFiles });
}
