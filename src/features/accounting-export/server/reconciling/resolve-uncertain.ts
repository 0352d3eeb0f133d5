import { Refused, refuse } from '../../../../base/refusal.ts';
import { lockDocument } from '../../../../document/server/store.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { servedInvoice } from '../../../invoice/server/store.ts';
import { endEntryWithin } from '../exporting/export-entry.ts';
import type { Entry, EntryEnd } from '../runs/entries.ts';
import { countRun } from '../runs/runs.ts';
import { requireExporter } from '../runs/start.ts';

/** A person's finding about an invoice whose booking the target does not report (EXP-08). */
export interface Finding {
  readonly exported: boolean;
  /** The reference of the booking at the target. */
  readonly reference?: string | null | undefined;
  /** The person's comment for the timeline of the invoice. */
  readonly comment?: string | null | undefined;
}

/** The number of invoices settled in one transaction, limited so that nobody waits long for one of them. */
const maxTogether = 50;

type OfRun = Entry & {
  readonly state: string;
  readonly invoice_export_run_id: number;
  readonly running_number: number;
};

const selectEntry = `select e.id, e.invoice_id, e.is_reversal, e.state, e.invoice_export_run_id, r.running_number
  from invoice_export_entry e join invoice_export_run r on r.id = e.invoice_export_run_id where e.id = $1`;

/**
 * Settles an uncertain entry and its invoice by a person's finding. `tx` acts as the person. Repeating the same
 * finding has no effect. Refuses with `permission_denied`, `not_found`, and `export_not_uncertain` where the export
 * has another outcome, was never in doubt or is still being sent.
 */
export async function resolveEntry(tx: Tx, context: Context, id: number, finding: Finding): Promise<void> {
  requireExporter(context);
  await tx.one('select id from invoice_export_entry where id = $1', [id]);
  await resolveFound(tx.as('writer'), context, id, finding);
}

/** Like `resolveEntry` without a check of rights; runs as writer. */
export async function resolveFound(tx: Tx, context: Context, id: number, finding: Finding): Promise<void> {
  const { invoice_id } = await tx.one<Entry>(selectEntry, [id]);
  // Simultaneous findings about the same invoice wait here and see the earlier decision.
  await lockDocument(tx, context, servedInvoice, invoice_id, null);
  const entry = await tx.one<OfRun>(selectEntry, [id]);
  if (entry.state === (finding.exported ? 'exported' : 'failed')) return;
  if (entry.state !== 'uncertain') throw new Refused(refuse('export_not_uncertain'));
  await endEntryWithin(tx, context, entry, entry, endOf(finding), finding.comment ?? null);
  await countAgain(tx, entry.invoice_export_run_id);
}

/**
 * Settles up to 50 uncertain entries of a run whose invoices the person sees; `left` is the number that remain for
 * further calls. `tx` acts as the person. Refuses with `permission_denied`, `not_found`.
 */
export async function resolveRun(
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
  // In the lock order of all multi-document writers.
  const found = await tx.query<Entry>(
    `select e.id, e.invoice_id, e.is_reversal from invoice_export_entry e join invoice i on i.id = e.invoice_id
     where e.invoice_export_run_id = $1 and e.state = 'uncertain' order by i.timeline_id limit $2`,
    [runId, maxTogether],
  );
  const writer = tx.as('writer');
  let settled = 0;
  for (const entry of found)
    if (await endEntryWithin(writer, context, run, entry, endOf(finding), finding.comment ?? null))
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

/** Locks the run first, so that entries settled concurrently are counted too. */
async function countAgain(tx: Tx, runId: number): Promise<void> {
  await tx.one('select id from invoice_export_run where id = $1 for no key update', [runId]);
  await countRun(tx, runId);
}
