import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { text } from '../../../../platform/server/texts.ts';
import { targets } from '../../../export-target/targets.ts';
import { type Finding, type Found, unknown } from '../../reconciling/found.ts';
import type { SendingEntry } from '../online/transport.ts';
import { numberOfRun, type Run } from '../runs/runs.ts';
import { requireExporter } from '../runs/start.ts';
import type { resolveEntry } from './resolve-uncertain.ts';

/** An invoice of a run that was or may have been exported and is compared. */
export interface LookedEntry extends SendingEntry {
  readonly state: 'exported' | 'uncertain';
  readonly transfer_id: number | null;
}

export interface LookedRun extends Run {
  readonly state: string;
}

/** The number of invoices per finding, and of settled doubts. */
export type Compared = Readonly<Record<Finding | 'settled', number>>;

/** An ended run, for a person who may export and sees it; `tx` acts as the person. Refused otherwise. */
export async function lookedRun(tx: Tx, context: Context, runId: number): Promise<LookedRun> {
  requireExporter(context);
  await tx.one('select id from invoice_export_run where id = $1', [runId]);
  return await endedRun(tx.as('writer'), runId);
}

/** An ended run without a check of rights; runs as writer. Refused while it is running, and after it was withdrawn. */
export async function endedRun(tx: Tx, runId: number): Promise<LookedRun> {
  const run = await tx.one<LookedRun>(
    `select id, running_number, client_id, target, closed_period, includes_exported, state from invoice_export_run
     where id = $1`,
    [runId],
  );
  const values = { run: numberOfRun(run) };
  if (run.state === 'running') throw new Refused(refuse('export_running', { values }));
  if (run.state === 'withdrawn') throw new Refused(refuse('already_withdrawn', { values }));
  return run;
}

/** The compared invoices of a run that the person sees. */
export async function lookedEntries(tx: Tx, runId: number): Promise<readonly LookedEntry[]> {
  const seen = await tx.query<{ id: number }>(
    `select e.id from invoice_export_entry e join invoice i on i.id = e.invoice_id
     where e.invoice_export_run_id = $1 and e.state in ('exported', 'uncertain')`,
    [runId],
  );
  return await entriesOf(
    tx.as('writer'),
    seen.map(({ id }) => id),
  );
}

/** All compared invoices of a run; runs as writer. */
export async function allLookedEntries(tx: Tx, runId: number): Promise<readonly LookedEntry[]> {
  const all = await tx.fixed<{ id: number }>(
    `select id from invoice_export_entry where invoice_export_run_id = $1 and state in ('exported', 'uncertain')`,
    [runId],
  );
  return await entriesOf(
    tx,
    all.map(({ id }) => id),
  );
}

async function entriesOf(tx: Tx, ids: readonly number[]): Promise<readonly LookedEntry[]> {
  return await tx.fixed<LookedEntry>(
    `select id, invoice_id, is_reversal, bookings as payload, reference, state, invoice_export_transfer_id as transfer_id
     from invoice_export_entry where id = any ($1) order by id`,
    [ids],
  );
}

/** The findings for a run with their source. */
export interface FoundOfRun {
  readonly run: LookedRun;
  readonly source: 'target' | 'file';
  readonly entries: readonly LookedEntry[];
  readonly found: ReadonlyMap<number, Found>;
  /** Settles a doubt: `resolveEntry` for a person, `resolveFound` for a job. */
  readonly resolve: typeof resolveEntry;
}

/**
 * Stores the findings for a run and settles doubts: found invoices were exported, invoices that the target reports as
 * refused were not. Invoices that are merely not found wait for a person, because exporting them again could lead to
 * double payment (EXP-08). An unknown state keeps the earlier finding.
 *
 * @param tx acts as the person or job that settles
 */
export async function keepFound(
  tx: Tx,
  context: Context,
  { run, source, entries, found, resolve }: FoundOfRun,
): Promise<Compared> {
  const counts = { arrived: 0, changed: 0, missing: 0, unknown: 0, settled: 0 };
  const comment = text(context.language, `invoice_export.found_in.${source}`, {
    target: targets[run.target].system,
  });
  for (const entry of entries) {
    const { finding, isRefused } = found.get(entry.id) ?? unknown;
    counts[finding] += 1;
    const isThere = finding === 'arrived' || finding === 'changed';
    if (entry.state !== 'uncertain' || !(isThere || isRefused)) continue;
    await resolve(tx, context, entry.id, { exported: isThere, reference: entry.reference, comment });
    counts.settled += 1;
  }
  const rows = entries.map(({ id }) => ({ id, ...(found.get(id) ?? unknown) }));
  const writer = tx.as('writer');
  await writer.query(
    `update invoice_export_entry e set found = r.finding, differences = nullif(r.differences, '[]'::jsonb)
     from jsonb_to_recordset($1) as r(id bigint, finding text, differences jsonb)
     where e.id = r.id and (r.finding <> 'unknown' or e.found is null)`,
    [JSON.stringify(rows)],
  );
  await writer.query('update invoice_export_run set compared_at = now(), compared_with = $2 where id = $1', [
    run.id,
    source,
  ]);
  return counts;
}
