import { isRefusal, type Refusal } from '../../../../../base/refusal.ts';
import type { Tx } from '../../../../../platform/server/database.ts';
import {
  type BookedInvoice,
  bookedInvoice,
  companyProblem,
  controlAmount,
  inLength,
} from '../../../booked-invoice.ts';
import { bookingDay } from '../../../booking-day.ts';
import type { FileTransport } from '../../../server/exporting/export-files.ts';
import { loadReversed, reversalContent } from '../../../server/exporting/reversals.ts';
import type { Entry, EntryContent } from '../../../server/runs/entries.ts';
import type { RunOfCompany } from '../../../server/runs/runs.ts';
import { showEach, type Target, usualPeriod } from '../../../server/target.ts';
import { shownInFile } from '../shown-bookings.ts';
import { writeRunArchives } from './run-archives.ts';
import { writeRunFiles } from './run-files.ts';

/** Booking files for DATEV with archives of their documents (EXP-10, EXP-19). */
export const datevFiles: FileTransport = {
  book: (invoice, { company, run }) => {
    const booked = bookedInvoice(invoice, company, run.closed_period);
    if (isRefusal(booked)) return booked;
    const { total_brutto: gross, currency } = invoice;
    return { day: booked.day, gross, currency, control: controlAmount(booked), payload: booked };
  },
  takeBack,
  write: async (database, { context, run, company }) => {
    await writeRunArchives(database, context, run, company);
    await writeRunFiles(database, context, run, company);
  },
};

export const datevFileTarget: Target = {
  transport: () => datevFiles,
  preview: (tx, company, invoiceIds) =>
    showEach(tx, company, invoiceIds, (invoice) => {
      const booked = bookedInvoice(invoice, company, usualPeriod);
      return isRefusal(booked) ? booked : { day: booked.day, bookings: shownInFile(booked, company) };
    }),
};

/** A reversal in a booking file: the exported rows on the same sides and accounts, marked as reversed (EXP-24). */
async function takeBack(
  tx: Tx,
  entry: Entry,
  { run, company }: RunOfCompany,
): Promise<EntryContent | Refusal> {
  const reversed = await loadReversed(tx, entry);
  if (isRefusal(reversed)) return reversed;
  const refused = companyProblem(company);
  if (refused !== null) return refused;
  const day = bookingDay(reversed.day, company.datev_closed_until, run.closed_period);
  if (isRefusal(day)) return day;
  const payload = inLength(reversed.payload as BookedInvoice, company.ledger_account_length);
  return reversalContent(reversed, day, { ...payload, day } satisfies BookedInvoice);
}
