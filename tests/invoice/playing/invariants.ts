import type { Answer } from '../../support/playing.ts';
import { doneForAnother, takenOf } from '../../support/playing-people.ts';
import { loadAmounts, usesOf } from '../../torture/checks/amounts.ts';
import { follow, orderStandsFor } from './approvals.ts';
import type { InvoiceFixture, Memory } from './fixture.ts';
import type { Left, Seen } from './look.ts';
import type { Move } from './moves.ts';

type Invariant = (fixture: InvoiceFixture, move: Move, answer: Answer) => Promise<readonly string[]>;

const halfCent = 0.005;

/** The exports of the invoice in this move. */
function leftNow({ before }: InvoiceFixture, seen: Seen): readonly Left[] {
  const known = new Set((before.get(seen.id)?.left ?? []).map(({ id }) => id));
  return seen.left.filter(({ id }) => !known.has(id));
}

const bookingsOf = (fixture: InvoiceFixture, seen: Seen) =>
  leftNow(fixture, seen).filter(({ reverses }) => reverses === null);

/** The exports of the invoice that are effective in the books. */
function standing({ left }: Seen): readonly Left[] {
  const taken = new Set(left.filter(({ withdrawn }) => !withdrawn).map(({ reverses }) => reverses));
  return left.filter(({ id, reverses, withdrawn }) => reverses === null && !withdrawn && !taken.has(id));
}

/** No export exceeds the approvals of enough entitled people, or has only one's own (APPR-18, APPR-19, INV-32). */
const nothingUnapproved: Invariant = async (fixture, move, answer) => {
  await follow(fixture, move, answer);
  const broken: string[] = [];
  for (const seen of fixture.after.values()) {
    const waits = seen.status === 'export' && fixture.before.get(seen.id)?.status !== 'export';
    // A withdrawn export returns to the export queue, and the next export checks again (EXP-24).
    const isOut = waits && takenOf(answer) !== 'withdraw_export';
    if (!isOut && bookingsOf(fixture, seen).length === 0) continue;
    const memory = fixture.memories.get(seen.id) as Memory;
    broken.push(
      ...(await unapproved(fixture, seen, memory)).map((reported) => `invoice ${seen.id}: ${reported}`),
    );
  }
  return broken;
};

async function unapproved(
  fixture: InvoiceFixture,
  seen: Seen,
  { round }: Memory,
): Promise<readonly string[]> {
  const { approval, minApproval } = fixture.settings;
  const covering = round.filter(({ what, counts }) => counts && covers(what, seen));
  if (approval === 'never' || covering.some(({ actor }) => actor === null)) return [];
  if (approval === 'if-no-order' && (await orderStandsFor(fixture, seen))) return [];
  const persons = new Set(covering.map(({ actor }) => actor)).size;
  const own = covering.every(({ isHand, isCheckSeparate }) => isHand && isCheckSeparate);
  return [
    ...(persons < minApproval ? [`${seen.net} is exported, ${JSON.stringify(round)} approved`] : []),
    ...(covering.some(({ reaches }) => reaches) ? [] : ['no approver has a sufficient limit']),
    ...(own ? ['only people who had changed it themselves approved'] : []),
  ];
}

/** Whether an approval of `what` covers `now`: at least the same amount, same kind, payee and cost centers. */
function covers(what: Seen, now: Seen): boolean {
  const isEnough = (approved: number, is: number) =>
    approved * is >= 0 && Math.abs(is) <= Math.abs(approved) + halfCent;
  return (
    isEnough(what.net, now.net) &&
    isEnough(what.due, now.due) &&
    what.supplier_id === now.supplier_id &&
    what.client_id === now.client_id &&
    what.procurement_id === now.procurement_id &&
    what.corrects_id === now.corrects_id &&
    now.centers.every((center) => what.centers.includes(center)) &&
    (!now.is_transferred || now.iban === null || (what.is_transferred && what.iban === now.iban))
  );
}

/** The used budgets equal an independent computation from the documents (BUD-08). */
const budgetsAddUp: Invariant = async ({ demo, tenantId, orderId, invoices }) => {
  const sql = <Row extends object>(text: string, values?: unknown[]) => demo.db.sql<Row>(text, values);
  const stored = await loadAmounts({ sql, cast: { tenantId } }, { orders: [orderId], invoices });
  const kept = await sql<{ place: string; net: number }>(
    `select concat_ws(' ', coalesce(procurement_id, 0), coalesce(invoice_id, 0), cost_center_id, coalesce(ledger_account_id, 0), day)
       as place, net::float8 from budget_amount where procurement_id = $1 or invoice_id = any ($2)`,
    [orderId, invoices],
  );
  const left = new Map(kept.map(({ place, net }) => [place, net]));
  for (const use of usesOf(stored.orders, stored.invoices)) {
    const { procurement_id, invoice_id, cost_center_id, ledger_account_id, day } = use;
    const place = [procurement_id ?? 0, invoice_id ?? 0, cost_center_id, ledger_account_id ?? 0, day].join(
      ' ',
    );
    left.set(place, (left.get(place) ?? 0) - use.net);
  }
  return [...left]
    .filter(([, net]) => Math.abs(net) > 0.02)
    .map(([place, net]) => `order, invoice, cost center, account, day ${place}: ${net} too much is stored`);
};

const moneyOf = ({ net, gross, due, currency, rate, supplier_id, iban }: Seen) =>
  [net, gross, due, currency, rate, supplier_id, iban].join(' ');

