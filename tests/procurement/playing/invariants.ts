import type { Answer } from '../../support/playing.ts';
import { approverAs, doneForAnother, takenOf } from '../../support/playing-people.ts';
import { loadAmounts, usesOf } from '../../torture/checks/amounts.ts';
import type { RequestFixture, Seen, SeenApproval } from './fixture.ts';
import type { Move } from './moves.ts';

type Invariant = (fixture: RequestFixture, move: Move, answer: Answer) => Promise<readonly string[]>;

const halfCent = 0.005;

/** Steps forward, which require a complete request (PROC-43). */
const forward = [
  'submit',
  'to_next_selection',
  'to_approval',
  'to_order',
  'to_delivery',
  'to_select_product',
  'approve',
  'confirm_order',
  'send_order',
  'complete_order',
];

/** Tracks the approvals of the current round. A new round begins whenever an approval becomes due again. */
async function follow(fixture: RequestFixture, move: Move, answer: Answer): Promise<void> {
  const { before, after, caller, makers } = fixture;
  const { userId = 0, actorId = 0 } = caller?.context ?? {};
  if (userId !== actorId && before.version !== after.version) makers.add(actorId);
  if (takenOf(answer) === 'approve' && move.kind === 'act')
    fixture.round.push(await seenApproval(fixture, answer.endsWith('confirmed')));
  const isDueAgain = after.step === 'approval' && (before.step !== 'approval' || after.again > before.again);
  if (isDueAgain) fixture.round = [];
}

async function seenApproval(
  { demo, before, caller, makers }: RequestFixture,
  isConfirmed: boolean,
): Promise<SeenApproval> {
  const personId = caller?.context.actorId ?? 0;
  const { isEntitled, reaches } = await approverAs(demo, personId, before.value);
  return {
    personId,
    value: before.value,
    centers: before.centers,
    suppliers: before.suppliers,
    counts: isEntitled && !makers.has(personId),
    reaches: reaches || isConfirmed,
  };
}

const outward = (before: Seen, after: Seen): boolean =>
  after.letters > before.letters ||
  after.placed > before.placed ||
  (before.step === 'send-order' && after.step === 'delivery');

/** Outward steps without enough approvals by entitled people (APPR-18, APPR-19). */
const nothingUnapproved: Invariant = async (fixture, move, answer) => {
  const { before, after, minApproval } = fixture;
  await follow(fixture, move, answer);
  if (!outward(before, after)) return [];
  const covering = fixture.round.filter((one) => one.counts && one.value + halfCent >= after.value);
  const persons = new Set(covering.map(({ personId }) => personId)).size;
  const isForeign = (list: readonly string[], of: 'centers' | 'suppliers') =>
    list.some((one) => !covering.some((approval) => approval[of].includes(one)));
  return [
    ...(persons < minApproval
      ? [`${after.value} is ordered, ${JSON.stringify(fixture.round)} approved`]
      : []),
    ...(covering.some(({ reaches }) => reaches) ? [] : ['no approver has a sufficient limit']),
    ...(isForeign(after.centers, 'centers') ? [`cost centers ${after.centers} were not approved`] : []),
    ...(isForeign(after.suppliers, 'suppliers') ? [`suppliers ${after.suppliers} were not approved`] : []),
  ];
};

/** Required fields are filled, and no record is inactive (PROC-43). */
const complete: Invariant = async ({ demo, documentId, after }, _move, answer) => {
  if (!forward.includes(takenOf(answer) ?? '')) return [];
  const isOrdered = ['confirm_order', 'send_order', 'complete_order', 'to_delivery'].includes(
    takenOf(answer) ?? '',
  );
  const [row] = await demo.db.sql<Record<string, boolean>>(completeSql, [documentId]);
  const needed = Object.entries(row ?? {}).filter(([name]) => isOrdered || name !== 'selected');
  const broken = needed.filter(([, isKept]) => !isKept).map(([name]) => name);
  return broken.length === 0 ? [] : [`after ${answer} (${after.status}) there is no ${broken.join(', ')}`];
};

