import { isRefusal, type Refusal, refuse } from '../../../../../base/refusal.ts';
import type { Tx } from '../../../../../platform/server/database.ts';
import { bookedInvoice, controlAmount, inLength } from '../../../booked-invoice.ts';
import { bookingDay, type ClosedPeriod } from '../../../booking-day.ts';
import type { ExportedInvoice } from '../../../model.ts';
import type { LoadedCompany } from '../../../server/content/load-company.ts';
import { loadExportedInvoice } from '../../../server/content/load-invoice.ts';
import { loadReversed, reversalContent } from '../../../server/exporting/reversals.ts';
import type { Entry, EntryContent } from '../../../server/runs/entries.ts';
import type { Run } from '../../../server/runs/runs.ts';
import { type DatevBasics, yearOf } from '../basics.ts';
import {
  type LedgerFacts,
  type LedgerPayload,
  ledgerInvoice,
  type PaymentFacts,
  paymentFacts,
  type StoredPayment,
} from '../ledger-payload.ts';
import { ledgerXml } from '../ledger-xml.ts';

/** The generator named in the files for DATEV. */
export const generator = 'Kontor';

const selectFacts = `select c.currency as own_currency, c.vat_number as own_vat_id, s.city as supplier_city,
    coalesce(i.vat_number, s.vat_number) as supplier_vat_id, case when i.paid then i.paid_on end as paid_on,
    jsonb_build_object('iban', i.iban, 'payment_method', i.payment_method, 'paid', i.paid,
      'total_brutto', i.total_brutto::text, 'is_held_back', i.payment_block) as payment,
    (select coalesce(jsonb_agg(jsonb_build_object('amount', d.amount::text, 'percentage', d.percentage::text,
        'paymentDate', d.day) order by d.day), '[]')
      from (values (i.discount_1_amount, i.discount_1_percentage, i.discount_1_date),
        (i.discount_2_amount, i.discount_2_percentage, i.discount_2_date)) as d (amount, percentage, day)
      where d.amount is not null and d.percentage is not null and d.day is not null) as discounts
  from invoice i join client c on c.id = i.client_id left join supplier s on s.id = i.supplier_id where i.id = $1`;

interface StoredFacts extends Omit<LedgerFacts, keyof PaymentFacts> {
  readonly payment: StoredPayment;
}

/**
 * The export data of an invoice for DATEV online, or the reason why it cannot be exported (EXP-09): it needs
 * everything that a booking file needs, a fiscal year released at DATEV, and values that fit the schema. Runs as
 * writer.
 */
export async function bookLedger(tx: Tx, entry: Entry, booking: Booking): Promise<EntryContent | Refusal> {
  return await (entry.is_reversal ? bookReversal : bookInvoice)(tx, entry, booking);
}

interface Booking {
  readonly run: Run;
  readonly company: LoadedCompany;
  readonly basics: DatevBasics;
}

/** The reversed export with the opposite sign, as a separate document (EXP-24). */
async function bookReversal(
  tx: Tx,
  entry: Entry,
  { run, company, basics }: Booking,
): Promise<EntryContent | Refusal> {
  const reversed = await loadReversed(tx, entry);
  if (isRefusal(reversed)) return reversed;
  const day = bookingDay(reversed.day, company.datev_closed_until, run.closed_period);
  if (isRefusal(day)) return day;
  const year = yearOf(basics, day, company.name);
  if (isRefusal(year)) return year;
  const exported = inLength(reversed.payload as LedgerPayload, year.account_length);
  const payload = { ...exported, day, reversal_guid: reversed.guid };
  return unfitFor(payload, true) ?? reversalContent(reversed, day, payload);
}

async function bookInvoice(
  tx: Tx,
  { invoice_id }: Entry,
  { run, company, basics }: Booking,
): Promise<EntryContent | Refusal> {
  const invoice = await loadExportedInvoice(tx, invoice_id, company);
  const payload = await ledgerPayload(tx, invoice, { company, basics, closedPeriod: run.closed_period });
  if (isRefusal(payload)) return payload;
  const { total_brutto: gross, currency } = invoice;
  return { day: payload.day, gross, currency, control: controlAmount(payload), payload };
}

/** The payload of an invoice for DATEV online; refuses like `bookLedger`. Runs as writer. */
export async function ledgerPayload(
  tx: Tx,
  invoice: ExportedInvoice,
  {
    company,
    basics,
    closedPeriod,
  }: Pick<Booking, 'company' | 'basics'> & { readonly closedPeriod: ClosedPeriod },
): Promise<LedgerPayload | Refusal> {
  const { payment, ...facts } = await tx.one<StoredFacts>(selectFacts, [invoice.id]);
  const day = bookingDay(invoice.invoice_date, company.datev_closed_until, closedPeriod);
  if (isRefusal(day)) return day;
  const year = yearOf(basics, day, company.name);
  if (isRefusal(year)) return year;
  // DATEV determines account length and release; the company's own settings apply to files only (EXP-11).
  const there = { ...company, payables_ledger: true, ledger_account_length: year.account_length };
  const booked = bookedInvoice(invoice, there, closedPeriod);
  if (isRefusal(booked)) return booked;
  const payload: LedgerPayload = { ...booked, ledger: { ...facts, ...paymentFacts(payment) } };
  return unfitFor(payload, false) ?? payload;
}

/** Checks the schema before anything is sent. */
function unfitFor(payload: LedgerPayload, isReversal: boolean): Refusal | null {
  try {
    ledgerXml(ledgerInvoice(payload, isReversal), generator);
    return null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse('export_refused_by_datev', { values: { reason: error.message.slice(0, 200) } });
  }
}
