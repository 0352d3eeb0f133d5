import { shownIban } from '../../../base/iban.ts';
import { amountOf, amountOrNull } from '../../../base/money.ts';
import { remembered } from '../../../base/remembered.ts';
import { companyReference } from '../../../document/web/draft/company.ts';
import { type DraftRow, draftRow, emptyRow, rowInput } from '../../../document/web/draft/draft-fields.ts';
import { type DraftKind, isSameInput } from '../../../document/web/draft/draft-kind.ts';
import type { CompanyReference, SupplierReference } from '../../../document/web/draft/reference.ts';
import { invoiceFields, invoiceLineFields } from '../fields.ts';
import { lineNet, taxRowKey, taxRowsOf } from '../lines.ts';
import type { InvoiceLineFields, TaxRow } from '../model.ts';
import { totalsOf } from '../rules.ts';
import type { InvoiceDocument, LineRow, TaxRowRow } from './kind.ts';

/** A line in the form. `key` identifies it before it has an ID. */
export interface LineDraft extends DraftRow<typeof invoiceLineFields> {
  readonly key: string;
  readonly id: number | null;
}

/** An invoice in the form. */
export interface InvoiceDraft {
  readonly head: Omit<DraftRow<typeof invoiceFields>, 'client' | 'supplier'> & {
    readonly client: CompanyReference | null;
    readonly supplier: SupplierReference | null;
    /** The stated breakdown; rows whose net differs from that of the lines no longer count. */
    readonly tax_rows: readonly TaxRow[];
  };
  readonly lines: readonly LineDraft[];
}

export const emptyDraft: InvoiceDraft = { head: { ...emptyRow(invoiceFields), tax_rows: [] }, lines: [] };

/** An empty line. */
export function newLine(key: string): LineDraft {
  return { ...emptyRow(invoiceLineFields), key, id: null };
}

/** The draft of a loaded invoice. */
export function draftOf(invoice: InvoiceDocument): InvoiceDraft {
  return {
    head: {
      ...draftRow(invoiceFields, {
        ...invoice,
        ...shownAmounts(invoice),
        ...linkedDocuments(invoice),
        // Shown in groups; saved without blanks.
        iban: invoice.iban && shownIban(invoice.iban),
      }),
      client: invoice.client && companyReference(invoice.client, () => []),
      supplier: invoice.supplier,
      tax_rows: invoice.invoice_taxes.flatMap(taxRow),
    },
    lines: invoice.invoice_lines.map(lineDraft),
  };
}

/** Amounts are empty for people who may not see prices (ROLE-07); they cannot write them either. */
function shownAmounts({ total_brutto, prepaid_amount, rounding_amount }: InvoiceDocument) {
  const shown = (amount: number | null): number => Number(amountOrNull(amount) ?? 0);
  return {
    total_brutto: shown(total_brutto),
    prepaid_amount: shown(prepaid_amount),
    rounding_amount: shown(rounding_amount),
  };
}

/** Keeps links to documents that the person may not see, without their names. */
function linkedDocuments(invoice: InvoiceDocument) {
  const linked = <Seen extends { readonly id: number }>(seen: Seen | null, id: number | null) =>
    seen ?? (id === null ? null : { id, name: '' });
  return {
    procurement: linked(invoice.procurement, invoice.procurement_id),
    contract: linked(invoice.contract, invoice.contract_id),
    corrects_invoice: linked(invoice.corrects_invoice, invoice.corrects_invoice_id),
  };
}

function lineDraft(line: LineRow): LineDraft {
  return { ...draftRow(invoiceLineFields, line), key: `line-${line.id}`, id: line.id };
}

/** Empty for people who may not see prices (ROLE-07). */
function taxRow({ tax_percentage, tax_category, net, tax }: TaxRowRow): readonly TaxRow[] {
  if (net === null || tax === null) return [];
  return [{ tax_percentage: amountOf(tax_percentage), tax_category, net: amountOf(net), tax: amountOf(tax) }];
}

/** The lines for the rules, without blank ones. */
export function typedLines({ lines }: InvoiceDraft): readonly InvoiceLineFields[] {
  return lines.filter((line) => !isBlankLine(line)).map((line) => rowInput(invoiceLineFields, line));
}

