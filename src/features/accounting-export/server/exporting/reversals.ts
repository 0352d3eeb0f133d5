import { createHash } from 'node:crypto';
import type { Day } from '../../../../base/day.ts';
import { type Amount, minus } from '../../../../base/money.ts';
import { type Refusal, refuse } from '../../../../base/refusal.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { ExportTarget } from '../../../export-target/targets.ts';
import type { ExportOrder } from '../../export-order.ts';
import type { Entry, Leaving } from '../runs/entries.ts';

/** What left and is to be taken back (EXP-24), as its entry keeps it. */
export interface Reversed {
  readonly day: Day;
  /** In the currency of the invoice, as it left: the reversal has the other sign. */
  readonly gross: Amount;
  readonly currency: string;
  /** The same in the currency of the company. */
  readonly control: Amount;
  /** What the target was told: `Leaving.told` of the entry that is taken back. */
  readonly told: unknown;
  /** Under which the target knows it. */
  readonly reference: string | null;
  /** Under which the reversal is known: its own, and the same one however often it is tried (EXP-24). */
  readonly guid: string;
}

/** What a reversal takes back; refused where nothing waits for that any more. Runs as writer, under the lock of the invoice. */
export async function loadReversed(tx: Tx, entry: Entry): Promise<Reversed | Refusal> {
  const found = await tx.maybeOne<
    Omit<Reversed, 'guid'> & { readonly id: number; readonly invoice_guid: string }
  >(
    `select e.id, e.booked_on as day, e.gross, e.currency, e.control_amount as control, e.bookings as told, e.reference,
       i.guid as invoice_guid
     from invoice_export_entry r join invoice_export_entry e on e.id = r.reverses_entry_id join invoice i on i.id = e.invoice_id
     where r.id = $1 and e.awaits_reversal and e.state = 'exported'`,
    [entry.id],
  );
  if (!found) return refuse('step_not_possible');
  const { id, invoice_guid, ...reversed } = found;
  return { ...reversed, guid: guidOf(invoice_guid, `reversal of ${id}`) };
}

/** What leaves of a reversal: the amounts with the other sign, on `day`, and what the target is told instead of them. */
export function reversalLeaving(reversed: Reversed, day: Day, told: object): Leaving {
  const { gross, currency, control } = reversed;
  return { day, gross: minus('0', gross), currency, control: minus('0', control), told };
}

/** An export that waits to be taken back, and where it left to. */
export interface WaitingReversal {
  readonly id: number;
  readonly invoice_id: number;
  readonly client_id: number;
  readonly target: ExportTarget;
}

/**
 * What waits to be taken back in the companies of an order, whatever days and invoices it names: the next run takes it
 * along (EXP-24); what is corrected leaves with its correction alone (INV-30). `tx` acts as the person.
 *
 * @param wanted the invoices that are to leave, with their companies
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
 * Adds reversals to a run, but what has been taken back or is on its way meanwhile. Runs as writer, while no other run of
 * the company begins.
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

/** Whether anything else of the invoice waits to be taken back. Runs as writer, under the lock of the invoice. */
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
 * What a withdrawn run means for reversals (EXP-23, EXP-24): what never left is not to be taken back, and what a withdrawn
 * reversal was to take back waits again. Answers which of the invoices have anything that waits. Runs as writer, under the
 * lock of the invoices, once their entries are withdrawn.
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

/** A GUID that follows from another one and a name (RFC 9562, version 8). */
function guidOf(namespace: string, name: string): string {
  const bytes = createHash('sha256').update(`${namespace} ${name}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
