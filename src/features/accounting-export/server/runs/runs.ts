import { formatDocumentNumber } from '../../../../document/number.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { type ExportTarget, exportTargets, targets } from '../../../export-target/targets.ts';
import type { ClosedPeriod, Period } from '../../booking-day.ts';
import type { LoadedCompany } from '../content/load-company.ts';

/** The run data that its job needs. */
export interface Run {
  readonly id: number;
  readonly running_number: number;
  readonly client_id: number;
  readonly target: ExportTarget;
  readonly closed_period: ClosedPeriod;
  readonly includes_exported: boolean;
}

/** Reports the progress of a run in invoices. */
export type Progress = (done: number, all: number) => Promise<void>;

/** A run with its company, as targets need it. */
export interface RunOfCompany {
  readonly context: Context;
  readonly run: Run;
  readonly company: LoadedCompany;
}

export interface RunParts extends RunOfCompany {
  readonly database: Database;
  readonly progress: Progress;
  /** The name of the taker of transfers; defaults to this process. */
  readonly worker?: string | undefined;
}

/** `EX-000012` */
export function numberOfRun({ running_number }: Pick<Run, 'running_number'>): string {
  return formatDocumentNumber('EX', running_number);
}

/** A file written by a run: bookings or their documents. */
export interface RunFile {
  readonly fileId: string;
  readonly content: 'bookings' | 'documents';
  readonly period: Period;
  readonly part: number;
  /** The number of bookings or documents. */
  readonly count: number;
}

export async function noteFile(
  tx: Tx,
  { tenantId }: Context,
  run: Run,
  { fileId, content, period, part, count }: RunFile,
): Promise<void> {
  await tx.fixed(
    `insert into invoice_export_file (tenant_id, invoice_export_run_id, file_id, content, from_day, to_day, part, booking_count)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenantId, run.id, fileId, content, period.from, period.to, part, count],
  );
}

const fileTargets = exportTargets.filter((name) => targets[name].isFile);

/** Whether a run `r` was given up after exporting invoices but before writing its files. */
export const lacksFiles = `r.state = 'failed' and r.target in (${fileTargets.map((name) => `'${name}'`).join()})
  and exists (select from invoice_export_entry e where e.invoice_export_run_id = r.id and e.state = 'exported')
  and not exists (select from invoice_export_file f where f.invoice_export_run_id = r.id and f.content = 'bookings')`;

/** Ends a run with the counts of its exported invoices. */
export async function endRun(tx: Tx, runId: number, state: 'done' | 'failed' = 'done'): Promise<void> {
  await Promise.all([
    tx.fixed('update invoice_export_run set state = $2, ended_at = now() where id = $1', [runId, state]),
    countRun(tx, runId),
  ]);
}

/** Counts the exported and failed invoices of a run. */
export async function countRun(tx: Tx, runId: number): Promise<void> {
  await tx.fixed(
    `update invoice_export_run r set exported_count = e.exported, failed_count = e.failed, control_total = e.total
     from (select count(*) filter (where state = 'exported') as exported, count(*) filter (where state = 'failed') as failed,
         coalesce(sum(control_amount) filter (where state = 'exported'), 0) as total
       from invoice_export_entry where invoice_export_run_id = $1) e where r.id = $1`,
    [runId],
  );
}