/** The breakdown that follows from the draft. */
export function typedTaxRows(draft: InvoiceDraft): readonly TaxRow[] {
  return taxRowsOfDraft(draft);
}

const taxRowsOfDraft = remembered((draft: InvoiceDraft) => taxRowsOf(typedLines(draft), draft.head.tax_rows));

/** Whether the line is unsaved and empty, so that it can be dropped silently. */
export function isBlankLine(line: LineDraft): boolean {
  return (
    line.id === null &&
    line.total_netto === null &&
    line.unit_net_price === null &&
    [line.description, line.item_number].every((text) => text.trim() === '')
  );
}

/** Sets quantity or price; the net follows (PRICE-06). */
export function withPrice(
  line: LineDraft,
  typed: Partial<
    Pick<LineDraft, 'quantity' | 'unit_net_price' | 'price_unit' | 'line_allowance' | 'line_charge'>
  >,
): LineDraft {
  const next = { ...line, ...typed };
  const net = lineNet({ ...next, price_unit: next.price_unit ?? '1' });
  return { ...next, total_netto: net ?? next.total_netto };
}

/** Sets the tax of one rate as the invoice states it. */
export function withStatedTax(draft: InvoiceDraft, row: TaxRow): InvoiceDraft {
  const rows = typedTaxRows(draft).filter((one) => taxRowKey(one) !== taxRowKey(row));
  return { ...draft, head: { ...draft.head, tax_rows: [...rows, row] } };
}

/**
 * Replaces the lines with one line per rate (VAL-19): from the stated breakdown, else from the total and its rate.
 */
export function withLinesOfTotals(
  draft: InvoiceDraft,
  stated: readonly TaxRow[],
  newKey: () => string,
): InvoiceDraft {
  const { head } = draft;
  const rows = stated.length > 0 ? stated : [rowOfTotals(head)];
  const description = head.name.trim() || (head.supplier?.name ?? '');
  const lines = rows.map(
    ({ net, tax_percentage, tax_category }): LineDraft => ({
      ...newLine(newKey()),
      description,
      unit_net_price: net,
      total_netto: net,
      tax_percentage,
      tax_category,
    }),
  );
  return { head: { ...head, tax_rows: rows }, lines };
}

function rowOfTotals(head: InvoiceDraft['head']): TaxRow {
  const { total_netto: net, total_tax } = totalsOf(head);
  const rate = head.tax ?? '0';
  return { tax_percentage: rate, tax_category: 'S', net, tax: total_tax };
}

/** The draft kind of invoices for the shared form code. */
export const invoiceDraft: DraftKind<InvoiceDraft> = {
  fields: { head: invoiceFields, lines: invoiceLineFields },
  units: {
    lines: [['total_netto', 'quantity', 'unit_net_price', 'price_unit', 'line_allowance', 'line_charge']],
  },
  isSame: (one, other) => isSameInput(saveInput(one), saveInput(other)),
  input: saveInput,
  lineKeys: ({ lines }) => lines.filter((line) => !isBlankLine(line)).map(({ key }) => key),
  restored: (kept) => (isDraft(kept) ? completed(kept) : null),
};

function saveInput(draft: InvoiceDraft) {
  return {
    head: rowInput(invoiceFields, draft.head),
    lines: draft.lines.filter((line) => !isBlankLine(line)).map((line) => lineInput(line)),
    tax_rows: typedTaxRows(draft),
  };
}

const lineInput = remembered((line: LineDraft) => ({
  ...(line.id === null ? {} : { id: line.id }),
  ...rowInput(invoiceLineFields, line),
}));

/** Completes drafts stored by earlier versions with fewer fields. */
function completed({ head, lines }: Pick<InvoiceDraft, 'head'> & Partial<InvoiceDraft>): InvoiceDraft {
  return {
    head: { ...emptyDraft.head, ...head },
    lines: (lines ?? []).map((line) => ({ ...newLine(line.key), ...line })),
  };
}

function isDraft(value: unknown): value is Pick<InvoiceDraft, 'head'> {
  return typeof value === 'object' && value !== null && 'head' in value;
}
