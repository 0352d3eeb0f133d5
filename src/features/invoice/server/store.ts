import { fieldNames } from '../../../document/fields.ts';
import { formatDocumentNumber } from '../../../document/number.ts';
import type { BudgetedDocument } from '../../../document/server/budget-store.ts';
import type { ServedKind, StoredDocument } from '../../../document/server/served-kind.ts';
import { invoiceFields, invoiceLineFields } from '../fields.ts';
import { invoiceKind } from '../kind.ts';
import { exactly } from '../matching/tolerances.ts';
import type { Duplicate, Invoice, InvoiceFacts, InvoiceHead, InvoiceLine, TaxRow } from '../model.ts';
import type { InvoiceOutcome } from '../recognising.ts';
import { invoiceSettingKeys, invoiceSettings } from '../settings.ts';
import { invoiceFlow } from '../steps.ts';
import { loadAccounting } from './accounting-facts.ts';
import { changeSupplierRecord, loadBankFacts, takeBankData } from './bank-store.ts';
import { loadContractExcess } from './contracted.ts';
import { loadLastReading } from './last-reading.ts';
import { queueLearning } from './learning-job.ts';
import { loadOrdered } from './ordered.ts';
import { loadParties } from './parties.ts';
import { replaceTaxRows } from './recognised-rows.ts';
import { queueRecognition } from './recognitions.ts';
import { awaitReversals, standsInBooks } from './reversals.ts';

/** An invoice as it stands in the database. */
export interface StoredInvoice extends Invoice, StoredDocument {
  readonly kind: typeof invoiceKind;
  readonly head: InvoiceHead & { readonly id: number };
}

const columns = [
  'id',
  'status',
  'creator_id',
  'exchange_rate',
  'exported_at',
  'is_leaving',
  'total_netto',
  'total_tax',
  'file_id',
  'view_file_id',
  'legal_hold',
  'iban_by_id',
];
/** Whole numbers are decimals like all others for the rules. */
const headColumns = fieldNames(invoiceFields).map((name) =>
  name.endsWith('_days') ? `${name}::text` : name,
);
const selectHead = `select ${[...columns, ...headColumns].join(', ')},
  (select state from invoice_recognition r where r.invoice_id = invoice.id order by r.id desc limit 1) as recognition_state,
  exists (select from invoice_export_entry e where e.invoice_id = invoice.id and ${standsInBooks}) as stands_in_books
  from invoice where id = $1`;

const selectLines = `select id, sort_no, ${fieldNames(invoiceLineFields).join(', ')}
  from invoice_line where invoice_id = $1 order by sort_no, id`;
const selectTaxRows = `select tax_percentage, tax_category, net, tax
  from invoice_tax where invoice_id = $1 order by tax_percentage desc, id`;

/**
 * An invoice counts as it is saved, from its check on, with what it takes beyond its order; so the check asks about what is kept
 * of it (BUD-03, BUD-04). Without a date it lies in no period.
 */
function budgeted({ id, kind, head, lines }: StoredInvoice): BudgetedDocument | null {
  if (head.invoice_date === null) return null;
  const costCenterIds = [head, ...lines].map(({ cost_center_id }) => cost_center_id);
  return { day: head.invoice_date, kept: { kind: kind.name, id }, costCenterIds };
}

/** Supplier invoices, as the server of all documents knows them. */
export const servedInvoice: ServedKind<StoredInvoice, InvoiceFacts, InvoiceOutcome> = {
  kind: invoiceKind,
  filled: { invoice: invoiceFields },
  settings: invoiceSettingKeys,
  load: async (tx, id) => {
    const [head, lines, taxRows] = await Promise.all([
      tx.one<StoredInvoice['head']>(selectHead, [id]),
      tx.fixed<InvoiceLine>(selectLines, [id]),
      tx.fixed<TaxRow>(selectTaxRows, [id]),
    ]);
    return { kind: invoiceKind, id, head, lines, taxRows };
  },
  ownFacts: async (tx, { id, head, lines }, mentioned) => {
    const known = loadParties(tx, head, lines);
    const isLocking = mentioned.locksBudgets ?? true;
    const [
      duplicates,
      ordered,
      contractExcess,
      bank,
      { reading, doPagesDiffer },
      booked,
      { company, supplier },
    ] = await Promise.all([
      tx.fixed<Duplicate>('select invoice_id, why from app.duplicates_of($1)', [id]),
      loadOrdered(tx, { id, head, lines }, isLocking),
      loadContractExcess(tx, { id, head }, isLocking),
      known.then((parties) => loadBankFacts(tx, head, parties)),
      loadLastReading(tx, id),
      loadAccounting(tx, { id, head, lines }),
      known,
    ]);
    const tolerances = company?.tolerances ?? exactly;
    const formal = { reading, supplier, company };
    return {
      persons: bank.bank.secondPersons,
      complete: (common) => {
        const settings = invoiceSettings(common.settings.values, company);
        const companyVatId = company?.vat_number ?? null;
        const allowed = company?.allowed ?? null;
        const accounting = { ...booked, allowed, companyVatId, target: settings.exportTarget };
        const own = { contractExcess, duplicates, doPagesDiffer, tolerances, formal, settings, accounting };
        return { ...common, ...ordered, ...bank, ...own };
      },
    };
  },
  approverSources: ({ head }) => ({
    departmentId: head.department_id,
    costCenterId: head.cost_center_id,
    supplierIds: head.supplier_id === null ? [] : [head.supplier_id],
  }),
  budgeted,
  offers: invoiceFlow.offers,
  touchesContent: ({ head }) => Object.keys(head).length > 0,
  saveParts: async (tx, { context, document, outcome }) => {
    if (outcome.startsRecognition) await queueRecognition(tx, context, document.id);
    if (outcome.teaches) await queueLearning(tx, document.id);
    if (outcome.takesBack) awaitReversals(tx, document.id);
    if (outcome.bankData) await takeBankData(tx, context, document.id, outcome.bankData);
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
