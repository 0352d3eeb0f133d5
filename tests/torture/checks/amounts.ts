import type { Fixture } from '../fixture.ts';

/** The allowed difference of amounts rounded in another place. */
export const cent = 0.011;

export interface StoredOrder {
  readonly id: number;
  readonly status: string;
  readonly total_netto: number;
  readonly open_value: number;
  readonly completely_invoiced: boolean;
  readonly currency: string;
  /** Company currency per unit; 0 while it is unknown, 1 without a company. */
  readonly rate: number;
  readonly day: string | null;
  readonly lines: readonly {
    readonly cost_center_id: number | null;
    readonly ledger_account_id: number | null;
    readonly kind: string;
    readonly net: number;
    readonly quantity: number;
    readonly received: number;
  }[];
}

export interface StoredInvoice {
  readonly id: number;
  readonly status: string;
  readonly procurement_id: number | null;
  readonly document_type: string;
  readonly corrects_invoice_id: number | null;
  /** For a booked final invoice: the deducted prepayments. */
  readonly taken_off_ids: readonly number[] | null;
  readonly currency: string;
  readonly total_netto: number;
  readonly total_brutto: number;
  /** The value for limits, in company currency, and the approved part; null before the first approval. */
  readonly value: number;
  readonly approved: number | null;
  readonly rate: number;
  readonly invoice_date: string | null;
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
  readonly lines: readonly StoredLine[];
  /** For the order named in its head: the share of each cost center and account, in company currency. */
  readonly order_parts: readonly Part[];
}

interface Place {
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
}

interface Part extends Place {
  readonly net: number;
}

interface StoredLine extends Part {
  readonly order_id: number | null;
  /** The place where its order line counts. */
  readonly ordered: Place | null;
}

/** The amount that a document counts in the budgets, on one cost center and account. */
export interface Use {
  readonly procurement_id: number | null;
  readonly invoice_id: number | null;
  readonly cost_center_id: number;
  readonly ledger_account_id: number | null;
  readonly day: string;
  readonly net: number;
}

/** A selection of the stored documents: orders with the invoices that name them, and further invoices. */
interface Some {
  readonly orders: readonly number[];
  readonly invoices?: readonly number[];
}

/** Stored orders and invoices of the tenant, all or a selection. */
export async function loadAmounts(
  { sql, cast }: Pick<Fixture, 'sql'> & { readonly cast: { readonly tenantId: number } },
  some: Some | null = null,
): Promise<{ readonly orders: readonly StoredOrder[]; readonly invoices: readonly StoredInvoice[] }> {
  const orders = await sql<StoredOrder>(
    `select p.id::int, p.status, p.total_netto::float8, p.open_value::float8, p.completely_invoiced, p.currency,
       case when p.currency = c.currency then 1 else coalesce(p.exchange_rate, case when c.id is null then 1 else 0 end) end::float8 as rate,
       (p.submitted_at at time zone app.time_zone_of(p.tenant_id))::date::text as day,
       coalesce((select json_agg(json_build_object('cost_center_id', coalesce(l.cost_center_id, p.cost_center_id),
           'ledger_account_id', coalesce(l.ledger_account_id, p.ledger_account_id), 'kind', l.kind, 'net', coalesce(l.total_netto, 0),
           'quantity', coalesce(l.quantity, 0), 'received', coalesce(l.quantity_received, 0)))
         from procurement_line l where l.tenant_id = p.tenant_id and l.procurement_id = p.id), '[]') as lines
     from procurement p left join client c on c.tenant_id = p.tenant_id and c.id = p.client_id
     where p.tenant_id = $1 and ($2::bigint[] is null or p.id = any ($2)) order by p.id`,
    [cast.tenantId, some?.orders ?? null],
  );
  const invoices = await sql<StoredInvoice>(
    `select i.id::int, i.status, i.procurement_id::int, i.document_type, i.corrects_invoice_id::int,
       to_json(i.taken_off_ids) as taken_off_ids, i.currency, i.total_netto::float8, i.total_brutto::float8, i.invoice_date::text,
       case r.covered ->> 'basis' when 'gross' then i.total_brutto else i.total_netto end::float8 as value,
       (r.covered ->> 'value')::float8 as approved,
       case when i.currency = c.currency then 1 else coalesce(i.exchange_rate, case when c.id is null then 1 else 0 end) end::float8 as rate,
       i.cost_center_id::int, i.ledger_account_id::int,
       coalesce((select json_agg(json_build_object('order_id', o.procurement_id, 'net', coalesce(l.total_netto, 0),
           'ordered', case when o.id is not null then json_build_object('cost_center_id', coalesce(o.cost_center_id, p.cost_center_id),
             'ledger_account_id', coalesce(o.ledger_account_id, p.ledger_account_id)) end,
           'cost_center_id', coalesce(l.cost_center_id, i.cost_center_id),
           'ledger_account_id', coalesce(l.ledger_account_id, i.ledger_account_id)))
         from invoice_line l left join procurement_line o on o.tenant_id = l.tenant_id and o.id = l.procurement_line_id
         left join procurement p on p.tenant_id = o.tenant_id and p.id = o.procurement_id
         where l.tenant_id = i.tenant_id and l.invoice_id = i.id), '[]') as lines,
       coalesce((select json_agg(json_build_object('net', coalesce(o.total_netto, 0) * coalesce(p.exchange_rate, 1),
           'cost_center_id', coalesce(o.cost_center_id, p.cost_center_id),
           'ledger_account_id', coalesce(o.ledger_account_id, p.ledger_account_id)))
         from procurement p join procurement_line o on o.tenant_id = p.tenant_id and o.procurement_id = p.id
         where p.tenant_id = i.tenant_id and p.id = i.procurement_id), '[]') as order_parts
     from invoice i left join client c on c.tenant_id = i.tenant_id and c.id = i.client_id
     left join lateral (select covered from approval_record r where r.tenant_id = i.tenant_id and r.invoice_id = i.id
       and r.state <> 'asked' order by r.id desc limit 1) r on true
     where i.tenant_id = $1 and ($2::bigint[] is null or i.procurement_id = any ($2) or i.id = any ($3)) order by i.id`,
    [cast.tenantId, some?.orders ?? null, some?.invoices ?? []],
  );
  return { orders, invoices };
}

