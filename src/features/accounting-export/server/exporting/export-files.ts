import type { Refusal } from '../../../../base/refusal.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import type { ExportedInvoice } from '../../model.ts';
import { loadExportedInvoice } from '../content/load-invoice.ts';
import { type Entry, type EntryContent, pendingEntries } from '../runs/entries.ts';
import type { RunOfCompany, RunParts } from '../runs/runs.ts';
import { eachAtOnce } from './each-at-once.ts';
import { decide } from './export-entry.ts';
import { exportTogether } from './export-together.ts';

/** A target that writes files for import by people. */
export interface FileTransport {
  /** The export data of an invoice, or the reason why it cannot be exported. */
  book(invoice: ExportedInvoice, run: RunOfCompany): EntryContent | Refusal;
  /** The reversal of the export that an entry reverses (EXP-24). Runs as writer, under the lock of the invoice. */
  takeBack(tx: Tx, entry: Entry, run: RunOfCompany): Promise<EntryContent | Refusal>;
  /** Writes the files of the exported invoices and ends the run. Idempotent. */
  write(database: Database, run: RunOfCompany): Promise<void>;
}

/** The number of invoices exported in one transaction. */
const together = 100;
/** The number of concurrent transactions: while the database writes one, the next is decided. */
const atOnce = 2;

/** Exports the invoices of a run; the files are written from the entries at the end (EXP-04). */
export async function exportAsFiles(runParts: RunParts, transport: FileTransport): Promise<void> {
  const { database, context, run, progress } = runParts;
  const entries = await asWriter(database, context, (tx) => pendingEntries(tx, run.id));
  const { reversals = [], bookings = [] } = Object.groupBy(entries, ({ is_reversal }) =>
    is_reversal ? 'reversals' : 'bookings',
  );
  let decided = 0;
  // The old booking is reversed before its correction is exported (INV-30).
  await eachAtOnce(reversals, atOnce, async (entry) => {
    await decide(database, context, run, entry, (tx, of) => transport.takeBack(tx, of, runParts), null);
    decided += 1;
    await progress(decided, entries.length);
  });
  await eachAtOnce(stacksOf(bookings), atOnce, async (stack) => {
    await exportBatch(runParts, transport, stack);
    decided += stack.length;
    await progress(decided, entries.length);
  });
  await transport.write(database, runParts);
}

/** One invoice that fails unexpectedly does not block its batch: then each is exported on its own. */
async function exportBatch(
  runParts: RunParts,
  transport: FileTransport,
  stack: readonly Entry[],
): Promise<void> {
  const { database, context, run, company } = runParts;
  const book = (invoice: ExportedInvoice) => transport.book(invoice, runParts);
  try {
    await exportTogether(database, context, run, company, stack, book);
  } catch {
    for (const entry of stack) {
      const bookOne = async (tx: Tx) => book(await loadExportedInvoice(tx, entry.invoice_id, company));
      await decide(database, context, run, entry, bookOne, null);
    }
  }
}

function stacksOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const count = Math.ceil(entries.length / together);
  return Array.from({ length: count }, (_, place) => entries.slice(place * together, (place + 1) * together));
}
