import { createHash } from 'node:crypto';
import type { Day } from '../../../../base/day.ts';
import { type Amount, minus } from '../../../../base/money.ts';
import { type Refusal, refuse } from '../../../../base/refusal.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { ExportTarget } from '../../../export-target/targets.ts';
import type { ExportOrder } from '../../export-order.ts';
import type { Entry, EntryContent } from '../runs/entries.ts';

/** An export to be reversed (EXP-24), as stored in its entry. */
export interface Reversed {
  readonly day: Day;
  /** In the invoice's currency, as exported: the reversal has the opposite sign. */
  readonly gross: Amount;
  readonly currency: string;
  /** The same in the company's currency. */
  readonly control: Amount;
  /** `EntryContent.payload` of the reversed entry. */
  readonly payload: unknown;
  /** The reference in the target. */
  readonly reference: string | null;
  /** The GUID of the reversal, the same for every attempt (EXP-24). */
  readonly guid: string;
}

/**
 * Loads the export to be reversed; refuses where none waits any more. Runs as writer, under the lock of the invoice.
 */
export async function loadReversed(tx: Tx, entry: Entry): Promise<Reversed | Refusal> {
  const found = await tx.maybeOne<
    Omit<Reversed, 'guid'> & { readonly id: number; readonly invoice_guid: string }
  >(
    `select e.id, e.booked_on as day, e.gross, e.currency, e.control_amount as control, e.bookings as payload, e.reference,
       i.guid as invoice_guid
     from invoice_export_entry r join invoice_export_entry e on e.id = r.reverses_entry_id join invoice i on i.id = e.invoice_id
     where r.id = $1 and e.awaits_reversal and e.state = 'exported'`,
    [entry.id],
  );
  if (!found) return refuse('step_not_possible');
  const { id, invoice_guid, ...reversed } = found;
  return { ...reversed, guid: guidOf(invoice_guid, `reversal of ${id}`) };
}

/** The export data of a reversal: the amounts with the opposite sign, on `day`, with its own payload. */
export function reversalContent(reversed: Reversed, day: Day, payload: object): EntryContent {
  const { gross, currency, control } = reversed;
  return { day, gross: minus('0', gross), currency, control: minus('0', control), payload };
}

/** An export that waits to be reversed, with its target. */
export interface WaitingReversal {
  readonly id: number;
  readonly invoice_id: number;
  readonly client_id: number;
  readonly target: ExportTarget;
}

/**
 * The exports that wait to be reversed in the companies of an order, regardless of its days and invoices: the next
 * run includes them (EXP-24), but corrected invoices only together with their correction (INV-30). `tx` acts as the
 * person.
 *
 * @param wanted the invoices to be exported, with their companies
 */
export async function findReversals(
  tx: Tx,
  { client_id = null, invoice_ids: ids = null }: ExportOrder,
  wanted: readonly { readonly id: number; readonly client_id: number }[],
): Promise<readonly WaitingReversal[]> {
  const companies = [...new Set(wanted.map((invoice) => invoice.client_id))];
  return await tx.query<WaitingReversal>(
    `select e.id, e.invoice_id, r.client_id, r.target
     from invoice_export_entry e join invoice_export_run r on r.id = e.invoice_export_run_id join invoice i on i.id = e.invoice_id
     where e.awaits_reversal and e.state = 'exported' and ($1::bigint is null or r.client_id = $1)
       and ($2::bigint[] is null or e.invoice_id = any ($2) or r.client_id = any ($3))
       and (i.status in ('completed', 'declined-exported') or i.status = 'export' and i.id = any ($4))
       and not exists (select from invoice_export_entry o where o.reverses_entry_id = e.id and o.state = 'uncertain')
     order by e.id`,
    [client_id, ids, companies, wanted.map(({ id }) => id)],
  );
}

/**
 * Adds reversals to a run, except those done or being sent in the meantime. Runs as writer, while no other run of the
 * company can start.
 */
export async function addReversals(
  tx: Tx,
  { tenantId, runId }: { readonly tenantId: number; readonly runId: number },
  reversals: readonly WaitingReversal[],
): Promise<void> {
  if (reversals.length === 0) return;
  await tx.query(
    `insert into invoice_export_entry (tenant_id, invoice_export_run_id, invoice_id, is_reversal, reverses_entry_id)
     select $1, $2, e.invoice_id, true, e.id from invoice_export_entry e
     where e.id = any ($3) and e.awaits_reversal and e.state = 'exported'
       and not exists (select from invoice_export_entry o where o.reverses_entry_id = e.id and o.ended_at is null)
     order by e.id`,
    [tenantId, runId, reversals.map(({ id }) => id)],
  );
}

/** Whether another export of the invoice waits to be reversed. Runs as writer, under the lock of the invoice. */
export async function isMoreToReverse(tx: Tx, { id, invoice_id }: Entry): Promise<boolean> {
  const other = await tx.maybeOne(
    `select e.id from invoice_export_entry e
     where e.invoice_id = $1 and e.awaits_reversal and e.state = 'exported'
       and not exists (select from invoice_export_entry r where r.id = $2 and r.reverses_entry_id = e.id) limit 1`,
    [invoice_id, id],
  );
  return other !== undefined;
}

/**
 * Updates reversals after a run was withdrawn (EXP-23, EXP-24): an export that was withdrawn needs no reversal, and
 * an export whose reversal was withdrawn waits again. Returns the invoices with a waiting reversal. Runs as writer,
 * under the lock of the invoices, after their entries were withdrawn.
 */
export async function reversalsAfterWithdrawal(
  tx: Tx,
  entryIds: readonly number[],
): Promise<ReadonlySet<number>> {
  tx.send(
    `update invoice_export_entry e set awaits_reversal = w.is_reversal from invoice_export_entry w
     where w.id = any ($1) and w.state = 'withdrawn' and e.id = coalesce(w.reverses_entry_id, w.id)
       and (e.state = 'exported' or not w.is_reversal) and e.awaits_reversal <> w.is_reversal`,
    [entryIds],
  );
  const rows = await tx.fixed<{ invoice_id: number }>(
    `select distinct e.invoice_id from invoice_export_entry e
     where e.awaits_reversal and e.state = 'exported'
       and e.invoice_id in (select w.invoice_id from invoice_export_entry w where w.id = any ($1))`,
    [entryIds],
  );
  return new Set(rows.map(({ invoice_id }) => invoice_id));
}

/** Derives a GUID from another one and a name (RFC 9562, version 8). */
function guidOf(namespace: string, name: string): string {
  const bytes = createHash('sha256').update(`${namespace} ${name}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
