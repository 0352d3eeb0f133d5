import { Refused, refuse } from '../../../../base/refusal.ts';
import { lockDocument } from '../../../../document/server/store.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { servedInvoice } from '../../../invoice/server/store.ts';
import { settleWithin } from '../exporting/leave.ts';
import type { Entry, EntryEnd } from '../runs/entries.ts';
import { countRun } from '../runs/runs.ts';
import { requireExporter } from '../runs/start.ts';

/** What somebody has found in the target about an invoice of which it does not say whether it has booked it (EXP-08). */
export interface Finding {
  readonly exported: boolean;
  /** Under which it is booked there. */
  readonly reference?: string | null | undefined;
  /** What he has to say about it, for the timeline of the invoice. */
  readonly comment?: string | null | undefined;
}

/** So many invoices of a run are settled in one transaction: nobody who wants one of them waits for long. */
const mostTogether = 50;

type OfRun = Entry & {
  readonly state: string;
  readonly invoice_export_run_id: number;
  readonly running_number: number;
};

const selectEntry = `select e.id, e.invoice_id, e.is_reversal, e.state, e.invoice_export_run_id, r.running_number
  from invoice_export_entry e join invoice_export_run r on r.id = e.invoice_export_run_id where e.id = $1`;

/**
 * Ends an uncertain entry as the person says, and its invoice with it. `tx` acts as the person. Repeating the same finding
 * does nothing. Refused: `permission_denied`, `not_found`, and `export_not_uncertain` where the export has ended otherwise,
 * was never in doubt or is still on its way.
 */
export async function settleEntry(tx: Tx, context: Context, id: number, finding: Finding): Promise<void> {
  requireExporter(context);
  await tx.one('select id from invoice_export_entry where id = $1', [id]);
  await settleFound(tx.as('writer'), context, id, finding);
}

/** As `settleEntry`, for whoever may; runs as writer. */
export async function settleFound(tx: Tx, context: Context, id: number, finding: Finding): Promise<void> {
  const { invoice_id } = await tx.one<Entry>(selectEntry, [id]);
  // Whoever says something about the same invoice at the same time waits here, and meets what is decided by then.
  await lockDocument(tx, context, servedInvoice, invoice_id, null);
  const entry = await tx.one<OfRun>(selectEntry, [id]);
  if (entry.state === (finding.exported ? 'exported' : 'failed')) return;
  if (entry.state !== 'uncertain') throw new Refused(refuse('export_not_uncertain'));
  await settleWithin(tx, context, entry, entry, endOf(finding), finding.comment ?? null);
  await countAgain(tx, entry.invoice_export_run_id);
}

/**
 * Ends up to 50 of the uncertain entries of a run, as far as the person sees their invoices; `left` says how many are still
 * to be settled by calling again. `tx` acts as the person. Refused: `permission_denied`, `not_found`.
 */
export async function settleRun(
  tx: Tx,
  context: Context,
  runId: number,
  finding: Finding,
): Promise<{ readonly settled: number; readonly left: number }> {
  requireExporter(context);
  const run = await tx.one<{ id: number; running_number: number }>(
    'select id, running_number from invoice_export_run where id = $1',
    [runId],
  );
  // In the order in which everybody locks who needs several.
  const found = await tx.query<Entry>(
    `select e.id, e.invoice_id, e.is_reversal from invoice_export_entry e join invoice i on i.id = e.invoice_id
     where e.invoice_export_run_id = $1 and e.state = 'uncertain' order by i.timeline_id limit $2`,
    [runId, mostTogether],
  );
  const writer = tx.as('writer');
  let settled = 0;
  for (const entry of found)
    if (await settleWithin(writer, context, run, entry, endOf(finding), finding.comment ?? null))
      settled += 1;
  if (settled > 0) await countAgain(writer, runId);
  const { left } = await tx.one<{ left: number }>(
    `select count(*)::int as left from invoice_export_entry e join invoice i on i.id = e.invoice_id
     where e.invoice_export_run_id = $1 and e.state = 'uncertain'`,
    [runId],
  );
  return { settled, left };
}

function endOf({ exported, reference }: Finding): EntryEnd {
  return exported
    ? { state: 'exported', reference: reference ?? null }
    : { state: 'failed', problem: refuse('export_not_booked') };
}

/** Locked first, so that what others have settled meanwhile is counted, too. */
async function countAgain(tx: Tx, runId: number): Promise<void> {
  await tx.one('select id from invoice_export_run where id = $1 for no key update', [runId]);
  await countRun(tx, runId);
}
