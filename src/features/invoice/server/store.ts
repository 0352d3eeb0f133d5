import { Refused, refuse } from '../../../base/refusal.ts';
import { formatDocumentNumber } from '../../../document/number.ts';
import type { BudgetedDocument } from '../../../document/server/budget-store.ts';
import { loadCompany, loadSurroundings } from '../../../document/server/load-facts.ts';
import type { ServedKind } from '../../../document/server/served-kind.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { ArrivalReason, NewArrival } from '../arrival.ts';
import { coversInvoice } from '../covered.ts';
import { invoiceFields } from '../fields.ts';
import { invoiceKind } from '../kind.ts';
import type { Duplicate, InvoiceFacts } from '../model.ts';
import type { InvoiceOutcome } from '../recognising.ts';
import { invoiceSettingKeys } from '../settings.ts';
import { invoiceFlow } from '../steps.ts';
import { loadAccounting } from './accounting-facts.ts';
import { changeSupplierRecord, loadBankFacts, takeBankData } from './bank-store.ts';
import { loadBudgetFacts } from './budget-facts.ts';
import { type CheckedFacts, checkedFacts, loadCheckedFacts } from './checked-facts.ts';
import { type InvoiceContent, loadContents, type StoredInvoice } from './contents.ts';
import { loadContractExcess, loadContractMismatches } from './contracted.ts';
import { loadCorrected, loadCorrectedOf } from './corrected.ts';
import { loadLastReading } from './last-reading.ts';
import { queueLearning } from './learning-job.ts';
import { loadOrdered, loadOrderedOf, nothingOrdered, type Ordered } from './ordered.ts';
import { loadParties } from './parties.ts';
import { replaceTaxRows } from './recognised-rows.ts';
import { queueRecognition } from './recognitions.ts';
import { awaitReversals } from './reversals.ts';

/**
 * A saved invoice counts in budgets from its check on, with its amount beyond the order; so the check uses the stored
 * amounts (BUD-03, BUD-04). Without a date it is in no period.
 */
function budgeted({ id, kind, head, lines }: StoredInvoice): BudgetedDocument | null {
  if (head.invoice_date === null) return null;
  const costCenterIds = [head, ...lines].map(({ cost_center_id }) => cost_center_id);
  return { on: { day: head.invoice_date }, kept: { kind: kind.name, id }, costCenterIds };
}

/** The server definition of supplier invoices. */
export const servedInvoice: ServedKind<StoredInvoice, InvoiceFacts, InvoiceOutcome> = {
  kind: invoiceKind,
  filled: { invoice: invoiceFields },
  settings: invoiceSettingKeys,
  load: async (tx, id) => {
    const content = (await loadContents(tx, [id])).get(id);
    if (!content) throw new Refused(refuse('not_found'));
    return content;
  },
  ownFacts: async (tx, { id, head, lines }, mentioned) => {
    const known = loadParties(tx, head, lines);
    const isLocking = mentioned.locksBudgets ?? true;
    const [
      duplicates,
      ordered,
      contractExcess,
      contractMismatches,
      bank,
      { reading, doPagesDiffer },
      booked,
      corrected,
      budgetFacts,
      { company, supplier },
    ] = await Promise.all([
      tx.fixed<Duplicate>('select invoice_id, why from app.duplicates_of($1)', [id]),
      loadOrdered(tx, { id, head, lines }, isLocking),
      loadContractExcess(tx, { id, head }, isLocking),
      loadContractMismatches(tx, { id, head }),
      known.then((parties) => loadBankFacts(tx, head, parties)),
      loadLastReading(tx, id),
      loadAccounting(tx, { id, head, lines }),
      loadCorrected(tx, { id, head }, isLocking),
      loadBudgetFacts(tx, id),
      known,
    ]);
    const formal = { reading, supplier, company };
    return {
      persons: bank.bank.secondPersons,
      complete: (common) => {
        const checked = checkedFacts(common.settings.values, company, booked.records);
        const accounting = { ...booked, ...checked.accounting };
        const asked = {
          ...{ contractExcess, contractMismatches, corrected, duplicates, doPagesDiffer },
          ...budgetFacts,
        };
        return { ...common, ...ordered, ...bank, ...asked, ...checked, formal, accounting };
      },
    };
  },
  approverSources: ({ head }) => ({
    departmentId: head.department_id,
    costCenterId: head.cost_center_id,
    supplierIds: head.supplier_id === null ? [] : [head.supplier_id],
  }),
  budgeted,
  covers: coversInvoice,
  offers: invoiceFlow.offers,
  touchesContent: ({ head }) => Object.keys(head).length > 0,
  saveParts: async (tx, { context, document, outcome }) => {
    if (outcome.startsRecognition) queueRecognition(tx, context, document.id);
    if (outcome.teaches) queueLearning(tx, document.id);
    if (outcome.takesBack) awaitReversals(tx, document.id);
    if (outcome.bankData) takeBankData(tx, document.id, outcome.bankData);
    if (outcome.supplierData) changeSupplierRecord(tx, outcome.supplierData);
    if (outcome.taxRows) {
      const { tenantId } = context;
      replaceTaxRows(tx, { tenantId, invoiceId: document.id }, outcome.taxRows);
    }
  },
  saveNumber: async (_tx, _saving, number) => ({
    running_number: number,
    invoice_number_formatted: formatDocumentNumber('IN', number),
  }),
};

/** Invoices of one company without their timelines, with the facts for their problem checks (VAL-23). */
export interface CheckedInvoices {
  /** The existing invoices by id. */
  readonly contents: ReadonlyMap<number, InvoiceContent>;
  /** The facts of an invoice by its id. */
  readonly factsOf: (id: number) => CheckedFacts & Pick<InvoiceFacts, 'company' | 'corrected'> & Ordered;
}

