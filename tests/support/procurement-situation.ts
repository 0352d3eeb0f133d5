import { isAmount, sum } from '../../src/base/money.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import type { Approver } from '../../src/document/approval/approvers.ts';
import { type ApprovalRecords, noApprovals } from '../../src/document/approval/covered.ts';
import { coverOf } from '../../src/document/approval/holds.ts';
import { recordDue } from '../../src/document/approval/round.ts';
import type { ApprovingPerson, CompanySettings, ExceededBudget } from '../../src/document/facts.ts';
import { totals } from '../../src/document/totals.ts';
import { coversRequest } from '../../src/features/procurement/covered.ts';
import type { ProcurementFacts, ProcurementSituation } from '../../src/features/procurement/facts.ts';
import { procurementKind } from '../../src/features/procurement/kind.ts';
import type {
  Procurement,
  ProcurementHead,
  ProcurementLine,
  Receipt,
  SupplierOrder,
} from '../../src/features/procurement/model.ts';
import type { NewReceipt, ProcurementOutcome } from '../../src/features/procurement/outcome.ts';
import {
  decide,
  type ProcurementAction,
  type ProcurementInputs,
} from '../../src/features/procurement/steps.ts';
import { documentStatus } from '../../src/timeline/document-status.ts';
import type { Actor } from '../../src/timeline/flow.ts';
import { startTimeline } from '../../src/timeline/operations.ts';
import type { Timeline } from '../../src/timeline/timeline.ts';
import { idOf, noon } from './timeline-notation.ts';

/** A small company for the examples: U asks, P selects, A and B approve, C orders, D receives, K clears. */
export const cast = ['U', 'P', 'A', 'B', 'C', 'D', 'K', 'G', 'M', 'N', 'X'] as const;

export const company: CompanySettings = {
  currency: 'EUR',
  min_approval: 1,
  self_approval: 'never',
  amount_basis: 'net',
  when_limit_exceeded: 'confirm',
  when_budget_exceeded: 'confirm',
  can_delete_document_directly: false,
  price_tolerance_percent: '0',
};

export function person(name: string, details: Partial<ApprovingPerson> = {}): ApprovingPerson {
  return {
    id: idOf(name),
    name,
    is_group: false,
    active: true,
    blocked: false,
    approval_limit: null,
    approves_in_company: true,
    sees_prices: true,
    members: name === 'G' ? ['M', 'N'].map((one) => ({ id: idOf(one), approval_limit: null })) : [],
    ...details,
  };
}

export function approver(name: string, limit: string | null, details: Partial<Approver> = {}): Approver {
  return {
    lb_user_id: idOf(name),
    name,
    approval_limit: limit,
    priority_approval_limit: null,
    is_required: false,
    inserted_manually: false,
    inserted_by_group: false,
    ...details,
  };
}

/** The document exceeds its cost center, which has no approver of its own, by 2,200. */
export const exceeded: ExceededBudget = {
  budget_id: 1,
  name: 'Büro',
  cost_center: '4711',
  exceeded_by: '2200.00',
  approvers: [],
};

/** G is a task group with the members M and N. */
export function actor(name: string, details: Partial<Actor> = {}): Actor {
  const groupIds = name === 'M' || name === 'N' ? [idOf('G')] : [];
  return { id: idOf(name), roles: ['user-price'], groupIds, isImpersonated: false, ...details };
}

export function line(details: Partial<ProcurementLine> = {}): ProcurementLine {
  return {
    id: null,
    kind: 'item',
    description: 'Aktenordner, breit',
    item_number: null,
    quantity: '10',
    quantity_received: '0',
    unit: 'Stück',
    price_netto: '100.00',
    price_brutto: '119.00',
    price_mode: 'net',
    price_unit: null,
    tax: '19',
    offer_number: null,
    offer_date: null,
    image_url: null,
    webshop_url: null,
    product_id: null,
    product_group_id: null,
    supplier_id: 7,
    cost_center_id: null,
    ledger_account_id: null,
    delivery_date: null,
    confirmed_delivery_date: null,
    sort_no: 1,
    is_cost_center_fixed: false,
    marketplace_id: null,
    punchout_cart_id: null,
    ...details,
  };
}

