import { addDays, type Day } from '../../../../base/day.ts';
import { type Amount, couplePrice } from '../../../../base/money.ts';
import { without } from '../../../../document/fields.ts';
import { type DraftRow, emptyRow, rowInput } from '../../../../document/web/draft/draft-fields.ts';
import type {
  CompanyReference,
  Reference,
  SupplierReference,
} from '../../../../document/web/draft/reference.ts';
import { inCurrency } from '../../../../document/web/head/company-head.ts';
import { lineFields, procurementFields } from '../../fields.ts';
import type { RequirableField } from '../../required-fields.ts';

/** The company brings the billing address, and a contract has a part of the page to itself. */
export const typedHead = without(procurementFields, 'billing_address_text', 'contract_id');
/** What a supplier promises comes with his confirmation. */
export const typedLine = without(lineFields, 'confirmed_delivery_date');

/** The head of a request as it is being typed. */
export interface HeadDraft extends Omit<DraftRow<typeof typedHead>, 'client'> {
  readonly client: CompanyReference<RequirableField> | null;
  /** The date follows from the suppliers until the person types one (PROC-08). */
  readonly is_delivery_date_proposed: boolean;
  /** What it is ordered from (PROC-25). */
  readonly contract: Reference | null;
}

/** One line as it is being typed. `key` tells lines apart before they have an id. */
export interface LineDraft extends Omit<DraftRow<typeof typedLine>, 'supplier'> {
  readonly key: string;
  readonly id: number | null;
  readonly supplier: SupplierReference | null;
  /** The name of a supplier that is not among the suppliers yet, instead of `supplier` (PROC-08). */
  readonly new_supplier: string;
  /** The line of the contract that it was made of, until it is saved: who sees no prices gets its price. */
  readonly contract_line_id: number | null;
  /** The line becomes a product of the catalogue when it is saved (PROC-08). */
  readonly save_to_catalogue: boolean;
  readonly is_cost_center_fixed: boolean;
  /** The cart of a shop that it came from: the shop alone changes what it is (PUN-08). */
  readonly punchout_cart_id: number | null;
}

export interface Draft {
  readonly head: HeadDraft;
  readonly lines: readonly LineDraft[];
  /** Persons and groups that were added by hand (PROC-14). */
  readonly approvers: readonly Reference[];
}

/** A request with nothing in it. */
export const emptyDraft: Draft = {
  head: { ...emptyRow(typedHead), is_delivery_date_proposed: false, contract: null },
  lines: [],
  approvers: [],
};

/** A line with nothing in it. */
export const emptyLine: Omit<LineDraft, 'key'> = {
  ...emptyRow(typedLine),
  id: null,
  new_supplier: '',
  contract_line_id: null,
  save_to_catalogue: false,
  is_cost_center_fixed: false,
  punchout_cart_id: null,
};

/** An empty line with what the company proposes for tax and unit. */
export function newLine(key: string, company: CompanyReference | null): LineDraft {
  return { ...emptyLine, key, unit: company?.unit ?? emptyLine.unit, tax: company?.tax ?? emptyLine.tax };
}

/** Nothing was typed into the line yet, so that it may vanish without a word. */
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

/** With a supplier of the master data, or none. */
export function withSupplier(line: LineDraft, supplier: SupplierReference | null): LineDraft {
  return { ...line, supplier, new_supplier: '' };
}

/** With a supplier that is added when the line is saved (PROC-08). */
export function withNewSupplier(line: LineDraft, name: string): LineDraft {
  return { ...line, supplier: null, new_supplier: name.trim() };
}

/** The price as it was typed last: net or gross, by the mode of the line (PRICE-02). */
export function typedPrice(line: LineDraft): Amount | null {
  return line.price_mode === 'net' ? line.price_netto : line.price_brutto;
}

export interface PriceChange {
  readonly price?: Amount | null;
  readonly mode?: 'net' | 'gross';
  readonly tax?: Amount | null;
}

/**
 * Sets the typed price, its mode or the tax, and couples the other price to `decimals` places of the tenant;
 * a new tax keeps the net price (PRICE-02).
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

/** Changes the company; what depends on it starts anew (PROC-04, PROC-05). */
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
 * Proposes when the goods can be there: when the slowest supplier of the lines has had his time from `today` on. A
 * date that the person typed stays (PROC-08).
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
  return JSON.stringify(saveInput(one)) === JSON.stringify(saveInput(other));
}

/** What `procurement_save` takes: head, lines and approvers as a whole, blank lines left out. */
export function saveInput(draft: Draft) {
  return {
    head: headInput(draft.head),
    lines: draft.lines.filter((line) => !isBlankLine(line)).map(lineInput),
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

function lineInput(line: LineDraft) {
  return {
    ...(line.id === null ? {} : { id: line.id }),
    ...rowInput(typedLine, line),
    ...(line.contract_line_id === null ? {} : { contract_line_id: line.contract_line_id }),
    new_supplier: line.new_supplier.trim() || null,
    save_to_catalogue: line.save_to_catalogue,
  };
}
