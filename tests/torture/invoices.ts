import { thisYear } from '../support/today.ts';
import type { Api } from './calls.ts';
import type { Actor } from './cast.ts';
import type { Chance } from './chance.ts';
import type { Offer } from './documents.ts';
import type { Templates } from './templates.ts';

export interface InvoiceLine {
  readonly id: number;
  readonly description: string;
  readonly quantity: number;
  readonly total_netto: number;
  readonly procurement_line_id: number | null;
}

/** A supplier invoice as shown to a person. */
export interface Invoice {
  readonly id: number;
  readonly status: string;
  readonly creator_id: number;
  readonly supplier_id: number;
  readonly procurement_id: number | null;
  readonly total_brutto: number;
  readonly timeline: {
    readonly content_version: number;
    readonly current_entry_no: number;
    readonly timeline_entries: readonly { readonly entry_no: number; readonly lb_user_id: number | null }[];
  };
  readonly invoice_lines: readonly InvoiceLine[];
}

export const invoiceFields = `id status creator_id supplier_id procurement_id total_brutto
  timeline { content_version current_entry_no timeline_entries(order_by: {entry_no: asc}) { entry_no lb_user_id } }
  invoice_lines(order_by: {sort_no: asc}) { id description quantity total_netto procurement_line_id }`;

/** The invoice with its actions for this person; null when invisible. */
export async function openInvoice(
  api: Api,
  actor: Actor,
  id: number,
): Promise<(Invoice & { readonly actions: readonly Offer[] }) | null> {
  const data = await api.look(
    actor,
    `query ($id: bigint!) { invoice_by_pk(id: $id) { ${invoiceFields} actions { key enabled person_ids } } }`,
    { id },
  );
  return (data.invoice_by_pk ?? null) as (Invoice & { actions: readonly Offer[] }) | null;
}

/** The invoicing data of an order. */
export interface Order {
  readonly id: number;
  readonly currency: string;
  readonly client_id: number;
  readonly department_id: number;
  readonly cost_center_id: number;
  readonly ledger_account_id: number;
  readonly procurement_lines: readonly {
    readonly id: number;
    readonly quantity: number | null;
    readonly total_netto: number | null;
    readonly supplier_id: number | null;
    readonly cost_center_id: number | null;
    readonly ledger_account_id: number | null;
  }[];
}

/** Null when invisible to the person. */
export async function openOrder(api: Api, actor: Actor, id: number): Promise<Order | null> {
  const data = await api.look(
    actor,
    `query ($id: bigint!) { procurement_by_pk(id: $id) {
      id currency client_id department_id cost_center_id ledger_account_id
      procurement_lines(order_by: {sort_no: asc}) { id quantity total_netto supplier_id cost_center_id ledger_account_id } } }`,
    { id },
  );
  return (data.procurement_by_pk ?? null) as Order | null;
}

