import { addDays, type Day } from '../../../../base/day.ts';
import { type Amount, couplePrice } from '../../../../base/money.ts';
import type {
  CompanyReference,
  Reference,
  SupplierReference,
} from '../../../../document/web/draft/reference.ts';
import { inCurrency } from '../../../../document/web/head/company-head.ts';
import { defaultCurrency } from '../../../../platform/constants.ts';
import type { LineKind, PaymentTiming, ProcurementType, UsageType } from '../../model.ts';
import type { RequirableField } from '../../required-fields.ts';

/** The head of a request as it is being typed. */
export interface HeadDraft {
  readonly name: string;
  readonly client: CompanyReference<RequirableField> | null;
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
  readonly ledger_account: Reference | null;
  readonly delivery_address: Reference | null;
  readonly consignee: Reference | null;
  readonly delivery_date: Day | null;
  /** The date follows from the suppliers until the person types one (PROC-08). */
  readonly is_delivery_date_proposed: boolean;
  readonly usage_type: UsageType | null;
  readonly payment_timing: PaymentTiming | null;
  readonly payment_in_advance: boolean;
  readonly type: ProcurementType;
  readonly notes: string;
  readonly show_notes_in_pdf: boolean;
  readonly external_order_number: string;
  readonly currency: string;
  /** Company currency per unit of `currency`; null while both are the same (PRICE-04). */
  readonly exchange_rate: Amount | null;
  readonly rate_date: Day | null;
  readonly no_product_selection: boolean;
  /** What it is ordered from (PROC-25). */
  readonly contract: Reference | null;
}

/** One line as it is being typed. `key` tells lines apart before they have an id. */
export interface LineDraft {
  readonly key: string;
  readonly id: number | null;
  readonly kind: LineKind;
  readonly description: string;
  readonly item_number: string;
  readonly quantity: Amount | null;
  readonly unit: string;
  readonly price_mode: 'net' | 'gross';
  readonly price_netto: Amount | null;
  readonly price_brutto: Amount | null;
  readonly price_unit: Amount | null;
  readonly tax: Amount | null;
  readonly supplier: SupplierReference | null;
  /** The name of a supplier that is not among the suppliers yet, instead of `supplier` (PROC-08). */
  readonly new_supplier: string;
  readonly product_id: number | null;
  /** The line of the contract that it was made of, until it is saved: who sees no prices gets its price. */
  readonly contract_line_id: number | null;
  /** The line becomes a product of the catalogue when it is saved (PROC-08). */
  readonly save_to_catalogue: boolean;
  readonly product_group: Reference | null;
  readonly cost_center: Reference | null;
  readonly is_cost_center_fixed: boolean;
  readonly ledger_account: Reference | null;
  /** Asked of the supplier; null: as the whole order (PROC-28). */
  readonly delivery_date: Day | null;
  readonly offer_number: string;
  readonly offer_date: Day | null;
  readonly image_url: string;
  readonly webshop_url: string;
}

export interface Draft {
  readonly head: HeadDraft;
  readonly lines: readonly LineDraft[];
  /** Persons and groups that were added by hand (PROC-14). */
  readonly approvers: readonly Reference[];
}

/** A request with nothing in it. */
export const emptyDraft: Draft = {
  head: {
    name: '',
    client: null,
    department: null,
    cost_center: null,
    ledger_account: null,
    delivery_address: null,
    consignee: null,
    delivery_date: null,
    is_delivery_date_proposed: false,
    usage_type: 'usage_based',
    payment_timing: 'postpaid',
    payment_in_advance: false,
    type: 'single_invoice',
    notes: '',
    show_notes_in_pdf: false,
    external_order_number: '',
    currency: defaultCurrency,
    exchange_rate: null,
    rate_date: null,
    no_product_selection: false,
    contract: null,
  },
  lines: [],
  approvers: [],
};

/** An empty line with what the company proposes for tax and unit. */
export function newLine(key: string, company: CompanyReference | null): LineDraft {
  return {
    key,
    id: null,
    kind: 'item',
    description: '',
    item_number: '',
    quantity: '1',
    unit: company?.unit ?? '',
    price_mode: 'net',
    price_netto: null,
    price_brutto: null,
    price_unit: null,
    tax: company?.tax ?? '19',
    supplier: null,
    new_supplier: '',
    product_id: null,
    contract_line_id: null,
    save_to_catalogue: false,
    product_group: null,
    cost_center: null,
    is_cost_center_fixed: false,
    ledger_account: null,
    delivery_date: null,
    offer_number: '',
    offer_date: null,
    image_url: '',
    webshop_url: '',
  };
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
    name: textOrNull(head.name),
    client_id: head.client?.id ?? null,
    department_id: head.department?.id ?? null,
    cost_center_id: head.cost_center?.id ?? null,
    ledger_account_id: head.ledger_account?.id ?? null,
    delivery_address_id: head.delivery_address?.id ?? null,
    consignee_id: head.consignee?.id ?? null,
    delivery_date: head.delivery_date,
    billing_address_text: head.client?.billingText ?? null,
    usage_type: head.usage_type,
    payment_timing: head.payment_timing,
    payment_in_advance: head.payment_in_advance,
    type: head.type,
    notes: textOrNull(head.notes),
    show_notes_in_pdf: head.show_notes_in_pdf,
    external_order_number: textOrNull(head.external_order_number),
    currency: head.currency,
    exchange_rate: head.exchange_rate,
    rate_date: head.rate_date,
    no_product_selection: head.no_product_selection,
    contract_id: head.contract?.id ?? null,
  };
}

function lineInput(line: LineDraft) {
  return {
    ...(line.id === null ? {} : { id: line.id }),
    kind: line.kind,
    description: textOrNull(line.description),
    item_number: textOrNull(line.item_number),
    quantity: line.quantity,
    unit: textOrNull(line.unit),
    price_netto: line.price_netto,
    price_brutto: line.price_brutto,
    price_mode: line.price_mode,
    price_unit: line.price_unit,
    tax: line.tax,
    product_id: line.product_id,
    ...(line.contract_line_id === null ? {} : { contract_line_id: line.contract_line_id }),
    product_group_id: line.product_group?.id ?? null,
    supplier_id: line.supplier?.id ?? null,
    new_supplier: textOrNull(line.new_supplier),
    save_to_catalogue: line.save_to_catalogue,
    cost_center_id: line.cost_center?.id ?? null,
    ledger_account_id: line.ledger_account?.id ?? null,
    delivery_date: line.delivery_date,
    offer_number: textOrNull(line.offer_number),
    offer_date: line.offer_date,
    image_url: textOrNull(line.image_url),
    webshop_url: textOrNull(line.webshop_url),
  };
}

function textOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
