import { isRefusal, Refused } from '../../../../../../base/refusal.ts';
import { asWriter } from '../../../../../../platform/server/as-role.ts';
import { type Found, missing, unknown } from '../../../../reconciling/found.ts';
import type { LookedTransfer, SendingEntry } from '../../../../server/online/transport.ts';
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
  const { firstLines } = await asWriter(database, context, (tx) => loadStack(tx, id));
  return new Map(
    entries.map((entry) => {
      const sent = journalRows(
        entry.payload as DynamicsBooking,
        journal,
        firstLines.get(entry.id) ?? 0,
        layout,
      );
      return [entry.id, foundInJournal(sent, there)];
    }),
  );
}

/** Compares invoices sent as pending with the pending and the posted ones; one in neither was deleted (EXP-29). */
export async function lookAtPending(
  { client, destination, run }: Sending,
  entries: readonly SendingEntry[],
): Promise<ReadonlyMap<number, Found>> {
  const { legalEntity } = destination;
  const found = new Map<number, Found>();
  for (const entry of entries) {
    const booking = entry.payload as DynamicsBooking;
    const mark = pendingMark(run, entry, booking);
    const ofVendor = `dataAreaId eq ${quoted(legalEntity)} and InvoiceAccount eq ${quoted(booking.vendor)}`;
    const rows = await listed(client, 'VendorInvoiceHeaders', {
      filter: `${ofVendor} and InvoiceNumber eq ${quoted(booking.number)}`,
      select: 'InvoiceAccount,InvoiceDescription,InvoiceDate,ImportedAmount',
    });
    const there = rows.find((row) => textOf(row, 'InvoiceDescription') === mark);
    const sent = pendingHeader(booking, legalEntity, mark);
    const posted = () => lookAtPosted(client, `${ofVendor} and InvoiceId eq ${quoted(booking.number)}`, sent);
    found.set(entry.id, there === undefined ? await posted() : foundPending(sent, there));
  }
  return found;
}

/**
 * Looks for the posting of an invoice that is no longer pending: by our mark, else as the only one with its number,
 * because posting may change the description. Unknown if the organisation does not permit reading posted invoices.
 */
async function lookAtPosted(
  client: Sending['client'],
  filter: string,
  sent: ReturnType<typeof pendingHeader>,
): Promise<Found> {
  const rows = await client.list('VendInvoiceJourBiEntities', {
    filter,
    select: 'InvoiceAccount,InvoiceDate,InvoiceAmount,Description',
  });
  if (isRefusal(rows)) return unknown;
  // A reversal has the number of the reversed invoice, and the opposite sign.
  const alike = rows.filter((row) => Number(row.InvoiceAmount) < 0 === Number(sent.ImportedAmount) < 0);
  const marked = alike.find((row) => textOf(row, 'Description') === sent.InvoiceDescription);
  const posted = marked ?? (alike.length === 1 ? alike[0] : undefined);
  if (posted !== undefined) return foundPending(sent, { ...posted, ImportedAmount: posted.InvoiceAmount });
  return alike.length === 0 ? missing : unknown;
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
