import type { Check, Fixture } from '../fixture.ts';
import { cent, chargedOf, isCounted, loadAmounts, shareOf, type Use, usesOf } from './amounts.ts';

export const budgets: readonly Check[] = [
  { name: 'PROC-21 the open value of an order is its uncharged part', violations: openValues },
  { name: 'PROC-22 no order is exceeded by checked invoices without a remark', violations: exceeded },
  { name: 'BUD-03  the stored amounts of orders and invoices are current', violations: keptAmounts },
  { name: 'BUD-04  budgets add up, and nothing counts twice', violations: sums },
  { name: 'BUD-06  no budget is overdrawn without a remark', violations: unnoticed },
];

async function openValues(fixture: Fixture): Promise<string[]> {
  const { orders, invoices } = await loadAmounts(fixture);
  return orders.flatMap((order) => {
    const charged = chargedOf(order, invoices);
    const open = order.total_netto - charged;
    const taken = chargedOf(
      order,
      invoices.filter((invoice) => shareOf(order, invoice) > 0),
    );
    return [
      ...(Math.abs(order.open_value - open) < cent
        ? []
        : [`request ${order.id}: ${order.open_value} is open, ${open.toFixed(2)} by its invoices`]),
      ...(order.completely_invoiced && taken < cent
        ? [`request ${order.id} is completely invoiced, though nothing is charged`]
        : []),
    ];
  });
}

/** Of invoices that left their check in sequence, the last one saw all others. */
async function exceeded(fixture: Fixture): Promise<string[]> {
  const { orders, invoices } = await loadAmounts(fixture);
  const reported = await fixture.sql<{ id: number; code: string }>(
    `select invoice_id as id, message_code as code from timeline_entry
     where tenant_id = $1 and invoice_id is not null and message_code = 'invoice_exceeds_order'`,
    [fixture.cast.tenantId],
  );
  const cleared = await fixture.sql<{ id: number }>(
    `select distinct procurement_id as id from timeline_entry
     where tenant_id = $1 and procurement_id is not null and type = 'clearing'`,
    [fixture.cast.tenantId],
  );
  const isReported = new Set(reported.map(({ id }) => id));
  // The value of an order may change in clearing, and credited amounts may be used again.
  const isMoved = new Set(cleared.map(({ id }) => id));
  return orders.flatMap((order) => {
    const own = invoices.filter((invoice) => shareOf(order, invoice) !== 0);
    if (isMoved.has(order.id) || own.some(({ total_netto }) => total_netto < 0)) return [];
    const checked = own.filter((one) => isCounted(one) && !['approval', 'clearing'].includes(one.status));
    const charged = checked.reduce((sum, invoice) => sum + shareOf(order, invoice), 0);
    return charged <= order.total_netto + cent || checked.some(({ id }) => isReported.has(id))
      ? []
      : [`request ${order.id}: ${charged.toFixed(2)} of ${order.total_netto} charged, and nobody was told`];
  });
}

const placeOf = (use: Use) =>
  [use.procurement_id, use.invoice_id, use.cost_center_id, use.ledger_account_id, use.day].join(' ');

function byPlace(uses: readonly Use[]): ReadonlyMap<string, number> {
  const places = Map.groupBy(uses, placeOf);
  return new Map([...places].map(([place, own]) => [place, own.reduce((sum, { net }) => sum + net, 0)]));
}

async function keptAmounts(fixture: Fixture): Promise<string[]> {
  const { orders, invoices } = await loadAmounts(fixture);
  const kept = await fixture.sql<Use>(
    `select procurement_id, invoice_id, cost_center_id, ledger_account_id, day, net::float8 from budget_amount where tenant_id = $1`,
    [fixture.cast.tenantId],
  );
  const [wanted, stored] = [byPlace(usesOf(orders, invoices)), byPlace(kept)];
  const differing = [...new Set([...wanted.keys(), ...stored.keys()])].flatMap((place) => {
    const [is, should] = [stored.get(place) ?? 0, wanted.get(place) ?? 0];
    if (Math.abs(is - should) < cent) return [];
    return [`order, invoice, cost center, account, day ${place}: ${is} is kept instead of ${should}`];
  });
  return kept.length === stored.size ? differing : [...differing, 'a document counts twice in one place'];
}

