import { addDays, type Day } from '../../../../base/day.ts';
import { type Amount, couplePrice } from '../../../../base/money.ts';
import { remembered } from '../../../../base/remembered.ts';
import { without } from '../../../../document/fields.ts';
import { type DraftRow, emptyRow, rowInput } from '../../../../document/web/draft/draft-fields.ts';
import { isSameInput } from '../../../../document/web/draft/draft-kind.ts';
import type {
  CompanyReference,
  Reference,
  SupplierReference,
} from '../../../../document/web/draft/reference.ts';
import { inCurrency } from '../../../../document/web/head/company-head.ts';
import { lineFields, procurementFields } from '../../fields.ts';
import type { RequirableField } from '../../required-fields.ts';

/** Without the billing address, which comes from the company, and the contract, which has an own section. */
export const typedHead = without(procurementFields, 'billing_address_text', 'contract_id');
/** Without the confirmed date, which comes from the supplier's confirmation. */
export const typedLine = without(lineFields, 'confirmed_delivery_date');

/** The head of a request while being edited. */
export interface HeadDraft extends Omit<DraftRow<typeof typedHead>, 'client'> {
  readonly client: CompanyReference<RequirableField> | null;
  /** The date is computed from the suppliers until the person types one (PROC-08). */
  readonly is_delivery_date_proposed: boolean;
  /** The contract of the order (PROC-25). */
  readonly contract: Reference | null;
}

/** One line while being edited. `key` identifies lines without an id. */
export interface LineDraft extends Omit<DraftRow<typeof typedLine>, 'supplier'> {
  readonly key: string;
  readonly id: number | null;
  readonly supplier: SupplierReference | null;
  /** The name of a new supplier, instead of `supplier` (PROC-08). */
  readonly new_supplier: string;
  /** The source line in the contract, until the first save; people without prices get its price. */
  readonly contract_line_id: number | null;
  /** Saves the line as a catalogue product too (PROC-08). */
  readonly save_to_catalogue: boolean;
  readonly is_cost_center_fixed: boolean;
  /** The source cart of a marketplace line, whose product only the shop can change (PUN-08). */
  readonly punchout_cart_id: number | null;
}

export interface Draft {
  readonly head: HeadDraft;
  readonly lines: readonly LineDraft[];
  /** Persons and groups added by hand (PROC-14). */
  readonly approvers: readonly Reference[];
}

/** An empty request. */
export const emptyDraft: Draft = {
  head: { ...emptyRow(typedHead), is_delivery_date_proposed: false, contract: null },
  lines: [],
  approvers: [],
};

/** An empty line. */
export const emptyLine: Omit<LineDraft, 'key'> = {
  ...emptyRow(typedLine),
  id: null,
  new_supplier: '',
  contract_line_id: null,
  save_to_catalogue: false,
  is_cost_center_fixed: false,
  punchout_cart_id: null,
};

/** An empty line with the company's default tax and unit. */
export function newLine(key: string, company: CompanyReference | null): LineDraft {
  return { ...emptyLine, key, unit: company?.unit ?? emptyLine.unit, tax: company?.tax ?? emptyLine.tax };
}

/** A new line without input, which may be dropped silently. */
export function isBlankLine(line: LineDraft): boolean {
  return (
    line.id === null &&
    line.product_id === null &&
    [line.description, line.item_number, line.offer_number, line.new_supplier].every(
      (text) => text.trim() === '',
    ) &&
    line.price_netto === null &&
    line.price_brutto === null
  );
}

/** Sets a supplier of the master data, or none. */
export function withSupplier(line: LineDraft, supplier: SupplierReference | null): LineDraft {
  return { ...line, supplier, new_supplier: '' };
}

/** Sets a new supplier, which is added on save (PROC-08). */
export function withNewSupplier(line: LineDraft, name: string): LineDraft {
  return { ...line, supplier: null, new_supplier: name.trim() };
}

/** The price typed last: net or gross, by the mode of the line (PRICE-02). */
export function typedPrice(line: LineDraft): Amount | null {
  return line.price_mode === 'net' ? line.price_netto : line.price_brutto;
}

export interface PriceChange {
  readonly price?: Amount | null;
  readonly mode?: 'net' | 'gross';
  readonly tax?: Amount | null;
}

/**
 * Sets the typed price, its mode or the tax, and computes the other price with the tenant's `decimals`; a new tax
 * keeps the net price (PRICE-02).
 */
export function withPrice(line: LineDraft, change: PriceChange, decimals: number): LineDraft {
  const tax = change.tax === undefined ? line.tax : change.tax;
  const mode = change.mode ?? line.price_mode;
  const keepsNet = change.tax !== undefined && change.price === undefined;
  const previous = keepsNet || mode === 'net' ? line.price_netto : line.price_brutto;
  const price = change.price === undefined ? previous : change.price;
  const next = { ...line, tax, price_mode: mode };
  if (price === null) return { ...next, price_netto: null, price_brutto: null };
  return { ...next, ...couplePrice({ mode: keepsNet ? 'net' : mode, price }, tax ?? '0', decimals) };
}

/** Changes the company and resets the fields that depend on it (PROC-04, PROC-05). */
export function withCompany(head: HeadDraft, client: HeadDraft['client']): HeadDraft {
  if (client?.id === head.client?.id) return head;
  return {
    ...head,
    client,
    ...(client === null ? {} : inCurrency(head, client.currency)),
    department: null,
    cost_center: null,
    ledger_account: null,
    delivery_address: null,
  };
}

/**
 * Proposes a delivery date from the longest delivery time of the suppliers, counted from `today`. A typed date stays
 * (PROC-08).
 */
export function withProposedDeliveryDate(draft: Draft, today: Day): Draft {
  const { delivery_date, is_delivery_date_proposed } = draft.head;
  if (delivery_date !== null && !is_delivery_date_proposed) return draft;
  const days = draft.lines.flatMap(({ supplier }) => supplier?.delivery_in_days ?? []);
  const proposed = days.length === 0 ? null : addDays(today, Math.max(...days));
  if (proposed === delivery_date) return draft;
  const head = { ...draft.head, delivery_date: proposed, is_delivery_date_proposed: proposed !== null };
  return { ...draft, head };
}

/** Whether two drafts would be saved as the same document. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return isSameInput(saveInput(one), saveInput(other));
}

/** The input of `procurement_save`: head, lines without blank ones, and approvers. */
export function saveInput(draft: Draft) {
  return {
    head: headInput(draft.head),
    lines: draft.lines.filter((line) => !isBlankLine(line)).map((line) => lineInput(line)),
    approver_ids: draft.approvers.map((person) => person.id),
  };
}

function headInput(head: HeadDraft) {
  return {
    ...rowInput(typedHead, head),
    billing_address_text: head.client?.billingText ?? null,
    contract_id: head.contract?.id ?? null,
  };
}

const lineInput = remembered((line: LineDraft) => ({
  ...(line.id === null ? {} : { id: line.id }),
  ...rowInput(typedLine, line),
  ...(line.contract_line_id === null ? {} : { contract_line_id: line.contract_line_id }),
  new_supplier: line.new_supplier.trim() || null,
  save_to_catalogue: line.save_to_catalogue,
}));
