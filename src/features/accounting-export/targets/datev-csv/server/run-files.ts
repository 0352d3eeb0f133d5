import { Buffer } from 'node:buffer';
import { retentionYears } from '../../../../../platform/constants.ts';
import type { Context } from '../../../../../platform/context.ts';
import { asWriter } from '../../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../../platform/server/database.ts';
import { storeFile } from '../../../../../platform/server/files/files.ts';
import type { BookedInvoice } from '../../../booked-invoice.ts';
import { periodOf } from '../../../booking-day.ts';
import type { BookedRow } from '../../../model.ts';
import type { LoadedCompany } from '../../../server/content/load-company.ts';
import { type Batch, batchFile, batchName } from '../../../server/extf/batch.ts';
import { endRun, lacksFiles, noteFile, numberOfRun, type Run } from '../../../server/runs/runs.ts';

interface Exported {
  readonly bookings: BookedInvoice;
  readonly is_reversal: boolean;
}

/**
 * Writes the bookings of a run, one file per month (EXP-10), and ends the run in the same transaction, so that a
 * finished run has its files.
 */
export async function writeRunFiles(
  database: Database,
  context: Context,
  run: Run,
  company: LoadedCompany,
): Promise<void> {
  await asWriter(database, context, async (tx) => {
    const running = await tx.maybeOne(
      `select id from invoice_export_run r where id = $1 and (state = 'running' or ${lacksFiles}) for update`,
      [run.id],
    );
    if (!running) return;
    const exported = await tx.query<Exported>(
      `select bookings, is_reversal from invoice_export_entry
         where invoice_export_run_id = $1 and state = 'exported' order by id`,
      [run.id],
    );
    const { made_at } = await tx.one<{ made_at: string }>(
      `select to_char(now() at time zone app.time_zone(), 'YYYYMMDDHH24MISSMS') as made_at`,
    );
    const byPeriod = Map.groupBy(
      exported,
      ({ bookings }) => periodOf(bookings.day, company.fiscal_year_start).from,
    );
    for (const some of byPeriod.values()) {
      const period = periodOf(some[0]?.bookings.day ?? '', company.fiscal_year_start);
      const batch: Batch = { company, period, madeAt: made_at, label: numberOfRun(run) };
      await storeBatch(tx, context, run, batch, some);
    }
    await endRun(tx, run.id);
  });
}

async function storeBatch(
  tx: Tx,
  context: Context,
  run: Run,
  batch: Batch,
  exported: readonly Exported[],
): Promise<void> {
  const rows = exported.flatMap(rowsOf);
  const fileId = await storeFile(tx, {
    tenantId: context.tenantId,
    name: batchName(batch),
    mime: 'text/csv; charset=windows-1252',
    bytes: Buffer.concat([...batchFile(batch, rows)]),
    receivedBy: 'export',
    createdById: context.userId || null,
    showsAmounts: true,
    retentionYears: retentionYears.invoice,
  });
  await noteFile(tx, context, run, {
    fileId,
    content: 'bookings',
    period: batch.period,
    part: 1,
    count: rows.length,
  });
}

function rowsOf({
  bookings: { invoice, creditor, day, bookings },
  is_reversal: isReversal,
}: Exported): BookedRow[] {
  return bookings.map((booking) => ({ invoice, booking, creditor, day, isReversal }));
}
