import { isRefusal, type Refusal, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { invoiceApprovalProblem } from '../../../invoice/approval.ts';
import { loadCheckedInvoices } from '../../../invoice/server/store.ts';
import type { ExportTarget } from '../../../invoice/setting-fields.ts';
import type { BookingPreview } from '../../../invoice/shown-booking.ts';
import { problemsBeforeLeaving } from '../../../invoice/steps.ts';
import { bookedInvoice, companyProblem } from '../../booked-invoice.ts';
import type { DatevBasics } from '../../datev/basics.ts';
import { bookedInDynamics } from '../../dynamics/booking.ts';
import { besideProblem } from '../../leaving.ts';
import type { ExportedInvoice } from '../../model.ts';
import { shownInDynamics, shownInFile, shownOnline } from '../../shown-bookings.ts';
import { toldLedger } from '../datev/load-ledger.ts';
import { loadDynamicsSettings } from '../dynamics/load-company.ts';
import { readDynamicsInvoice } from '../dynamics/load-invoice.ts';
import { besideOthers } from '../leave.ts';
import { type LoadedCompany, loadCompany } from '../load-company.ts';
import { readExportedInvoices } from '../load-invoice.ts';
import { dynamicsProblem } from '../online/dynamics-way.ts';

/** What leaves of an invoice as it is shown. */
type Booked = Pick<BookingPreview, 'day' | 'bookings'>;
type Book = (tx: Tx, ids: readonly number[]) => Promise<ReadonlyMap<number, Booked | Refusal>>;

/** A closed period is chosen with the run; until then an invoice is booked on the first open day (EXP-21). */
const usually = 'first_open_day';

/**
 * What will leave of some invoices, each as the exporter of the tenant's target makes it, and what stands against it: the same
 * functions are asked as in a run (EXP-27, EXP-28). What a target says only when it is asked (that it is there, in which order it
 * writes dimensions) is not known before. Nothing is held; runs as writer.
 */
export async function previewOf(
  tx: Tx,
  context: Context,
  invoiceIds: readonly number[],
): Promise<ReadonlyMap<number, BookingPreview>> {
  const found = await tx.fixed<{ id: number; client_id: number; status: string }>(
    'select id, client_id, status from invoice where id = any ($1) and client_id is not null and invoice_date is not null',
    [invoiceIds],
  );
  const others = await besideOthers(tx, invoiceIds);
  const previews = new Map<number, BookingPreview>();
  for (const [clientId, rows] of Map.groupBy(found, ({ client_id }) => client_id)) {
    const ids = rows.map(({ id }) => id);
    const { contents, factsOf } = await loadCheckedInvoices(tx, context, clientId, ids);
    const [first] = ids;
    if (first === undefined) continue;
    const target = factsOf(first).settings.exportTarget;
    const booked = await (await bookFor(tx, target, await loadCompany(tx, clientId)))(tx, ids);
    for (const { id, status } of rows) {
      const document = contents.get(id);
      const outcome = booked.get(id);
      if (document === undefined || outcome === undefined) continue;
      const situation = { document, facts: factsOf(id) };
      const problem =
        besideProblem(situation, others(id)) ??
        // Before it is released nobody knows whether an approval is still to come.
        (status === 'export' ? invoiceApprovalProblem(situation) : null) ??
        problemsBeforeLeaving(situation) ??
        (isRefusal(outcome) ? outcome : null);
      const shown = isRefusal(outcome) ? { day: null, bookings: [] } : outcome;
      previews.set(id, { target, problem: problem && told(problem), ...shown });
    }
  }
  return previews;
}

function told({ code, field, values, problems }: Refusal): NonNullable<BookingPreview['problem']> {
  return { code, ...(field && { field }), ...(values && { values }), ...(problems && { problems }) };
}

async function bookFor(tx: Tx, target: ExportTarget, company: LoadedCompany): Promise<Book> {
  switch (target) {
    case 'datev-csv':
      return ofInvoices(company, async (invoice) => {
        const booked = bookedInvoice(invoice, company, usually);
        return isRefusal(booked) ? booked : { day: booked.day, bookings: shownInFile(booked, company) };
      });
    case 'datev':
      return await onlineBook(tx, company);
    case 'ms365':
      return await dynamicsBook(tx, company);
  }
}

/** Books each of some invoices by one function. */
function ofInvoices(
  company: LoadedCompany,
  book: (invoice: ExportedInvoice) => Promise<Booked | Refusal>,
): Book {
  return async (tx, ids) => {
    const booked = new Map<number, Booked | Refusal>();
    for (const [id, invoice] of await readExportedInvoices(tx, ids, company))
      booked.set(id, await book(invoice));
    return booked;
  };
}

/** By what DATEV has said of the company when it was asked last. */
async function onlineBook(tx: Tx, company: LoadedCompany): Promise<Book> {
  const connection = await tx.maybeOne<{ basics: DatevBasics | null }>(
    `select basics from accounting_connection where system = 'datev' and client_id = $1 and state = 'active'
       and datev_client_id is not null`,
    [company.id],
  );
  const missing = companyProblem({ ...company, payables_ledger: true });
  const problem = missing ?? (connection ? null : refuse('export_connection_inactive'));
  return ofInvoices(company, async (invoice) => {
    if (problem !== null) return problem;
    const basics = connection?.basics ?? basicsOf(company);
    const ledger = await toldLedger(tx, invoice, { company, basics, closedPeriod: usually });
    return isRefusal(ledger) ? ledger : { day: ledger.day, bookings: shownOnline(ledger) };
  });
}

/** What is typed at the company counts until DATEV has said anything. */
function basicsOf({ ledger_account_length: account_length }: LoadedCompany): DatevBasics {
  const all = { from: '0001-01-01', to: '9999-12-31', account_length, has_payables: true };
  return { has_access: true, years: [all] };
}

async function dynamicsBook(tx: Tx, company: LoadedCompany): Promise<Book> {
  const settings = await loadDynamicsSettings(tx, company.id);
  const problem = dynamicsProblem(settings, company.name);
  const { discount_codes, category } = settings;
  return async (_tx, ids) => {
    const booked = new Map<number, Booked | Refusal>();
    for (const id of ids) {
      const invoice = await readDynamicsInvoice(tx, id);
      const booking = problem ?? bookedInDynamics(invoice, { ...company, discount_codes, category }, usually);
      booked.set(id, isRefusal(booking) ? booking : { day: booking.day, bookings: shownInDynamics(booking) });
    }
    return booked;
  };
}
