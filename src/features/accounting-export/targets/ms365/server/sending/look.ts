import { isRefusal, Refused } from '../../../../../../base/refusal.ts';
import { type Found, unknown } from '../../../../reconciling/found.ts';
import { asWriter } from '../../../../server/exporting/leave.ts';
import type { LookedTransfer, SendingEntry } from '../../../../server/online/way.ts';
import { foundInJournal, foundPending, type JournalLine } from '../../dynamics-lines.ts';
import type { DynamicsBooking } from '../../model.ts';
import { journalRows, pendingHeader } from '../../rows.ts';
import { quoted } from './client.ts';
import { loadStack } from './journal.ts';
import { pendingMark } from './pending.ts';
import { type Sending, textOf } from './sending.ts';

/** Compares the invoices sent to a journal with its lines, posted or not (EXP-29). */
export async function lookAtJournal(
  { client, destination, layout, database, context }: Sending,
  { id, reference }: LookedTransfer,
  entries: readonly SendingEntry[],
): Promise<ReadonlyMap<number, Found>> {
  if (reference === null) return new Map(entries.map((entry) => [entry.id, unknown]));
  const journal = { dataAreaId: destination.legalEntity, JournalBatchNumber: reference };
  const there = await listed(client, 'VendInvoiceJournalLines', {
    filter: `dataAreaId eq ${quoted(journal.dataAreaId)} and JournalBatchNumber eq ${quoted(reference)}`,
    select:
      'LineNumber,Voucher,AccountType,AccountDisplayValue,Invoice,Date,Debit,Credit,SalesTaxGroup,ItemSalesTaxGroup',
  });
  const { firstLines } = await database.inTenant(context, (tx) => loadStack(tx, id), asWriter);
  return new Map(
    entries.map((entry) => {
      const sent = journalRows(entry.told as DynamicsBooking, journal, firstLines.get(entry.id) ?? 0, layout);
      return [entry.id, foundInJournal(sent, there)];
    }),
  );
}

/** Compares sent invoices with the pending ones; posted ones are no longer pending, so their state is unknown. */
export async function lookAtPending(
  { client, destination, run }: Sending,
  entries: readonly SendingEntry[],
): Promise<ReadonlyMap<number, Found>> {
  const { legalEntity } = destination;
  const found = new Map<number, Found>();
  for (const entry of entries) {
    const booking = entry.told as DynamicsBooking;
    const mark = pendingMark(run, entry, booking);
    const rows = await listed(client, 'VendorInvoiceHeaders', {
      filter: `dataAreaId eq ${quoted(legalEntity)} and InvoiceAccount eq ${quoted(booking.vendor)} and InvoiceNumber eq ${quoted(booking.number)}`,
      select: 'InvoiceAccount,InvoiceDescription,InvoiceDate,ImportedAmount',
    });
    const there = rows.find((row) => textOf(row, 'InvoiceDescription') === mark);
    const sent = pendingHeader(booking, legalEntity, mark);
    found.set(entry.id, there === undefined ? unknown : foundPending(sent, there));
  }
  return found;
}

async function listed(
  client: Sending['client'],
  set: string,
  query: { readonly filter: string; readonly select: string },
): Promise<readonly JournalLine[]> {
  const rows = await client.list(set, query);
  if (isRefusal(rows)) throw new Refused(rows);
  return rows;
}