export function isCounted({ status }: Pick<StoredInvoice, 'status'>): boolean {
  return !['open', 'declined', 'declined-exported'].includes(status);
}

/**
 * A credit note counts once it is approved unchanged, as long as the corrected invoice counts, and where that was
 * charged (INV-31).
 */
function givesBack(note: StoredInvoice, invoices: readonly StoredInvoice[]): boolean {
  const isThrough = ['accounting', 'export', 'completed'].includes(note.status);
  const corrected = invoices.find(({ id }) => id === note.corrects_invoice_id);
  const isCovered =
    note.approved === null || Math.abs(note.approved) > Math.abs(note.value * note.rate) - cent;
  if (!isThrough || !isCovered || note.corrects_invoice_id === null) return isThrough && isCovered;
  return !!corrected && isCounted(corrected) && isWithin(note, corrected);
}

const cents = (amount: number) => Math.round(amount * 100);
const placeOf = ({ cost_center_id, ledger_account_id }: Place) =>
  `${cost_center_id} ${ledger_account_id ?? ''}`;
const sumOn = (parts: readonly Part[], isThere: (part: Part) => boolean) =>
  parts.filter(isThere).reduce((sum, { net }) => sum + cents(net), 0);

/** The amounts of an invoice by line, or as a whole, in company currency. */
function ownParts({ lines, rate, total_netto, order_parts, procurement_id, ...head }: StoredInvoice) {
  const whole: StoredLine = { ...head, net: total_netto, order_id: null, ordered: null };
  return (lines.length > 0 ? lines : [whole]).map((line) => ({ ...line, net: line.net * rate }));
}

/**
 * Where a corrected invoice counts: for an order at the order, unless the credit note belongs to the order as well
 * and the invoice names a cost center (INV-31).
 */
function takenParts(corrected: StoredInvoice, isOfOrder: boolean): readonly Part[] {
  const { order_parts: parts, procurement_id } = corrected;
  const own = ownParts(corrected).map((line) => ({
    ...line,
    isAtOrder:
      (line.ordered !== null || procurement_id !== null) && (!isOfOrder || line.cost_center_id === null),
  }));
  const placed = own.flatMap(({ isAtOrder, ordered, net, ...line }): readonly Part[] => {
    if (!isAtOrder) return [{ ...line, net }];
    return ordered === null ? [] : [{ ...ordered, net }];
  });
  const ofHead = own.filter(({ isAtOrder, ordered }) => isAtOrder && ordered === null);
  if (ofHead.length === 0) return placed;
  const rest = sumOn(ofHead, () => true);
  const places = new Map(parts.map((part) => [placeOf(part), part]));
  const shared = [...places].map(([place, part]) => ({
    ...part,
    net:
      Math.min(
        sumOn(parts, (one) => placeOf(one) === place),
        rest,
      ) / 100,
  }));
  return [...placed, ...shared];
}

function correctedParts(note: StoredInvoice, corrected: StoredInvoice): readonly Part[] {
  const isOfOrder = note.procurement_id !== null || note.lines.some(({ order_id }) => order_id !== null);
  return takenParts(corrected, isOfOrder);
}

