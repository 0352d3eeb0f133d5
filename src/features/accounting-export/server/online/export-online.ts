import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '../../../../base/refusal.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import { eachAtOnce } from '../exporting/each-at-once.ts';
import { decide, endSent } from '../exporting/export-entry.ts';
import { type Entry, openReversals, pendingEntries } from '../runs/entries.ts';
import { endRun, type RunParts } from '../runs/runs.ts';
import { endTransfer, giveUpTransfers, openTransfer, takeTransfer, unendedTransfers } from './transfers.ts';
import { NotDoneYet, type OnlineTransport, type OpenTransport } from './transport.ts';

const thisProcess = randomUUID();
const atOnce = 4;

/**
 * Sends the invoices of a run in the transfer size of the target. Before an invoice is sent, its entry records that
 * and the payload, so that after a failure the next attempt finds out what has arrived.
 */
export async function exportOnline(runParts: RunParts, transport: OnlineTransport): Promise<void> {
  const { database, context, run } = runParts;
  const opened = await transport.open(runParts);
  if (isRefusal(opened)) await refuseAll(runParts, opened);
  else {
    const late: Late = new Map();
    await sendUnended(runParts, opened, late);
    await sendPending(runParts, opened, late);
    for (const notDone of late.values()) throw notDone;
    await opened.close?.();
  }
  await asWriter(database, context, (tx) => endRun(tx, run.id));
}

/** Transfers that the target still processes; each attempt asks about them only once. */
type Late = Map<number, NotDoneYet>;

async function sendPending(runParts: RunParts, transport: OpenTransport, late: Late): Promise<void> {
  const { database, context, run } = runParts;
  const waiting = await asWriter(database, context, (tx) => pendingEntries(tx, run.id));
  const { reversals = [], bookings = [] } = Object.groupBy(waiting, ({ is_reversal }) =>
    is_reversal ? 'reversals' : 'bookings',
  );
  await sendAll(runParts, transport, late, reversals);
  // A corrected invoice is exported after its reversal is confirmed (INV-30).
  const open = await asWriter(database, context, (tx) => openReversals(tx, run.id));
  await sendAll(
    runParts,
    transport,
    late,
    bookings.filter(({ invoice_id }) => !open.has(invoice_id)),
  );
}

async function sendAll(
  runParts: RunParts,
  transport: OpenTransport,
  late: Late,
  waiting: readonly Entry[],
): Promise<void> {
  const { database, context, run, progress } = runParts;
  for (let sent = 0; sent < waiting.length; sent += transport.maxTogether) {
    const some = waiting.slice(sent, sent + transport.maxTogether);
    await eachAtOnce(some, atOnce, (entry) =>
      decide(
        database,
        context,
        run,
        entry,
        (tx, of) => transport.book(tx, of),
        (tx, of) => openTransfer(tx, context, run.id, transport.groupOf(of)),
      ),
    );
    await sendUnended(runParts, transport, late);
    await progress(sent + some.length, waiting.length);
  }
}

async function sendUnended(
  { database, context, run, worker = thisProcess }: RunParts,
  transport: OpenTransport,
  late: Late,
): Promise<void> {
  for (const id of await asWriter(database, context, (tx) => unendedTransfers(tx, run.id))) {
    if (late.has(id)) continue;
    const taken = await takeTransfer(database, context, run, id, worker);
    if (!taken) continue;
    try {
      if (taken.entries.length > 0) await transport.send(taken.transfer, taken.entries);
    } catch (error) {
      if (!(error instanceof NotDoneYet)) throw error;
      late.set(id, error);
      continue;
    }
    await asWriter(database, context, (tx) => endTransfer(tx, id));
  }
}

/** Fails all pending invoices with the reason; invoices already being sent wait for manual confirmation. */
async function refuseAll({ database, context, run }: RunParts, problem: Refusal): Promise<void> {
  await giveUpTransfers(database, context, run);
  const waiting = await asWriter(database, context, (tx) => pendingEntries(tx, run.id));
  await eachAtOnce(waiting, atOnce, async (entry) => {
    await endSent(database, context, run, entry, { state: 'failed', problem });
  });
}