/** After the check, every change of money has an entry with its person and actor (TL-27, INV-30). */
const moneyIsReported: Invariant = async ({ demo, before, after, caller }) => {
  const broken: string[] = [];
  for (const [id, now] of after) {
    const was = before.get(id);
    if (!was || moneyOf(was) === moneyOf(now)) continue;
    if (was.left.length === 0 && ['invoice-manual-check', 'invoice-recognition'].includes(was.step ?? ''))
      continue;
    const entries = await demo.db.sql<{ person: string | null; actor: string | null }>(
      `select created_by_id as person, coalesce(actor_id, created_by_id) as actor from timeline_entry
       where invoice_id = $1 and id > $2 and type = 'comment'`,
      [id, was.last_entry],
    );
    const change = `invoice ${id}: ${moneyOf(was)} became ${moneyOf(now)}`;
    const { userId, actorId } = caller?.context ?? {};
    const isReported = entries.some(
      ({ person, actor }) => Number(person) === userId && Number(actor) === actorId,
    );
    if (entries.length === 0) broken.push(`${change} without an entry`);
    else if (!isReported)
      broken.push(`${change}, recorded as ${JSON.stringify(entries)} but done by ${userId} ${actorId}`);
  }
  return broken;
};

/** No payment is released to an account that a required second person has not confirmed (INV-21). */
const accountsAreConfirmed: Invariant = async ({ before, after, confirmed, settings }) => {
  if (!settings.secondPerson) return [];
  return [...after.values()].flatMap((seen) => {
    const isReleased = seen.status === 'export' && before.get(seen.id)?.status === 'accounting';
    if (!isReleased || !seen.is_transferred) return [];
    const isConfirmed = seen.iban !== null && confirmed.get(seen.supplier_id ?? 0)?.has(seen.iban);
    return isConfirmed ? [] : [`invoice ${seen.id} is paid to the unconfirmed account ${seen.iban}`];
  });
};

/** Company and supplier of an exported invoice do not change (INV-30). */
const partiesStay: Invariant = async (fixture) =>
  [...fixture.after.values()].flatMap((seen) => {
    const memory = fixture.memories.get(seen.id);
    if (!memory || seen.left.length === 0) return [];
    memory.exportedTo ??= [seen.client_id ?? 0, seen.supplier_id ?? 0];
    const [company, supplier] = memory.exportedTo;
    return company === seen.client_id && supplier === seen.supplier_id
      ? []
      : [
          `invoice ${seen.id} was exported as ${memory.exportedTo}, and is now ${seen.client_id},${seen.supplier_id}`,
        ];
  });

/** An export matches the invoice, and a replaced export is reversed exactly (INV-30, EXP-24). */
const booksAreRight: Invariant = async (fixture) =>
  [...fixture.after.values()].flatMap((seen) => {
    const known = new Map(seen.left.map((entry) => [entry.id, entry]));
    const wrong = leftNow(fixture, seen).flatMap(({ id, reverses, gross, currency }) => {
      const former = known.get(reverses ?? 0);
      const isExact = former && former.gross === -gross && former.currency === currency;
      return reverses === null || isExact
        ? []
        : [`invoice ${seen.id}: ${id} reverses ${gross} ${currency} of ${former?.gross} ${former?.currency}`];
    });
    const bookings = bookingsOf(fixture, seen);
    const stands = standing(seen);
    const isTwice = stands.length > 1 && bookings.some(({ again }) => !again);
    const isOther = bookings.some(
      ({ gross }) => seen.type !== 'final' && Math.abs(gross - seen.gross) > halfCent,
    );
    return [
      ...wrong,
      ...(isTwice ? [`invoice ${seen.id} is ${stands.length} times in the books`] : []),
      ...(isOther
        ? [`invoice ${seen.id} of ${seen.gross} was exported with ${bookings.map(({ gross }) => gross)}`]
        : []),
    ];
  });

/** DATEV received each booking once and with its amount (EXP-08). */
const datevHasWhatLeft: Invariant = async (fixture) => {
  if (fixture.settings.target !== 'datev') return [];
  const { bookings } = fixture.datev.state;
  const came = bookings
    .slice(fixture.booked)
    .map(({ amount, currency }) => `${Number(amount).toFixed(2)} ${currency}`)
    .toSorted();
  fixture.booked = bookings.length;
  const left = [...fixture.after.values()]
    .flatMap((seen) => leftNow(fixture, seen))
    .map(({ gross, currency }) => `${gross.toFixed(2)} ${currency}`)
    .toSorted();
  return came.join() === left.join() ? [] : [`DATEV received ${came}, but ${left} was exported`];
};

/** Conditions that hold after every move in every state. */
export const invariants: Readonly<Record<string, Invariant>> = {
  'APPR-18 APPR-19 INV-32 no export exceeds the approvals of enough entitled people, or has only one’s own':
    nothingUnapproved,
  'BUD-08 the used budget is the sum of the documents': budgetsAddUp,
  'TL-27 INV-30 each change of money is recorded with its person and the acting person': moneyIsReported,
  'INV-21 INV-33 payments are released only to confirmed accounts': accountsAreConfirmed,
  'INV-30 company and supplier do not change after the first export': partiesStay,
  'INV-30 EXP-24 an export matches the invoice, and a replaced export is reversed exactly': booksAreRight,
  'EXP-08 DATEV received each exported booking once with its amount': datevHasWhatLeft,
  'AUTH-29 four-eyes actions are never taken as somebody else': async ({ caller }, _move, answer) =>
    doneForAnother(caller, answer),
};