/** An amount credited to a cost center was charged there by the corrected invoice. */
function isWithin(note: StoredInvoice, corrected: StoredInvoice): boolean {
  const [given, taken] = [ownParts(note), correctedParts(note, corrected)];
  return given.every(({ cost_center_id: center }) => {
    if (center === null) return true;
    const on = (parts: readonly Part[]) => sumOn(parts, ({ cost_center_id }) => cost_center_id === center);
    return on(given) >= 0 || -on(given) <= on(taken);
  });
}

/**
 * The accounts on which a credit note counts on a cost center, with shares; null for its own (INV-31). Accounts to
 * which all credit notes of the invoice give more than it took are left to the others, and this one gets the rest.
 */
function accountsGivenBack(
  note: StoredInvoice,
  center: number | null,
  invoices: readonly StoredInvoice[],
): readonly { readonly account: number | null; readonly share: number }[] | null {
  const corrected = invoices.find(({ id }) => id === note.corrects_invoice_id);
  if (!corrected || (note.total_netto >= 0 && note.total_brutto >= 0)) return null;
  const isHere = ({ cost_center_id }: Place) => cost_center_id === center;
  const notes = invoices.filter(
    (one) =>
      one === note ||
      (one.corrects_invoice_id === corrected.id && countedPart(one, invoices) > 0 && one.total_brutto < 0),
  );
  const onAccount = (account: number | null, some: readonly StoredInvoice[]) =>
    -sumOn(some.flatMap(ownParts).filter(isHere), (one) => one.ledger_account_id === account);
  const here = correctedParts(note, corrected).filter(isHere);
  const taken = new Map(
    here.map(({ ledger_account_id: account }) => [
      account,
      Math.max(
        0,
        sumOn(here, (one) => one.ledger_account_id === account),
      ),
    ]),
  );
  const isBeyond = (one: StoredInvoice) =>
    ownParts(one)
      .filter((part) => isHere(part) && part.net < 0)
      .some(({ ledger_account_id: account }) => onAccount(account, notes) > (taken.get(account) ?? 0));
  if (!isBeyond(note)) return null;
  const others = notes.filter((one) => !isBeyond(one));
  const left = [...taken].map(([account, one]) => ({
    account,
    net: Math.max(0, one - onAccount(account, others)),
  }));
  const all = left.reduce((sum, { net }) => sum + net, 0);
  return all > 0 ? left.map(({ account, net }) => ({ account, share: net / all })) : null;
}

/** The deductions of a final invoice, by the first one of its order; once booked, those of that time (INV-22). */
function prepaidOf(final: StoredInvoice, invoices: readonly StoredInvoice[]): number {
  const { taken_off_ids: kept } = final;
  if (kept !== null)
    return invoices.filter(({ id }) => kept.includes(id)).reduce((sum, one) => sum + one.total_netto, 0);
  const ofOrder = invoices.filter(({ procurement_id }) => procurement_id === final.procurement_id);
  const isLater = ofOrder.some(
    (other) => other.document_type === 'final' && other.id < final.id && isCounted(other),
  );
  if (isLater || final.procurement_id === null) return 0;
  const prepaid = ofOrder.filter(({ document_type }) => document_type === 'prepayment');
  const corrections = invoices.filter((one) => prepaid.some(({ id }) => id === one.corrects_invoice_id));
  return [...prepaid, ...corrections]
    .filter(({ currency }) => currency === final.currency)
    .reduce((sum, one) => sum + one.total_netto * countedPart(one, invoices), 0);
}

/** The share of its amounts that an invoice takes from budgets and orders, 0 to 1 (BUD-04). */
function countedPart(invoice: StoredInvoice, invoices: readonly StoredInvoice[]): number {
  if (!isCounted(invoice)) return 0;
  // While its lines do not add up to its total, the total decides (INV-12).
  const isCreditNote = invoice.total_netto < 0 || invoice.total_brutto < 0;
  if (isCreditNote) return givesBack(invoice, invoices) ? 1 : 0;
  if (invoice.document_type !== 'final' || invoice.total_netto === 0) return 1;
  return Math.max(0, invoice.total_netto - prepaidOf(invoice, invoices)) / invoice.total_netto;
}

/**
 * The amount that an invoice charges for an order: lines of that order, and for the order in its head also lines of
 * no other. In the currency of the order; nothing while a needed rate is unknown.
 */
