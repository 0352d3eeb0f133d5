import type { Day } from '../../../../base/day.ts';
import type { Amount } from '../../../../base/money.ts';
import type { Refusal } from '../../../../base/refusal.ts';
import type { Tx } from '../../../../platform/server/database.ts';

/** One invoice of a run. */
export interface Entry {
  readonly id: number;
  readonly invoice_id: number;
  /** Reverses an earlier export (EXP-24). */
  readonly is_reversal: boolean;
}

/** The export data of an invoice for its target. */
export interface EntryContent {
  readonly day: Day;
  /** In the invoice's currency, negative on a credit note; with the opposite sign on a reversal. */
  readonly gross: Amount;
  readonly currency: string;
  /** The same in the company's currency. */
  readonly control: Amount;
  /** The payload in the target's format, reused by later runs and reversals. */
  readonly payload: object;
}

/** The outcome of an entry; `uncertain` waits for manual confirmation. */
export type EntryEnd =
  | { readonly state: 'exported'; readonly reference?: string | null }
  | { readonly state: 'failed' | 'uncertain'; readonly problem: Refusal };

export async function pendingEntries(
  tx: Tx,
  runId: number,
  limit: number | null = null,
): Promise<readonly Entry[]> {
  return await tx.fixed<Entry>(
    `select id, invoice_id, is_reversal from invoice_export_entry
     where invoice_export_run_id = $1 and state = 'pending' order by id limit $2`,
    [runId, limit],
  );
}

/** The invoices of a run with a reversal being sent. */
export async function openReversals(tx: Tx, runId: number): Promise<ReadonlySet<number>> {
  const rows = await tx.fixed<{ readonly invoice_id: number }>(
    `select invoice_id from invoice_export_entry where invoice_export_run_id = $1 and is_reversal and state = 'sending'`,
    [runId],
  );
  return new Set(rows.map(({ invoice_id }) => invoice_id));
}

/** Whether the entry is still pending in an active run; locks it. */
export async function isPending(tx: Tx, id: number): Promise<boolean> {
  const found = await tx.maybeOne(
    `select e.id from invoice_export_entry e join invoice_export_run r on r.id = e.invoice_export_run_id
     where e.id = $1 and e.state = 'pending' and r.state = 'running' for update of e`,
    [id],
  );
  return found !== undefined;
}

/** Like `isPending` for many: locks and returns the pending entries, in the order of their ids. */
export async function pendingAmong(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await tx.fixed<{ readonly id: number }>(
    `select e.id from invoice_export_entry e join invoice_export_run r on r.id = e.invoice_export_run_id
     where e.id = any ($1) and e.state = 'pending' and r.state = 'running' order by e.id for update of e`,
    [ids],
  );
  return new Set(found.map(({ id }) => id));
}

/** The export data of an ended entry, or the reason of its failure. */
export type EndedEntry =
  | { readonly id: number; readonly content: EntryContent }
  | { readonly id: number; readonly problem: Refusal };

/** Ends pending entries and stores their export data; reversals are not allowed. */
export function endTogether(tx: Tx, ends: readonly EndedEntry[]): void {
  const rows = ends.map((end) =>
    'problem' in end
      ? { id: end.id, state: 'failed', problem: problemOf(end.problem) }
      : { id: end.id, state: 'exported', ...end.content },
  );
  tx.send(
    `update invoice_export_entry e set state = r.state, problem = r.problem, booked_on = r.day, gross = r.gross,
       currency = r.currency, control_amount = r.control, bookings = r.payload, ended_at = now()
     from json_to_recordset($1) as r(id bigint, state text, problem jsonb, day date, gross numeric, currency text,
       control numeric, payload jsonb)
     where e.id = r.id`,
    [JSON.stringify(rows)],
  );
}

/** Stores the export data of an entry; with a transfer, the entry is being sent from now on. */
export function noteContent(tx: Tx, id: number, content: EntryContent, transferId: number | null): void {
  tx.send(
    `update invoice_export_entry set booked_on = $2, gross = $3, currency = $4, control_amount = $5, bookings = $6,
       invoice_export_transfer_id = $7, state = case when $7::bigint is null then state else 'sending' end where id = $1`,
    [
      id,
      content.day,
      content.gross,
      content.currency,
      content.control,
      JSON.stringify(content.payload),
      transferId,
    ],
  );
}

/** Ends an entry that has not ended; a reversed export no longer waits for a reversal. */
export function endEntry(tx: Tx, id: number, end: EntryEnd): void {
  const problem = end.state === 'exported' ? null : problemText(end.problem);
  const reference = end.state === 'exported' ? (end.reference ?? null) : null;
  tx.send(
    `with ended as (update invoice_export_entry set state = $2, problem = $3, reference = coalesce($4, reference),
         ended_at = case when $2 = 'uncertain' then null else now() end where id = $1 and ended_at is null
       returning state, reverses_entry_id)
     update invoice_export_entry e set awaits_reversal = false from ended
     where e.id = ended.reverses_entry_id and ended.state = 'exported'`,
    [id, end.state, problem, reference],
  );
}

/** The stored form of a refusal. */
export function problemText(problem: Refusal): string {
  return JSON.stringify(problemOf(problem));
}

function problemOf({ code, field, values, problems }: Refusal): object {
  return { code, field, values, problems };
}