interface Budget {
  readonly id: number;
  readonly cost_center_id: number;
  readonly ledger_account_id: number | null;
  readonly not_allocated: boolean;
  readonly value: string;
  readonly start: string;
  readonly end: string;
  readonly consumed: string;
}

/** The amounts on a budget (BUD-02 to BUD-04). */
function countingOn(budget: Budget, all: readonly Budget[], uses: readonly Use[]): readonly Use[] {
  const own = new Set(
    all
      .filter((one) => one.cost_center_id === budget.cost_center_id && one.start <= budget.start)
      .filter((one) => one.end >= budget.start)
      .map((one) => one.ledger_account_id),
  );
  return uses.filter(
    (use) =>
      use.cost_center_id === budget.cost_center_id &&
      use.day >= budget.start &&
      use.day <= budget.end &&
      (budget.ledger_account_id === null
        ? !budget.not_allocated || use.ledger_account_id === null || !own.has(use.ledger_account_id)
        : use.ledger_account_id === budget.ledger_account_id),
  );
}

async function loadBudgets({ sql, cast }: Fixture): Promise<readonly Budget[]> {
  await sql('begin');
  try {
    await sql('select app.enter($1, $2, $2, null, false)', [cast.tenantId, cast.admin.id]);
    return await sql<Budget>(
      `select b.*, u.consumed from budget b, app.budget_use(array[b.cost_center_id], b.start, null) u
       where b.tenant_id = $1 and b.active and u.budget_id = b.id`,
      [cast.tenantId],
    );
  } finally {
    await sql('rollback');
  }
}

async function sums(fixture: Fixture): Promise<string[]> {
  const { orders, invoices } = await loadAmounts(fixture);
  const [all, uses] = [await loadBudgets(fixture), usesOf(orders, invoices)];
  return all.flatMap((budget) => {
    const wanted = countingOn(budget, all, uses).reduce((sum, { net }) => sum + net, 0);
    // This sum is rounded at its end, the other per line.
    return Math.abs(Number(budget.consumed) - wanted) < 0.05
      ? []
      : [`budget ${budget.id}: ${budget.consumed} consumed, the documents say ${wanted.toFixed(2)}`];
  });
}

/** An invoice counts from its check on, but is confirmed only when leaving it; credited amounts may be used again. */
async function unnoticed(fixture: Fixture): Promise<string[]> {
  const { orders, invoices } = await loadAmounts(fixture);
  const [all, uses] = [await loadBudgets(fixture), usesOf(orders, invoices)];
  const remarks = await fixture.sql<{ id: string }>(
    `select distinct case when invoice_id is null then 'request ' || procurement_id else 'invoice ' || invoice_id end as id
     from timeline_entry where message_code = 'budget_exceeded'`,
  );
  const noticed = new Set(remarks.map(({ id }) => id));
  const unasked = invoices.filter(({ status }) => ['approval', 'clearing'].includes(status));
  const isUnasked = new Set(unasked.map(({ id }) => id));
  const credits = new Set(invoices.filter(({ total_netto }) => total_netto < 0).map(({ id }) => id));
  const created = new Set(fixture.created);
  return all.flatMap((budget) => {
    const counting = countingOn(budget, all, uses).filter(
      ({ invoice_id }) => !isUnasked.has(invoice_id ?? 0),
    );
    const consumed = counting.reduce((sum, { net }) => sum + net, 0);
    const isOurs = counting.some((use) => use.invoice_id !== null || created.has(use.procurement_id ?? 0));
    const isReported = counting.some((use) =>
      noticed.has(use.invoice_id === null ? `request ${use.procurement_id}` : `invoice ${use.invoice_id}`),
    );
    const isGivenBack = counting.some(({ invoice_id }) => credits.has(invoice_id ?? 0));
    return consumed <= Number(budget.value) + cent || !isOurs || isReported || isGivenBack
      ? []
      : [`budget ${budget.id}: ${consumed.toFixed(2)} of ${budget.value}, and nobody was told`];
  });
}
