import { isRefusal, type Refusal } from '../../../../../../base/refusal.ts';
import { asWriter } from '../../../../../../platform/server/as-role.ts';
import type { Tx } from '../../../../../../platform/server/database.ts';
import { NotYet } from '../../../../../../platform/server/jobs/jobs.ts';
import type { SendingEntry, Transfer } from '../../../../server/online/transport.ts';
import type { EntryEnd } from '../../../../server/runs/entries.ts';
import { refusedBy } from '../../error-text.ts';
import type { DynamicsBooking } from '../../model.ts';
import { type JournalKey, journalRowCount, journalRows } from '../../rows.ts';
import { quoted } from './client.ts';
import { failure, maxAttempts, maxInFilter, type Sending, textOf } from './sending.ts';

const headers = 'VendInvoiceJournalHeaders';
const lines = 'VendInvoiceJournalLines';

/**
 * Sends a transfer as one journal. Its number is stored before the first line is sent; with it and the line number
 * each invoice can be found again, so that none is booked twice after a failure.
 */
export async function sendJournal(
  sending: Sending,
  transfer: Transfer,
  entries: readonly SendingEntry[],
): Promise<void> {
  const { database, context, destination } = sending;
  const stack = await asWriter(database, context, (tx) => loadStack(tx, transfer.id));
  const number = transfer.reference ?? (await journalFor(sending, stack.description));
  if (isRefusal(number)) {
    for (const entry of entries) await transfer.endSent(entry, { state: 'failed', problem: number });
    return;
  }
  const journal: JournalKey = {
    dataAreaId: destination.legalEntity,
    JournalBatchNumber: await transfer.refer(number),
  };
  const placed = entries.map((entry) => ({ entry, first: stack.firstLines.get(entry.id) ?? 0 }));
  const there = transfer.isHandedOver ? await linesThere(sending, journal, placed) : new Set<number>();
  await transfer.handOver();
  for (const one of placed) {
    const isThere = there.has(one.entry.id);
    const end = isThere ? posted(journal) : await book(sending, journal, one);
    await transfer.endSent(one.entry, end);
  }
}

/** An invoice with its first line number. */
interface Placed {
  readonly entry: SendingEntry;
  readonly first: number;
}

function bookingOf({ payload }: SendingEntry): DynamicsBooking {
  return payload as DynamicsBooking;
}

export interface Stack {
  readonly description: string;
  readonly firstLines: ReadonlyMap<number, number>;
}

/** The unique description that identifies a journal whose number was lost with the answer. */
export const journalDescription = `'EX-' || lpad(r.running_number::text, 6, '0') || ' ' || t.id || '-'
  || (extract(epoch from t.created_at) * 1000000)::bigint`;

/** Each invoice of a transfer keeps its line numbers, also after others were settled. */
export async function loadStack(tx: Tx, transferId: number): Promise<Stack> {
  const [{ description }, rows] = await Promise.all([
    tx.one<{ description: string }>(
      `select ${journalDescription} as description from invoice_export_transfer t
       join invoice_export_run r on r.id = t.invoice_export_run_id where t.id = $1`,
      [transferId],
    ),
    tx.fixed<{ id: number; payload: DynamicsBooking }>(
      `select id, jsonb_build_object('lines', bookings -> 'lines') as payload from invoice_export_entry
       where invoice_export_transfer_id = $1 order by id`,
      [transferId],
    ),
  ]);
  const firstLines = new Map<number, number>();
  let next = 1;
  for (const { id, payload } of rows) {
    firstLines.set(id, next);
    next += journalRowCount(payload);
  }
  return { description, firstLines };
}

/** The number of the journal with this description, created where it is missing. */
async function journalFor(sending: Sending, description: string): Promise<string | Refusal> {
  const { client, destination } = sending;
  const { legalEntity: dataAreaId, journalName: JournalName } = destination;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const found = await client.list(headers, {
      filter: `dataAreaId eq ${quoted(dataAreaId)} and Description eq ${quoted(description)}`,
      select: 'JournalBatchNumber,IsPosted',
    });
    if (isRefusal(found)) return found;
    const [number] = found.map((row) => textOf(row, 'JournalBatchNumber')).toSorted();
    if (number) return number;
    const made = await client.create(headers, {
      dataAreaId,
      JournalName,
      Description: description,
      SalesTaxIncluded: 'Yes',
    });
    if (made.kind === 'denied') return made.problem;
    if (made.kind === 'refused') return refusedBy(made.reason);
    if (made.kind === 'done' && textOf(made.body, 'JournalBatchNumber') !== '')
      return textOf(made.body, 'JournalBatchNumber');
  }
  throw new NotYet('nobody says whether the journal is there');
}

/** Sends one invoice, completely or not at all. A refused one may exist already from an attempt with a lost answer. */
async function book(sending: Sending, journal: JournalKey, placed: Placed): Promise<EntryEnd> {
  const rows = journalRows(bookingOf(placed.entry), journal, placed.first, sending.layout);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const outcome = await sending.client.createTogether(lines, rows);
    if (outcome.kind === 'done') return posted(journal);
    if (outcome.kind === 'denied') return failure(outcome);
    const there = await linesThere(sending, journal, [placed]);
    if (there.has(placed.entry.id)) return posted(journal);
    if (outcome.kind === 'refused') return failure(outcome);
  }
  throw new NotYet('nobody says whether the invoice is there');
}

function posted({ JournalBatchNumber }: JournalKey): EntryEnd {
  return { state: 'exported', reference: JournalBatchNumber };
}

/** The invoices in the journal, found by the numbers of their first lines. */
async function linesThere(
  { client }: Sending,
  { dataAreaId, JournalBatchNumber }: JournalKey,
  placed: readonly Placed[],
): Promise<ReadonlySet<number>> {
  const there = new Set<number>();
  for (let from = 0; from < placed.length; from += maxInFilter) {
    const some = placed.slice(from, from + maxInFilter);
    const numbers = some.map(({ first }) => `LineNumber eq ${first}`).join(' or ');
    const rows = await client.list(lines, {
      filter: `dataAreaId eq ${quoted(dataAreaId)} and JournalBatchNumber eq ${quoted(JournalBatchNumber)} and (${numbers})`,
      select: 'LineNumber,AccountType,Invoice',
    });
    // Without an answer the state is unknown; the next attempt queries again.
    if (isRefusal(rows)) throw new NotYet(`what is in the journal is not told: ${rows.code}`);
    for (const { entry, first } of some) {
      const row = rows.find(({ LineNumber }) => Number(LineNumber) === first);
      const isOurs =
        textOf(row, 'AccountType') === 'Vend' && textOf(row, 'Invoice') === bookingOf(entry).number;
      if (row && isOurs) there.add(entry.id);
    }
  }
  return there;
}
