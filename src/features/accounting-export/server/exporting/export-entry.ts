import { isRefusal, type Refusal, Refused } from '../../../../base/refusal.ts';
import { loadSituation } from '../../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../../document/server/outcome-store.ts';
import { lockDocument } from '../../../../document/server/store.ts';
import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import type { InvoiceOutcome } from '../../../invoice/recognising.ts';
import { servedInvoice, takenNumbersAmong, unconfirmedAmong } from '../../../invoice/server/store.ts';
import type { InvoiceSituation } from '../../../invoice/steps.ts';
import {
  type Conflicts,
  exportProblem,
  fitting,
  hasBeenExported,
  hasBeenReversed,
  hasFailed,
  isUnderWay,
  reversalProblem,
} from '../../exporting.ts';
import {
  type Entry,
  type EntryContent,
  type EntryEnd,
  endEntry,
  isPending,
  noteContent,
} from '../runs/entries.ts';
import { numberOfRun, type Run } from '../runs/runs.ts';
import { isMoreToReverse } from './reversals.ts';

/**
 * The export data of an invoice, or the reason why it cannot be exported. Runs as writer, under the lock of the
 * invoice.
 */
export type Book = (tx: Tx, entry: Entry) => Promise<EntryContent | Refusal>;

/** Loads for each invoice its facts in relation to other documents, by id. Runs as writer. */
export async function loadConflicts(
  tx: Tx,
  invoiceIds: readonly number[],
): Promise<(invoiceId: number) => Conflicts> {
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
  transferOf: ((tx: Tx, content: EntryContent) => Promise<number>) | null,
): Promise<void> {
  try {
    await asWriter(database, context, (tx) => exportEntry(tx, context, run, entry, book, transferOf));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const problem = error.refusal;
    // The invoice is missing, or locked for a long time.
    await asWriter(database, context, async (tx) => endEntry(tx, entry.id, { state: 'failed', problem }));
  }
}

async function exportEntry(
  tx: Tx,
  context: Context,
  run: Run,
  entry: Entry,
  book: Book,
  transferOf: ((tx: Tx, content: EntryContent) => Promise<number>) | null,
): Promise<void> {
  const document = await lockDocument(tx, context, servedInvoice, entry.invoice_id, null);
  const [isOurs, situation, booked, isMore, others] = await Promise.all([
    isPending(tx, entry.id),
    loadSituation(tx, context, servedInvoice, document, { locksBudgets: false }),
    book(tx, entry),
    entry.is_reversal && isMoreToReverse(tx, entry),
    loadConflicts(tx, [entry.invoice_id]),
  ]);
  if (!isOurs) return;
  const problem = entry.is_reversal
    ? reversalProblem(situation)
    : exportProblem(situation, run, others(entry.invoice_id));
  const content = problem ?? booked;
  const save = (decided: InvoiceOutcome | Refusal) =>
    saveOutcome(tx, context, servedInvoice, situation, fitting(decided));
  if (isRefusal(content)) {
    await save(hasFailed(situation, content));
    endEntry(tx, entry.id, { state: 'failed', problem: content });
  } else if (transferOf === null) {
    await save(gone(situation, run, entry, isMore));
    noteContent(tx, entry.id, content, null);
    endEntry(tx, entry.id, { state: 'exported' });
  } else {
    const transferId = await transferOf(tx, content);
    await save(isUnderWay(situation));
    noteContent(tx, entry.id, content, transferId);
  }
}

/**
 * Ends an entry that is being sent or waits for confirmation, together with its invoice, in one transaction. An entry
 * that has already ended is unchanged; returns whether this call ended it.
 */
export async function endSent(
  database: Database,
  context: Context,
  run: Pick<Run, 'running_number'>,
  entry: Entry,
  end: EntryEnd,
): Promise<boolean> {
  return await asWriter(database, context, (tx) => endEntryWithin(tx, context, run, entry, end));
}

/**
 * Like `endSent`, in an existing transaction; runs as writer.
 *
 * @param comment the comment of the person who settles the entry
 */
export async function endEntryWithin(
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
  await saveOutcome(tx, context, servedInvoice, situation, fitting(decided));
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
    : hasBeenExported(situation, number, comment);
}