export function shareOf(
  order: Pick<StoredOrder, 'id' | 'currency' | 'rate'>,
  invoice: StoredInvoice,
): number {
  const { id } = order;
  const isOfOrder = invoice.procurement_id === id;
  const counting = invoice.lines.filter(({ order_id }) =>
    isOfOrder ? order_id !== null && order_id !== id : order_id === id,
  );
  const sum = counting.reduce((total, { net }) => total + net, 0);
  const charged = isOfOrder ? invoice.total_netto - sum : sum;
  if (invoice.currency === order.currency) return charged;
  return order.rate === 0 ? 0 : (charged * invoice.rate) / order.rate;
}

/** The total charged for an order by its invoices. */
export function chargedOf(order: StoredOrder, invoices: readonly StoredInvoice[]): number {
  return invoices.reduce(
    (total, invoice) => total + shareOf(order, invoice) * countedPart(invoice, invoices),
    0,
  );
}

function isCountedOrder({ status }: Pick<StoredOrder, 'status'>): boolean {
  return !['draft', 'open', 'declined'].includes(status);
}

/** The received amount of a finished or cancelled order; for a cancelled one only goods (BUD-08). */
function cameOf({ status }: StoredOrder, { kind, quantity, received }: StoredOrder['lines'][number]): number {
  const isOver = status === 'completed' || status === 'declined';
  if (isOver && kind === 'item' && quantity > 0) return received / quantity;
  return status === 'declined' ? 0 : 1;
}

/** The value of an order that waits for invoices: for one finished with missing goods, the received part. */
function worthOf(order: StoredOrder): number {
  if (order.status === 'draft' || order.status === 'open') return 0;
  if (order.status !== 'completed' && order.status !== 'declined') return order.total_netto;
  return order.lines.reduce((total, line) => total + line.net * cameOf(order, line), 0);
}

/**
 * The amounts counted in the budgets, computed independently from all stored data (BUD-03, BUD-04): an order until it
 * is completely invoiced, then the amounts of its invoices; an invoice with its excess over the order, or without an
 * order entirely.
 */
export function usesOf(orders: readonly StoredOrder[], invoices: readonly StoredInvoice[]): readonly Use[] {
  const counted = invoices.filter(isCounted);
  const beyond = new Map<string, number>();
  const ofOrders = orders.flatMap((order) => {
    const own = counted
      .map((invoice) => ({ invoice, share: shareOf(order, invoice) * countedPart(invoice, invoices) }))
      .filter(({ invoice, share }) => share !== 0 || invoice.procurement_id === order.id)
      .toSorted(({ invoice: one }, { invoice: other }) =>
        one.invoice_date === other.invoice_date
          ? one.id - other.id
          : // One without a date comes last.
            (one.invoice_date ?? '9') < (other.invoice_date ?? '9')
            ? -1
            : 1,
      );
    const worth = worthOf(order);
    let net = 0;
    for (const { invoice, share } of own) {
      const excess = Math.max(0, net + share - worth) - Math.max(0, net - worth);
      net += share;
      beyond.set(`${order.id} ${invoice.id}`, Math.abs(share) < cent / 2 ? 0 : excess / share);
    }
    const left = order.completely_invoiced
      ? Math.abs(worth) < cent / 2
        ? 0
        : Math.min(net, worth) / worth
      : 1;
    if (!isCountedOrder(order) && worth === 0) return [];
    return order.lines.map((line) => ({
      ...line,
      procurement_id: order.id,
      invoice_id: null,
      day: order.day,
      net: line.net * order.rate * cameOf(order, line) * left,
    }));
  });
  const ofInvoices = counted.flatMap((invoice) => {
    const whole = { ...invoice, order_id: invoice.procurement_id, net: invoice.total_netto };
    return (invoice.lines.length > 0 ? invoice.lines : [whole]).flatMap((line) => {
      const procurement_id = line.order_id ?? invoice.procurement_id;
      const part = countedPart(invoice, invoices);
      const share =
        procurement_id === null ? part : part * (beyond.get(`${procurement_id} ${invoice.id}`) ?? 0);
      const { cost_center_id, ledger_account_id } = line;
      const place = { procurement_id, invoice_id: invoice.id, cost_center_id, day: invoice.invoice_date };
      const net = line.net * share * invoice.rate;
      const accounts = accountsGivenBack(invoice, cost_center_id, invoices);
      if (accounts === null) return [{ ...place, ledger_account_id, net }];
      return accounts.map((one) => ({ ...place, ledger_account_id: one.account, net: net * one.share }));
    });
  });
  return [...ofOrders, ...ofInvoices].flatMap(
    ({ procurement_id, invoice_id, cost_center_id, ledger_account_id, day, net }) =>
      cost_center_id === null || day === null
        ? []
        : [{ procurement_id, invoice_id, cost_center_id, ledger_account_id, day, net }],
  );
}