const completeSql = `
  select exists (select from client c where c.id = p.client_id and c.active) as client,
    exists (select from department d where d.id = p.department_id and d.active) as department,
    exists (select from cost_center k where k.id = p.cost_center_id and k.active) as cost_center,
    exists (select from ledger_account a where a.id = p.ledger_account_id and a.active) as ledger_account,
    exists (select from client_address a where a.id = p.delivery_address_id and a.active) as delivery_address,
    exists (select from lb_user u where u.id = p.consignee_id and u.active and not u.blocked) as consignee,
    coalesce(trim(p.billing_address_text), '') <> '' as billing_address,
    exists (select from procurement_line l where l.procurement_id = p.id and l.quantity > 0 and l.description is not null) as line,
    not exists (select from procurement_line l join cost_center k on k.id = l.cost_center_id
      where l.procurement_id = p.id and not k.active) as active_cost_center,
    not exists (select from procurement_line l join supplier s on s.id = l.supplier_id
      where l.procurement_id = p.id and not s.active) as active_supplier,
    not exists (select from procurement_line l join product s on s.id = l.product_id
      where l.procurement_id = p.id and not s.active) as active_product,
    not exists (select from procurement_line l where l.procurement_id = p.id
      and (l.supplier_id is null or l.price_netto is null)) as selected
  from procurement p where p.id = $1`;

/** Budget counts equal an independent computation from the documents (BUD-08). */
const budgetsAddUp: Invariant = async ({ demo, tenantId, documentId }) => {
  const sql = <Row extends object>(text: string, values?: unknown[]) => demo.db.sql<Row>(text, values);
  const { orders, invoices } = await loadAmounts({ sql, cast: { tenantId } }, { orders: [documentId] });
  const kept = await sql<{ place: string; net: number }>(
    `select concat_ws(' ', coalesce(invoice_id, 0), cost_center_id, coalesce(ledger_account_id, 0), day) as place, net::float8
     from budget_amount where procurement_id = $1`,
    [documentId],
  );
  const wanted = new Map<string, number>();
  for (const use of usesOf(orders, invoices)) {
    const place = [use.invoice_id ?? 0, use.cost_center_id, use.ledger_account_id ?? 0, use.day].join(' ');
    wanted.set(place, (wanted.get(place) ?? 0) + use.net);
  }
  const stored = new Map(kept.map(({ place, net }) => [place, net]));
  return [...new Set([...wanted.keys(), ...stored.keys()])].flatMap((place) => {
    const [is, should] = [stored.get(place) ?? 0, wanted.get(place) ?? 0];
    return Math.abs(is - should) < 0.011
      ? []
      : [`invoice, cost center, account, day ${place}: ${is} instead of ${should}`];
  });
};

/** Approval records and their files are never deleted (APPR-18, PROC-43). */
const decisionsStay: Invariant = async ({ before, after }) =>
  after.records < before.records ? [`${before.records - after.records} approval records are missing`] : [];

/** After the draft, every change of an amount is recorded with its author (TL-27). */
const moneyIsReported: Invariant = async ({ demo, documentId, before, after, caller }, move) => {
  const isSame =
    before.value === after.value && before.currency === after.currency && before.rate === after.rate;
  const isSelecting = before.step === 'start' || before.step === 'select-product';
  if (isSame || isSelecting || move.kind === 'world') return [];
  const entries = await demo.db.sql<{ person: string | null; actor: string | null }>(
    `select created_by_id as person, coalesce(actor_id, created_by_id) as actor from timeline_entry
     where procurement_id = $1 and id > $2`,
    [documentId, before.last_entry],
  );
  const change = `${before.value} became ${after.value}`;
  if (entries.length === 0) return [`${change} without an entry`];
  const { userId, actorId } = caller?.context ?? {};
  const isReported = entries.some(
    ({ person, actor }) => Number(person) === userId && Number(actor) === actorId,
  );
  return isReported
    ? []
    : [`${change}, recorded as ${JSON.stringify(entries)} and done by ${userId} ${actorId}`];
};

/** The invariants that hold after every move, for any actor and status. */
export const invariants: Readonly<Record<string, Invariant>> = {
  'APPR-18 APPR-19 every outward step has enough approvals by entitled people': nothingUnapproved,
  'PROC-43 required fields are filled and active after a step forward': complete,
  'BUD-08 the used budget is the sum of the documents': budgetsAddUp,
  'APPR-18 approval records and their files are kept': decisionsStay,
  'TL-27 each change of an amount is recorded with its person and the acting person': moneyIsReported,
  'AUTH-29 four-eyes actions are never taken as somebody else': async ({ caller }, _move, answer) =>
    doneForAnother(caller, answer),
};