function head(details: Partial<ProcurementHead> = {}): ProcurementHead {
  return {
    id: 12,
    name: 'Büromaterial',
    type: 'single_invoice',
    status: 'draft',
    number: null,
    draft_number: 'DR-000015',
    order_number_formatted: null,
    creator_id: idOf('U'),
    client_id: 1,
    department_id: 2,
    cost_center_id: 3,
    ledger_account_id: 4,
    consignee_id: idOf('D'),
    delivery_address_id: 5,
    billing_address_text: 'Nordfeld GmbH, Hafenstraße 1, 20457 Hamburg',
    delivery_date: '2025-06-15',
    usage_type: 'usage_based',
    payment_timing: 'postpaid',
    payment_in_advance: false,
    notes: null,
    show_notes_in_pdf: false,
    external_order_number: null,
    currency: 'EUR',
    exchange_rate: null,
    rate_date: null,
    no_product_selection: false,
    contract_id: null,
    submitted_at: null,
    completely_invoiced: false,
    total_netto: '0.00',
    total_tax: '0.00',
    total_brutto: '0.00',
    approved_netto: null,
    approved_supplier_ids: null,
    legal_hold: null,
    ...details,
  };
}

/** Approvers A up to 500 and B unlimited for a value of 1000: both have to approve. */
export function facts(details: Partial<ProcurementFacts> = {}): ProcurementFacts {
  const limits: Record<string, string | null> = { A: '500', M: '200' };
  const people = cast.map((name) =>
    person(name, { approval_limit: limits[name] ?? null, is_group: name === 'G' }),
  );
  return {
    now: noon,
    today: '2025-05-21',
    people: new Map(people.map((one) => [one.id, one])),
    company,
    approval: {
      pool: [approver('A', '500'), approver('B', null)],
      chosen: [],
      isPriorityOn: false,
      substitute: null,
      actors: [],
      meansLimit: null,
    },
    exceededBudgets: [],
    roleDefaults: {
      formDepartment: null,
      creatorDepartment: null,
      formClient: {
        user_select_product_id: idOf('P'),
        user_send_order_id: idOf('C'),
        user_consignee_id: idOf('D'),
        user_clearing_id: idOf('K'),
      },
      creatorClient: null,
      global: null,
    },
    productGroups: new Map(),
    isProductGroupRequired: false,
    decimalPlaces: 2,
    ...details,
  };
}

/** The totals of a head with these lines; unreadable lines count as nothing. */
export function headTotals(
  lines: readonly ProcurementLine[],
): Pick<ProcurementHead, 'total_netto' | 'total_tax' | 'total_brutto'> {
  const isReadable = lines.every(({ quantity, price_netto, price_brutto, price_unit, tax }) =>
    [quantity, price_netto, price_brutto, price_unit, tax].every((one) => one === null || isAmount(one)),
  );
  const { total_netto, total_tax, total_brutto } = totals(isReadable ? lines : []);
  return { total_netto, total_tax, total_brutto };
}

/** A saved draft of U: `0* start U`. */
export function draft(
  lines: readonly ProcurementLine[] = [line()],
  details: Partial<ProcurementHead> = {},
): Procurement {
  const timeline = startTimeline({ type: 'start' }, { now: noon, actorId: idOf('U'), isGroup: () => false });
  return {
    kind: procurementKind,
    head: head({ ...headTotals(lines), ...details }),
    lines: lines.map((one, position) => ({ ...one, id: position + 1 })),
    orders: [],
    receipts: [],
    approvals: noApprovals,
    attachments: [],
    timeline: withIds(timeline),
  };
}

