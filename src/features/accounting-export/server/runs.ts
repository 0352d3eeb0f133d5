import { formatDocumentNumber } from '../../../document/number.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { ExportTarget } from '../../invoice/setting-fields.ts';
import type { ClosedPeriod, Period } from '../booking-day.ts';

/** A run as its job needs it. */
export interface Run {
  readonly id: number;
  readonly running_number: number;
  readonly client_id: number;
  readonly target: ExportTarget;
  readonly closed_period: ClosedPeriod;
  readonly includes_exported: boolean;
}

/** Tells how far the job of a run is: so many invoices of all. */
export type Progress = (done: number, all: number) => Promise<void>;

/** `EX-000012` */
export function numberOfRun({ running_number }: Pick<Run, 'running_number'>): string {
  return formatDocumentNumber('EX', running_number);
}

/** A file that a run has written: bookings, or the documents that belong to them. */
export interface RunFile {
  readonly fileId: string;
  readonly content: 'bookings' | 'documents';
  readonly period: Period;
  readonly part: number;
  /** Of bookings or documents. */
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
