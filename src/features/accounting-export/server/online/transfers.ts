import { refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { NotYet } from '../../../../platform/server/jobs/jobs.ts';
import { endSent } from '../exporting/export-entry.ts';
import { problemText } from '../runs/entries.ts';
import type { Run } from '../runs/runs.ts';
import type { SendingEntry, Transfer } from './transport.ts';

/** A worker without a sign of life for this long loses its transfer to another one. */
const silentAfter = '2 minutes';

interface TransferRow {
  readonly id: number;
  readonly group_key: string;
  readonly reference: string | null;
  readonly is_handed_over: boolean;
}

/** The open transfer of the run for this group; it cannot be sent before the transaction ends. */
export async function openTransfer(
  tx: Tx,
  { tenantId }: Context,
  runId: number,
  groupKey: string,
): Promise<number> {
  // The no-op update locks the row, so that it is not sent before this invoice is in it.
  const { id } = await tx.one<{ id: number }>(
    `insert into invoice_export_transfer (tenant_id, invoice_export_run_id, group_key) values ($1, $2, $3)
     on conflict (tenant_id, invoice_export_run_id, group_key) where state = 'open' do update set alive_at = now()
     returning id`,
    [tenantId, runId, groupKey],
  );
  return id;
}

/** The transfers of a run that have not ended. */
export async function unendedTransfers(tx: Tx, runId: number): Promise<readonly number[]> {
  const rows = await tx.fixed<{ id: number }>(
    `select id from invoice_export_transfer where invoice_export_run_id = $1 and state <> 'ended' order by id`,
    [runId],
  );
  return rows.map(({ id }) => id);
}

export interface TakenTransfer {
  readonly transfer: Transfer;
  readonly entries: readonly SendingEntry[];
}

/**
 * Takes a transfer, closed for further invoices from then on, with its invoices that are being sent. Undefined where
 * it has ended; throws `NotYet` while another worker has it.
 *
 * @param worker the taking worker, which can take it again immediately
 */
export async function takeTransfer(
  database: Database,
  context: Context,
  run: Run,
  id: number,
  worker: string,
): Promise<TakenTransfer | undefined> {
  const found = await asWriter(database, context, async (tx) => {
    const row = await tx.maybeOne<TransferRow>(
      `update invoice_export_transfer set state = 'sending', taken_by = $2, alive_at = now()
         where id = $1 and state <> 'ended'
           and (taken_by is null or taken_by = $2 or alive_at < now() - interval '${silentAfter}')
         returning id, group_key, reference, is_handed_over`,
      [id, worker],
    );
    if (row) return { row, entries: await sendingEntries(tx, id) };
    const other = await tx.maybeOne(
      `select id from invoice_export_transfer where id = $1 and state <> 'ended'`,
      [id],
    );
    if (other) throw new NotYet('another worker sends this transfer');
    return;
  });
  return found && { transfer: transferOf(database, context, run, found.row, worker), entries: found.entries };
}

async function sendingEntries(tx: Tx, id: number): Promise<readonly SendingEntry[]> {
  return await tx.fixed<SendingEntry>(
    `select id, invoice_id, is_reversal, bookings as payload, reference from invoice_export_entry
     where invoice_export_transfer_id = $1 and state = 'sending' order by id`,
    [id],
  );
}

function transferOf(
  database: Database,
  context: Context,
  run: Run,
  row: TransferRow,
  worker: string,
): Transfer {
  const { id } = row;
  let { reference, is_handed_over: isHandedOver } = row;
  const changed = async (set: string, values: readonly unknown[] = []): Promise<string | null> => {
    const changedRow = await asWriter(database, context, (tx) =>
      tx.maybeOne<{ reference: string | null }>(
        `with alive as (update invoice_export_run set alive_at = now() where id = $3)
           update invoice_export_transfer set ${set} alive_at = now()
           where id = $1 and taken_by = $2 and state = 'sending' returning reference`,
        [id, worker, run.id, ...values],
      ),
    );
    if (!changedRow) throw new NotYet('another worker has taken this transfer over');
    return changedRow.reference;
  };
  return {
    id,
    groupKey: row.group_key,
    get reference() {
      return reference;
    },
    get isHandedOver() {
      return isHandedOver;
    },
    refer: async (given) => {
      reference = await changed('reference = coalesce(reference, $4),', [given]);
      return reference ?? given;
    },
    handOver: async () => {
      if (isHandedOver) return;
      await changed('is_handed_over = true,');
      isHandedOver = true;
    },
    keepProtocol: async (protocol) => void (await changed('protocol = $4,', [JSON.stringify(protocol)])),
    stayAlive: async () => void (await changed('')),
    endSent: async (entry, end) => void (await endSent(database, context, run, entry, end)),
  };
}

/** Ends a transfer after all of its invoices are settled; throws otherwise, which would be a bug. */
export async function endTransfer(tx: Tx, id: number): Promise<void> {
  const unsettled = await tx.maybeOne(
    `select id from invoice_export_entry where invoice_export_transfer_id = $1 and state = 'sending' limit 1`,
    [id],
  );
  if (unsettled) throw new Error(`transfer ${id} was sent, but some of its invoices are not settled`);
  tx.send(
    `update invoice_export_transfer set state = 'ended', ended_at = now() where id = $1 and state <> 'ended'`,
    [id],
  );
}

/** Ends the abandoned transfers of a run, with a remark in each timeline (EXP-05). */
export async function giveUpTransfers(database: Database, context: Context, run: Run): Promise<void> {
  const left = await asWriter(database, context, (tx) =>
    tx.fixed<SendingEntry & { readonly is_handed_over: boolean }>(
      `select e.id, e.invoice_id, e.is_reversal, e.bookings as payload, e.reference, t.is_handed_over
         from invoice_export_entry e join invoice_export_transfer t on t.id = e.invoice_export_transfer_id
         where e.invoice_export_run_id = $1 and e.state = 'sending' order by e.id`,
      [run.id],
    ),
  );
  for (const entry of left)
    await endSent(database, context, run, entry, {
      state: entry.is_handed_over ? 'uncertain' : 'failed',
      problem: refuse(entry.is_handed_over ? 'export_uncertain' : 'export_interrupted'),
    });
  await asWriter(database, context, async (tx) => endTransfers(tx, run.id));
}

/**
 * Does the same immediately and without remarks, for a run without a sign of life: handed-over invoices wait for
 * manual confirmation.
 */
export function giveUpSending(tx: Tx, runId: number): void {
  tx.send(
    `with ended as (update invoice_export_entry e
         set state = case when t.is_handed_over then 'uncertain' else 'failed' end,
           ended_at = case when t.is_handed_over then null else now() end,
           problem = case when t.is_handed_over then $2::jsonb else $3::jsonb end
       from invoice_export_transfer t
       where t.id = e.invoice_export_transfer_id and e.invoice_export_run_id = $1 and e.state = 'sending'
       returning e.invoice_id, e.state)
     update invoice i set is_leaving = false from ended where i.id = ended.invoice_id and ended.state = 'failed'`,
    [runId, problemText(refuse('export_uncertain')), problemText(refuse('export_interrupted'))],
  );
  endTransfers(tx, runId);
}

function endTransfers(tx: Tx, runId: number): void {
  tx.send(
    `update invoice_export_transfer set state = 'ended', ended_at = now()
     where invoice_export_run_id = $1 and state <> 'ended'`,
    [runId],
  );
}
