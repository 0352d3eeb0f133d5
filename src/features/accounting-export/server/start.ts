import { Refused, refuse } from '../../../base/refusal.ts';
import { takeNumber } from '../../../document/server/numbers.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import { minutes } from '../../../platform/server/clock.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { enqueueJob } from '../../../platform/server/jobs/jobs.ts';
import type { ExportTarget } from '../../invoice/setting-fields.ts';
import { exportTargets, initialSettings } from '../../invoice/setting-fields.ts';
import type { ExportOrder } from '../export-order.ts';
import { numberOfRun } from './runs.ts';

/** The job that exports the invoices of one or more runs. */
export const exportJob = 'invoice_export';

/** A run that gives no sign of life for so long holds up no other (EXP-06). */
const lockEndsAfter = minutes(30);

/** Refuses whoever may not export, and whoever acts as somebody else (EXP-04, AUTH-29). */
export function requireExporter(context: Context): void {
  const isOther = context.actorId !== context.userId;
  if (isOther || !hasRole(context, 'user-export-invoice')) throw new Refused(refuse('permission_denied'));
}

interface Wanted {
  readonly id: number;
  readonly client_id: number;
}

/**
 * Begins one run for each company whose invoices are wanted, as far as the person sees them, and queues the job that does
 * the work. `tx` acts as the person. Refused: `permission_denied`, `nothing_to_export`, `export_not_yet` for targets that are not built, and `export_running` while another
 * run of a company is on its way.
 */
export async function startExport(
  tx: Tx,
  context: Context,
  order: ExportOrder,
): Promise<{ readonly jobId: number; readonly runIds: readonly number[] }> {
  requireExporter(context);
  const wanted = await findWanted(tx, order);
  if (wanted.length === 0) throw new Refused(refuse('nothing_to_export'));
  const writer = tx.as('writer');
  const target = await exportTarget(writer);
  if (target !== 'datev-csv') throw new Refused(refuse('export_not_yet', { values: { target } }));
  const runIds: number[] = [];
  const byCompany = Map.groupBy(wanted, ({ client_id }) => client_id);
  for (const [clientId, invoices] of [...byCompany].toSorted(([one], [other]) => one - other))
    runIds.push(await beginRun(writer, context, { clientId, target, order, invoices }));
  const jobId = await enqueueJob(writer, exportJob, { run_ids: runIds });
  await writer.query('update invoice_export_run set job_id = $1 where id = any ($2::bigint[])', [
    jobId,
    runIds,
  ]);
  return { jobId, runIds };
}

/** Those that wait, and by wish those that left before; a chosen one that does neither fails in its run, by name. */
async function findWanted(tx: Tx, order: ExportOrder): Promise<readonly Wanted[]> {
  const { invoice_ids: ids = null, client_id = null, from = null, to = null } = order;
  return await tx.query<Wanted>(
    `select id, client_id from invoice
     where ($1::bigint[] is null or id = any ($1)) and ($2::bigint is null or client_id = $2)
       and ($3::date is null or invoice_date >= $3) and ($4::date is null or invoice_date <= $4) and client_id is not null
       and ($1 is not null or status = 'export' or $5 and status = 'completed')
     order by client_id, invoice_date, id`,
    [ids, client_id, from, to, order.include_exported === true],
  );
}

/** Where the tenant's invoices are booked (EXP-01). */
async function exportTarget(tx: Tx): Promise<ExportTarget> {
  const row = await tx.maybeOne<{ value: string }>(
    `select value from configuration where key = 'invoice_export_target' and client_id is null`,
  );
  return exportTargets.find((target) => target === row?.value) ?? initialSettings.exportTarget;
}

interface NewRun {
  readonly clientId: number;
  readonly target: ExportTarget;
  readonly order: ExportOrder;
  readonly invoices: readonly Wanted[];
}

async function beginRun(
  tx: Tx,
  context: Context,
  { clientId, target, order, invoices }: NewRun,
): Promise<number> {
  await tx.one('select id from client where id = $1 for no key update', [clientId]);
  await giveUpSilentRun(tx, clientId);
  const running = await tx.maybeOne<{ running_number: number }>(
    `select running_number from invoice_export_run where client_id = $1 and state = 'running'`,
    [clientId],
  );
  if (running) throw new Refused(refuse('export_running', { values: { run: numberOfRun(running) } }));
  const { id } = await tx.one<{ id: number }>(
    `insert into invoice_export_run
       (tenant_id, running_number, client_id, target, closed_period, from_day, to_day, includes_exported, started_by_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      context.tenantId,
      await takeNumber(tx, 'EX'),
      clientId,
      target,
      order.closed_period ?? 'first_open_day',
      order.from ?? null,
      order.to ?? null,
      order.include_exported === true,
      context.userId,
    ],
  );
  await tx.query(
    `insert into invoice_export_entry (tenant_id, invoice_export_run_id, invoice_id)
     select $1, $2, wanted.id from unnest($3::bigint[]) with ordinality as wanted (id, place) order by wanted.place`,
    [context.tenantId, id, invoices.map((invoice) => invoice.id)],
  );
  return id;
}

/** Whatever has not left by a run that nobody works on any more waits for the next one. */
async function giveUpSilentRun(tx: Tx, clientId: number): Promise<void> {
  await tx.query(
    `with silent as (update invoice_export_run set state = 'failed', ended_at = now()
       where client_id = $1 and state = 'running' and alive_at < now() - make_interval(secs => $2 / 1000) returning id)
     update invoice_export_entry e set state = 'failed', ended_at = now(), problem = '{"code": "export_interrupted"}'
     from silent where e.invoice_export_run_id = silent.id and e.state = 'pending'`,
    [clientId, lockEndsAfter],
  );
}