/** Loads many invoices of a company at once. Runs as writer, under the locks of their timelines. */
export async function loadCheckedInvoices(
  tx: Tx,
  context: Context,
  companyId: number,
  ids: readonly number[],
): Promise<CheckedInvoices> {
  const { contents, values } = await loadWithSettings(tx, context, ids);
  return await checkedInvoices(tx, companyId, contents, values);
}

/** Invoices without their timelines, and the tenant's configuration values for invoice rules. */
export interface WithSettings {
  readonly contents: ReadonlyMap<number, InvoiceContent>;
  readonly values: Readonly<Record<string, string | null>>;
}

/** Loads the existing invoices of these ids with the settings of their rules. Runs as writer. */
export async function loadWithSettings(
  tx: Tx,
  { userId }: Context,
  ids: readonly number[],
): Promise<WithSettings> {
  const [contents, { settings }] = await Promise.all([
    loadContents(tx, ids),
    loadSurroundings(tx, userId, invoiceSettingKeys),
  ]);
  return { contents, values: settings.values };
}

/** Loads the facts for the problem checks of loaded invoices of one company. Runs as writer. */
export async function checkedInvoices(
  tx: Tx,
  companyId: number,
  contents: CheckedInvoices['contents'],
  values: WithSettings['values'],
): Promise<CheckedInvoices> {
  const invoices = [...contents.values()];
  const ofOrders = invoices.filter(
    ({ head, approvals }) => head.procurement_id !== null || approvals.approved?.by_order === true,
  );
  const [facts, company, ordered, corrected] = await Promise.all([
    loadCheckedFacts(tx, companyId, invoices, values),
    loadCompany(tx, companyId),
    loadOrderedOf(
      tx,
      ofOrders.map(({ id }) => id),
    ),
    loadCorrectedOf(tx, invoices),
  ]);
  return {
    contents,
    factsOf: (id) => ({
      ...{ ...facts, company, corrected: corrected.get(id) ?? null },
      ...(ordered.get(id) ?? nothingOrdered),
    }),
  };
}

/**
 * The given invoices whose account is not confirmed and may not be paid (INV-33). The caller decides whether a
 * payment is due. Runs as writer.
 */
export async function unconfirmedAmong(tx: Tx, invoiceIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await tx.fixed<{ id: number }>(
    `select i.id from invoice i join client c on c.id = i.client_id
     where i.id = any ($1) and i.iban is not null and i.supplier_id is not null
       and not app.is_account_confirmed(i.tenant_id, i.supplier_id, i.iban)
       and (c.bank_change_second_person or exists (
         select from supplier_bank_change b where b.supplier_id = i.supplier_id and b.iban = i.iban))`,
    [invoiceIds],
  );
  return new Set(found.map(({ id }) => id));
}

/**
 * The given invoices whose export number another document of the supplier has already or will have first (EXP-30).
 */
export async function takenNumbersAmong(tx: Tx, invoiceIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await tx.fixed<{ id: number }>(
    `select i.id from invoice i where i.id = any ($1) and exists (
       select from invoice o where o.tenant_id = i.tenant_id and o.supplier_id = i.supplier_id and o.number = i.number
         and o.client_id = i.client_id and o.id <> i.id
         and (o.exported_at is not null or o.is_leaving or o.status = 'export' and o.id < i.id) and i.exported_at is null)`,
    [invoiceIds],
  );
  return new Set(found.map(({ id }) => id));
}

/**
 * Lists arrivals in the transaction that processes them, so that both succeed or fail together (REC-13). Runs as
 * writer.
 */
export function noteArrivals(
  tx: Tx,
  { tenantId }: Pick<Context, 'tenantId'>,
  arrivals: readonly NewArrival[],
): void {
  if (arrivals.length === 0) return;
  tx.send(
    `insert into invoice_arrival (tenant_id, way, name, fate, reason, sender, subject, unpacked_from, mailbox_id,
       mailbox_mail_id, client_id, brought_by_id, invoice_id, file_id)
     select $1, way, left(name, 255), fate, reason, sender, subject, left(unpacked_from, 255), mailbox_id,
       mailbox_mail_id, client_id, brought_by_id, invoice_id, file_id
     from json_to_recordset($2) as a(way text, name text, fate text, reason text, sender text, subject text,
       unpacked_from text, mailbox_id bigint, mailbox_mail_id bigint, client_id bigint, brought_by_id bigint,
       invoice_id bigint, file_id uuid)`,
    [tenantId, JSON.stringify(arrivals)],
  );
}

/** Deletes the open arrivals of a mail that is read again. Runs as writer. */
export function forgetOpenArrivals(tx: Tx, mailId: number): void {
  tx.send("delete from invoice_arrival where mailbox_mail_id = $1 and fate = 'open'", [mailId]);
}

/** The first invoice with these bytes; null if none. Runs as writer. */
export async function invoiceOfBytes(writer: Tx, sha256: Buffer): Promise<number | null> {
  const known = await writer.maybeOne<{ invoice_id: number }>(
    'select invoice_id from file where sha256 = $1 and invoice_id is not null order by created_at limit 1',
    [sha256],
  );
  return known?.invoice_id ?? null;
}

/**
 * Lists the files of an arrival that turned out to be no invoice as waiting for a person (REC-13). Runs as writer.
 */
export function reopenArrivals(tx: Tx, invoiceId: number, reason: ArrivalReason): void {
  tx.send(
    `update invoice_arrival set fate = 'open', invoice_id = null,
       reason = case when fate = 'invoice' then $2 else 'no_invoice' end
     where invoice_id = $1 and fate in ('invoice', 'document')`,
    [invoiceId, reason],
  );
}