/** The content of a new invoice form. */
export interface Bill {
  readonly head: Readonly<Record<string, unknown>>;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

const year = thisYear();

function particulars(chance: Chance, text: string) {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return {
    number_printed: text,
    invoice_date: `${year}-${twoDigits(1 + chance.below(12))}-${twoDigits(1 + chance.below(28))}`,
    delivery_date: `${year}-01-02`,
    due_date: '2099-12-31',
    payment_method: 'ONLINE_PAYMENT',
    tax: '0',
  };
}

const untaxed = { tax_percentage: '0', tax_category: 'Z' };

/** The sum of all lines; without tax. */
export function grossOf(nets: readonly number[]): string {
  return nets.reduce((sum, net) => sum + net, 0).toFixed(2);
}

/** Charges parts of lines of these orders, occasionally more than ordered; the head usually names the first order. */
export function billOfOrders(chance: Chance, text: string, orders: readonly Order[]): Bill | null {
  const [first] = orders;
  const priced = orders.flatMap((order) =>
    order.procurement_lines
      .filter((line) => (line.quantity ?? 0) > 0 && (line.total_netto ?? 0) > 0)
      .map((line) => ({ order, line })),
  );
  const supplier_id = chance.pick(priced)?.line.supplier_id;
  if (!first || !supplier_id) return null;
  const chosen = priced.filter(({ line, order }) => line.supplier_id === supplier_id || order !== first);
  const wanted = chosen.filter(() => chance.share(0.7));
  const lines = (wanted.length > 0 ? wanted : chosen).map(({ order, line }, place) => {
    const share = chance.pick([0.25, 0.5, 0.5, 1, 1, 2]) ?? 1;
    const quantity = Math.max(0.5, Math.round((line.quantity ?? 1) * share * 2) / 2);
    return {
      ...untaxed,
      description: `${text}-${place}`,
      quantity: String(quantity),
      total_netto: ((quantity * (line.total_netto ?? 0)) / (line.quantity ?? 1)).toFixed(2),
      procurement_line_id: line.id,
      cost_center_id: line.cost_center_id ?? order.cost_center_id,
      ledger_account_id: line.ledger_account_id ?? order.ledger_account_id,
    };
  });
  const { client_id, department_id, cost_center_id, ledger_account_id } = first;
  const head = {
    ...particulars(chance, text),
    ...{ supplier_id, client_id, department_id, cost_center_id, ledger_account_id },
    total_brutto: grossOf(lines.map(({ total_netto }) => Number(total_netto))),
    procurement_id: chance.share(0.9) ? first.id : null,
  };
  // Without lines the whole invoice belongs to the order.
  return { head, lines: head.procurement_id !== null && chance.share(0.2) ? [] : lines };
}

/** An invoice without an order. */
export function plainBill(chance: Chance, text: string, templates: Templates): Bill {
  const { client_id, department_id, cost_center_id, ledger_account_id } = templates.headOf(
    chance.pick(templates.requesters) ?? { id: 0 },
  );
  const { supplier_id } = templates.product(chance);
  const nets = Array.from({ length: chance.below(3) }, () => 20 + chance.below(300));
  const total = nets.length > 0 ? grossOf(nets) : String(20 + chance.below(300));
  return {
    head: {
      ...particulars(chance, text),
      ...{ supplier_id, client_id, department_id, cost_center_id, ledger_account_id },
      total_brutto: total,
    },
    lines: nets.map((net, place) => ({
      ...untaxed,
      description: `${text}-${place}`,
      quantity: '1',
      total_netto: net.toFixed(2),
      ledger_account_id,
    })),
  };
}

/** Credits a part of an invoice (INV-12). */
export function creditOf(chance: Chance, text: string, of: number, { head, lines }: Bill): Bill {
  const half = (value: unknown) => -Math.round(Number(value) * 50) / 100;
  const taken = lines
    .filter(() => chance.share(0.6))
    .map((line, place) => {
      const description = `${text}-${place}`;
      return {
        ...line,
        description,
        quantity: String(half(line.quantity)),
        total_netto: half(line.total_netto).toFixed(2),
      };
    });
  const total =
    taken.length > 0
      ? grossOf(taken.map((line) => Number(line.total_netto)))
      : half(head.total_brutto).toFixed(2);
  return {
    head: { ...head, ...particulars(chance, text), total_brutto: total, corrects_invoice_id: of },
    lines: taken,
  };
}

/**
 * Other amounts, other lines or another order; the text is always new, so that every accepted edit increases the
 * version.
 */
export function changeOf(
  chance: Chance,
  text: string,
  { invoice_lines: lines }: Invoice,
  orderIds: readonly number[],
) {
  const draw = chance.below(4);
  const notes = { notes: text };
  if (draw === 0) return { head: notes };
  if (draw === 1)
    return { head: { ...notes, procurement_id: chance.share(0.4) ? null : chance.pick(orderIds) } };
  const changed = chance.pick(lines);
  if (!changed) return { head: { ...notes, total_brutto: String(20 + chance.below(300)) } };
  const isRemoved = draw === 2 && lines.length > 1;
  const net = Math.round(changed.total_netto * 75) / 100 || 10;
  const kept = lines.filter((line) => !isRemoved || line.id !== changed.id);
  const quantity = String(Math.round(changed.quantity * 750) / 1000 || 1);
  return {
    head: {
      ...notes,
      total_brutto: grossOf(kept.map((line) => (line.id === changed.id ? net : line.total_netto))),
    },
    lines: kept.map(({ id }) => (id === changed.id ? { id, quantity, total_netto: net.toFixed(2) } : { id })),
  };
}
