import type { Answer } from '../../support/playing.ts';
import { approverAs, takenOf } from '../../support/playing-people.ts';
import type { InvoiceFixture, Memory } from './fixture.ts';
import type { Seen } from './look.ts';
import type { Move } from './moves.ts';

/** The independent model of approvals and of changes to the money; it does not read the product's own records. */

/** Records the effects of a move. A new round of approvals starts whenever an approval becomes due again. */
export async function follow(fixture: InvoiceFixture, move: Move, answer: Answer): Promise<void> {
  const { before, after, caller, settings } = fixture;
  for (const [id, now] of after) {
    const was = before.get(id);
    const memory = memoryOf(fixture, now);
    if (caller !== null && (was === undefined || was.version !== now.version))
      noteHand(fixture, memory, was, now);
    if (move.kind === 'act' && was && isTaken(fixture, move.on, id))
      await noteStep(fixture, memory, was, now, answer);
    const isDue = now.step === 'invoice-financial-approval';
    if (isDue && (was?.step !== now.step || now.again > (was?.again ?? 0))) memory.round = [];
    if (was?.status !== now.status && now.status === 'accounting' && settings.approval === 'never')
      memory.round.push(unneeded(now));
  }
}

const isTaken = ({ invoices }: InvoiceFixture, on: number, id: number) =>
  invoices[on % invoices.length] === id;

function memoryOf({ memories }: InvoiceFixture, { id, creator_id }: Seen): Memory {
  const there = memories.get(id);
  if (there) return there;
  const made: Memory = {
    ...{ round: [], ibanBy: null, hands: new Set(), makers: new Set([creator_id]), exportedTo: null },
  };
  memories.set(id, made);
  return made;
}

const moneyOf = ({ net, gross, due, currency, rate, supplier_id, iban }: Seen) =>
  [net, gross, due, currency, rate, supplier_id, iban].join(' ');

/** Acting for another person makes both its makers (APPR-17); changing its money makes a person a hand (INV-32). */
function noteHand({ caller }: InvoiceFixture, memory: Memory, was: Seen | undefined, now: Seen): void {
  const { userId = 0, actorId = 0 } = caller?.context ?? {};
  if (userId !== actorId) memory.makers.add(actorId);
  if (was && moneyOf(was) !== moneyOf(now)) memory.hands.add(actorId);
  if (was && was.iban !== now.iban) memory.ibanBy = actorId;
}

async function noteStep(
  fixture: InvoiceFixture,
  memory: Memory,
  was: Seen,
  now: Seen,
  answer: Answer,
): Promise<void> {
  const { caller, settings, confirmed } = fixture;
  const taken = takenOf(answer);
  const actor = caller?.context.actorId ?? 0;
  const accounts = confirmed.get(was.supplier_id ?? 0);
  if (taken === 'approve') memory.round.push(await seenApproval(fixture, memory, was, answer));
  const isSecond = actor !== memory.ibanBy && actor !== was.holder_id;
  if (taken === 'confirm_bank_data' && isSecond && was.iban) accounts?.add(was.iban);
  // Without a second person, moving the invoice on confirms the account.
  const goesOn = ['to_approval', 'to_accounting', 'to_export'].includes(taken ?? '');
  if (goesOn && !settings.secondPerson && now.iban) accounts?.add(now.iban);
  if (taken === 'to_export' && settings.approval === 'never') memory.round.push(unneeded(now));
}

const unneeded = (what: Seen) => ({
  ...{ actor: null, what, counts: true, reaches: true, isHand: false, isCheckSeparate: false },
});

async function seenApproval(
  { demo, caller, settings }: InvoiceFixture,
  { hands, makers }: Memory,
  what: Seen,
  answer: Answer,
) {
  const { userId = 0, actorId: actor = 0 } = caller?.context ?? {};
  const { isEntitled, reaches } = await approverAs(demo, userId, Math.abs(what.net));
  const isConfirmed = answer.endsWith('confirmed') && settings.whenLimitExceeded === 'confirm';
  return {
    actor,
    what,
    counts: isEntitled && !makers.has(actor) && !makers.has(userId),
    reaches: reaches || isConfirmed,
    isHand: hands.has(actor),
    isCheckSeparate: settings.separateCheck,
  };
}

/** Whether the order covers the invoice, in plain SQL: approved, same parties, delivered, not used up (INV-29). */
export async function orderStandsFor({ demo }: InvoiceFixture, { id }: Seen): Promise<boolean> {
  const [row] = await demo.db.sql<{ stands: boolean }>(orderSql, [id]);
  return row?.stands === true;
}

const orderSql = `
  with charged as (
    select o.id, o.quantity, o.quantity_received, o.price_netto, o.supplier_id, p.client_id, p.status,
      (select sum(l.quantity) from invoice_line l join invoice v on v.tenant_id = l.tenant_id and v.id = l.invoice_id
        where l.tenant_id = o.tenant_id and l.procurement_line_id = o.id and l.total_netto > 0
          and v.status not in ('open', 'declined', 'declined-exported')) as all_charged,
      (select max(l.total_netto / nullif(l.quantity, 0)) from invoice_line l
        where l.tenant_id = o.tenant_id and l.procurement_line_id = o.id and l.invoice_id = $1) as price
    from procurement_line o join procurement p on p.tenant_id = o.tenant_id and p.id = o.procurement_id
    where o.id in (select l.procurement_line_id from invoice_line l where l.invoice_id = $1))
  select i.total_brutto > 0
    and exists (select from procurement p where p.id = i.procurement_id and p.client_id = i.client_id
      and p.status in ('approved', 'ordered', 'completed'))
    and exists (select from invoice_line l where l.invoice_id = i.id)
    and not exists (select from invoice_line l where l.invoice_id = i.id and l.total_netto > 0 and l.procurement_line_id is null)
    and not exists (select from charged c where c.supplier_id is distinct from i.supplier_id or c.client_id <> i.client_id
      or c.status not in ('approved', 'ordered', 'completed') or c.all_charged > least(c.quantity, c.quantity_received)
      or c.price > c.price_netto) as stands
  from invoice i where i.id = $1`;
