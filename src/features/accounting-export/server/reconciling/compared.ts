import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { text } from '../../../../platform/server/texts.ts';
import { targets } from '../../../export-target/targets.ts';
import { type Finding, type Found, unknown } from '../../reconciling/found.ts';
import type { SendingEntry } from '../online/way.ts';
import { numberOfRun, type Run } from '../runs/runs.ts';
import { requireExporter } from '../runs/start.ts';
import type { settleEntry } from './settle-uncertain.ts';

/** What left with a run, or may have, and is looked for. */
export interface LookedEntry extends SendingEntry {
  readonly state: 'exported' | 'uncertain';
  readonly transfer_id: number | null;
}

export interface LookedRun extends Run {
  readonly state: string;
}

/** How many invoices of a run were found how, and of how many the doubt has ended. */
export type Compared = Readonly<Record<Finding | 'settled', number>>;

/** A run that has ended, for whoever may export and sees it; `tx` acts as the person. Refused by name otherwise. */
export async function lookedRun(tx: Tx, context: Context, runId: number): Promise<LookedRun> {
  requireExporter(context);
  await tx.one('select id from invoice_export_run where id = $1', [runId]);
  return await endedRun(tx.as('writer'), runId);
}

/** A run that has ended, for whoever may; runs as writer. Refused by name while it is running, and once it is withdrawn. */
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

/** What is looked for of a run, as far as the person sees its invoices. */
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

/** All that is looked for of a run; runs as writer. */
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
    `select id, invoice_id, is_reversal, bookings as told, reference, state, invoice_export_transfer_id as transfer_id
     from invoice_export_entry where id = any ($1) order by id`,
    [ids],
  );
}

/** What was found of a run, where and by whom. */
export interface FoundOfRun {
  readonly run: LookedRun;
  readonly source: 'target' | 'file';
  readonly entries: readonly LookedEntry[];
  readonly found: ReadonlyMap<number, Found>;
  /** Ends a doubt: `settleEntry` for a person, `settleFound` where nobody asked. */
  readonly settle: typeof settleEntry;
}

/**
 * Keeps what was found of a run, and ends doubts: what is there has left, what the target says to have refused has not. What
 * is merely not found waits for a person, because it would be paid twice if it were there (EXP-08). Where nothing is said
 * now, what was found before stays.
 *
 * @param tx as whoever settles
 */
export async function keepFound(
  tx: Tx,
  context: Context,
  { run, source, entries, found, settle }: FoundOfRun,
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
    await settle(tx, context, entry.id, { exported: isThere, reference: entry.reference, comment });
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
