import { isRefusal, type Refusal, Refused } from '../../../../base/refusal.ts';
import { loadSituation } from '../../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../../document/server/outcome-store.ts';
import { lockDocument } from '../../../../document/server/store.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import type { InvoiceOutcome } from '../../../invoice/recognising.ts';
import { servedInvoice, takenNumbersAmong, unconfirmedAmong } from '../../../invoice/server/store.ts';
import type { InvoiceSituation } from '../../../invoice/steps.ts';
import {
  type BesideOthers,
  hasBeenReversed,
  hasFailed,
  hasLeft,
  isUnderWay,
  leavingProblem,
  reversalProblem,
  settled,
} from '../../leaving.ts';
import {
  type Entry,
  type EntryEnd,
  endEntry,
  isPending,
  type Leaving,
  noteLeaving,
} from '../runs/entries.ts';
import { numberOfRun, type Run } from '../runs/runs.ts';
import { isMoreToReverse } from './reversals.ts';

/**
 * The export data of an invoice, or the reason why it cannot be exported. Runs as writer, under the lock of the
 * invoice.
 */
export type Book = (tx: Tx, entry: Entry) => Promise<Leaving | Refusal>;

export const asWriter = { role: 'writer' } as const;

/** Loads for each invoice its facts in relation to other documents, by id. Runs as writer. */
export async function besideOthers(
  tx: Tx,
  invoiceIds: readonly number[],
): Promise<(invoiceId: number) => BesideOthers> {
  const [unconfirmed, taken] = await Promise.all([
    unconfirmedAmong(tx, invoiceIds),
    takenNumbersAmong(tx, invoiceIds),
  ]);
  return (id) => ({ isUnconfirmed: unconfirmed.has(id), isNumberTaken: taken.has(id) });
}

/**
 * Decides one invoice in its own transaction: it is exported immediately, assigned to the transfer from `transferOf`,
 * or gets the reason why not. Unexpected errors fail the job, which then starts again.
 */
export async function decide(
  database: Database,
  context: Context,
  run: Run,
  entry: Entry,
  book: Book,
  transferOf: ((tx: Tx, leaving: Leaving) => Promise<number>) | null,
): Promise<void> {
  try {
    await database.inTenant(context, (tx) => leave(tx, context, run, entry, book, transferOf), asWriter);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const problem = error.refusal;
    // The invoice is missing, or locked for a long time.
    await database.inTenant(
      context,
      async (tx) => endEntry(tx, entry.id, { state: 'failed', problem }),
      asWriter,
    );
  }
}

async function leave(
  tx: Tx,
  context: Context,
  run: Run,
  entry: Entry,
  book: Book,
  transferOf: ((tx: Tx, leaving: Leaving) => Promise<number>) | null,
): Promise<void> {
  const document = await lockDocument(tx, context, servedInvoice, entry.invoice_id, null);
  const [isOurs, situation, booked, isMore, others] = await Promise.all([
    isPending(tx, entry.id),
    loadSituation(tx, context, servedInvoice, document, { locksBudgets: false }),
    book(tx, entry),
    entry.is_reversal && isMoreToReverse(tx, entry),
    besideOthers(tx, [entry.invoice_id]),
  ]);
  if (!isOurs) return;
  const problem = entry.is_reversal
    ? reversalProblem(situation)
    : leavingProblem(situation, run, others(entry.invoice_id));
  const leaving = problem ?? booked;
  const save = (decided: InvoiceOutcome | Refusal) =>
    saveOutcome(tx, context, servedInvoice, situation, settled(decided));
  if (isRefusal(leaving)) {
    await save(hasFailed(situation, leaving));
    endEntry(tx, entry.id, { state: 'failed', problem: leaving });
  } else if (transferOf === null) {
    await save(gone(situation, run, entry, isMore));
    noteLeaving(tx, entry.id, leaving, null);
    endEntry(tx, entry.id, { state: 'exported' });
  } else {
    const transferId = await transferOf(tx, leaving);
    await save(isUnderWay(situation));
    noteLeaving(tx, entry.id, leaving, transferId);
  }
}

/**
 * Ends an entry that is being sent or waits for confirmation, together with its invoice, in one transaction. An entry
 * that has already ended is unchanged; returns whether this call ended it.
 */
export async function settle(
  database: Database,
  context: Context,
  run: Pick<Run, 'running_number'>,
  entry: Entry,
  end: EntryEnd,
): Promise<boolean> {
  return await database.inTenant(context, (tx) => settleWithin(tx, context, run, entry, end), asWriter);
}

/**
 * Like `settle`, in an existing transaction; runs as writer.
 *
 * @param comment the comment of the person who settles the entry
 */
export async function settleWithin(
  tx: Tx,
  context: Context,
  run: Pick<Run, 'running_number'>,
  entry: Entry,
  end: EntryEnd,
  comment: string | null = null,
): Promise<boolean> {
  const document = await lockDocument(tx, context, servedInvoice, entry.invoice_id, null);
  const [open, situation, isMore] = await Promise.all([
    tx.maybeOne('select id from invoice_export_entry where id = $1 and ended_at is null for update', [
      entry.id,
    ]),
    loadSituation(tx, context, servedInvoice, document, { locksBudgets: false }),
    entry.is_reversal && isMoreToReverse(tx, entry),
  ]);
  if (!open) return false;
  const decided =
    end.state === 'exported'
      ? gone(situation, run, entry, isMore, comment)
      : hasFailed(situation, end.problem, end.state === 'uncertain', comment);
  await saveOutcome(tx, context, servedInvoice, situation, settled(decided));
  endEntry(tx, entry.id, end);
  return true;
}

/** The outcome for the invoice of an exported entry; `isMore` where another export of it waits to be reversed. */
function gone(
  situation: InvoiceSituation,
  run: Pick<Run, 'running_number'>,
  { is_reversal }: Entry,
  isMore: boolean,
  comment: string | null = null,
): InvoiceOutcome | Refusal {
  const number = numberOfRun(run);
  return is_reversal
    ? hasBeenReversed(situation, number, isMore, comment)
    : hasLeft(situation, number, comment);
}