export function situation(
  document: Procurement,
  name: string,
  { facts: given = facts(), ...details }: Partial<Actor> & { facts?: ProcurementFacts } = {},
): ProcurementSituation {
  return { actor: actor(name, details), document, facts: given };
}

/** The document after an action, as stored. Throws when the action is refused. */
export function acted<Key extends ProcurementAction>(
  document: Procurement,
  name: string,
  action: Key,
  input: ProcurementInputs[Key],
  given: ProcurementFacts = facts(),
): Procurement {
  const result = decide(action, situation(document, name, { facts: given }), input);
  if (isRefusal(result)) throw new Error(`${name} ${action}: ${JSON.stringify(result)}`);
  return stored(document, result, given);
}

/** Applies an outcome like the store. */
export function stored(
  document: Procurement,
  result: ProcurementOutcome & { readonly lines?: readonly ProcurementLine[] },
  given: Pick<ProcurementFacts, 'company'> = { company },
): Procurement {
  const current = result.lines ?? document.lines;
  const number = result.takesNumber === 'PO' ? { number: 42, order_number_formatted: 'PO-000042' } : {};
  const lines = current.map((one) => ({
    ...one,
    quantity_received: sum([
      one.quantity_received,
      ...(result.receipts ?? [])
        .filter((receipt) => receipt.procurement_line_id === one.id)
        .map((receipt) => receipt.quantity),
    ]),
  }));
  const after: Procurement = {
    ...document,
    head: {
      ...document.head,
      ...headTotals(current),
      ...number,
      ...result.head,
      status: documentStatus('procurement', result.timeline),
    },
    lines,
    orders: withOrders(document.orders, result.orders ?? []),
    receipts: withReceipts(document.receipts, result.receipts ?? []),
    timeline: withIds(result.timeline),
  };
  return { ...after, approvals: approvalsAfter(document, after, result, given) };
}

/** The records that the store would keep. */
function approvalsAfter(
  before: Procurement,
  after: Procurement,
  { isApprovalUnneeded }: ProcurementOutcome,
  given: Pick<ProcurementFacts, 'company'>,
): ApprovalRecords {
  const due = recordDue(before.timeline, after.timeline, 'approval');
  const covered = coverOf({ document: after, facts: given }, coversRequest(after), null);
  if (isApprovalUnneeded || due === 'approved') return { approved: covered, asked: null };
  return due === 'asked' ? { ...before.approvals, asked: covered } : before.approvals;
}

function withReceipts(receipts: readonly Receipt[], booked: readonly NewReceipt[]): readonly Receipt[] {
  const number = new Set(receipts.map((receipt) => receipt.number_formatted)).size + 1;
  const added = booked.map(({ procurement_line_id, quantity, reverses_id }, place) => ({
    ...{ id: receipts.length + place + 1, number_formatted: `DN-${String(number).padStart(6, '0')}` },
    ...{ procurement_line_id, quantity, reverses_id },
  }));
  return [...receipts, ...added];
}

function withOrders(
  orders: readonly SupplierOrder[],
  changed: readonly SupplierOrder[],
): readonly SupplierOrder[] {
  const isChanged = (order: SupplierOrder) =>
    changed.some(
      (one) => one.supplier_id === order.supplier_id && one.marketplace_id === order.marketplace_id,
    );
  return [...orders.filter((order) => !isChanged(order)), ...changed].map((order, position) => ({
    ...order,
    id: position + 1,
    letters: order.letters.map((letter, place) => ({ ...letter, id: place + 1 })),
  }));
}

/** The entries as stored. */
export function withIds(timeline: Timeline): Timeline {
  let last = Math.max(0, ...timeline.entries.map((entry) => entry.id ?? 0));
  return {
    ...timeline,
    entries: timeline.entries.map((entry) => {
      if (entry.id !== null) return entry;
      last += 1;
      return { ...entry, id: last };
    }),
  };
}
