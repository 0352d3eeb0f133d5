import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, chooseHolder } from './cast.ts';
import { type Client, confirming, type KnownInvoice } from './desk.ts';
import type { Offer } from './documents.ts';
import { isRemark } from './fixture.ts';
import { invoiceInputs, weights } from './inputs.ts';
import {
  type Bill,
  billOfOrders,
  changeOf,
  creditOf,
  type Invoice,
  openInvoice,
  openOrder,
  plainBill,
} from './invoices.ts';

/** The number of orders charged at once, so that several invoices meet on each. */
const chargedAtOnce = 5;
/** The number of invoices of one order entered at the same moment. */
const severalAtOnce = 3;
const longestThought = 20;
/**
 * Invoices after their check are edited only in clearing, where people with the right are not asked about orders
 * again.
 */
const editable = ['approval', 'clearing'];
const urgency: Readonly<Record<string, number>> = {
  approval: 2,
  'financial-approval': 2,
  accounting: 2,
  export: 0.3,
};

/** Enters an invoice, or several on one order at once, or continues with an existing one. */
export async function doWithInvoices(client: Client): Promise<void> {
  const { desk, chance } = client;
  if (desk.invoices.size < desk.size && chance.share(0.45)) return bringSome(client);
  const chosen = chance.weighted([...desk.invoices], ([, { status }]) => urgency[status] ?? 1);
  if (chosen) await touch(client, ...chosen);
  else await bringSome(client);
}

async function bringSome(client: Client): Promise<void> {
  const { desk, chance, text } = client;
  const corrected = chance.share(0.12) ? chance.pick([...desk.invoices]) : undefined;
  const actor = chance.weighted(desk.accountants, ({ id }) => (id === desk.accountants[0]?.id ? 3 : 1));
  if (!actor) return;
  if (corrected) return bring(client, actor, creditOf(chance, text, corrected[0], corrected[1].bill));
  if (chance.share(0.2)) return bring(client, actor, plainBill(chance, text, desk.templates));
  const ids = desk.orders.slice(-chargedAtOnce);
  const first = chance.pick(ids);
  const wanted = chance.share(0.3) ? [first, chance.pick(ids)] : [first];
  const looked = [...new Set(wanted)].map((id) => (id === undefined ? null : openOrder(desk.api, actor, id)));
  const orders = (await Promise.all(looked)).filter((order) => order !== null);
  const times = chance.share(0.25) ? severalAtOnce : 1;
  const bills = Array.from({ length: times }, (_, place) => billOfOrders(chance, `${text}-${place}`, orders));
  await Promise.all(bills.map((bill) => bill && bring(client, actor, bill)));
}

async function bring({ desk, chance }: Client, actor: Actor, bill: Bill): Promise<void> {
  const { head, lines } = bill;
  const ending = await desk.api.run(chance, {
    actor,
    command: 'invoice_save',
    input: { head, lines },
    seen: null,
  });
  if (ending.kind === 'accepted') desk.invoices.set(ending.id, { status: 'approval', bill });
}

async function touch(client: Client, id: number, known: KnownInvoice): Promise<void> {
  const { desk, chance } = client;
  const shown = await openInvoice(desk.api, desk.cast.admin, id);
  if (!shown) return;
  const isOver = ['declined', 'declined-exported', 'completed'].includes(shown.status);
  if (isOver || (shown.status === 'export' && chance.share(0.85))) desk.invoices.delete(id);
  else if (desk.invoices.has(id)) desk.invoices.set(id, { ...known, status: shown.status });
  const actor = chooseHolder(desk.cast, chance, shown);
  const opened = await openInvoice(desk.api, actor, id);
  await delay(chance.below(longestThought));
  // People who do not see it try anyway.
  const { actions = [], ...seen } = opened ?? shown;
  await doSomething(client, actor, seen, actions);
}

async function doSomething(
  client: Client,
  actor: Actor,
  seen: Invoice,
  offers: readonly Offer[],
): Promise<void> {
  const { desk, chance, text } = client;
  const draw = chance.below(100);
  const on = { id: seen.id, expected_version: seen.timeline.content_version };
  if (draw < 7) return comment(client, actor, seen);
  if (draw < 32 && editable.includes(seen.status)) {
    const input = { ...on, ...changeOf(chance, text, seen, desk.orders.slice(-chargedAtOnce)) };
    await desk.api.run(chance, { actor, command: 'invoice_save', input, seen: null, invoice: seen });
    return;
  }
  const enabled = offers.filter(({ key, enabled }) => enabled && key in invoiceInputs);
  const key = chance.share(0.06)
    ? chance.pick(Object.keys(invoiceInputs))
    : chance.weighted(enabled, (offer) => weights[offer.key] ?? 1)?.key;
  const inputOf = key === undefined ? undefined : invoiceInputs[key];
  if (key === undefined || !inputOf) return comment(client, actor, seen);
  const proposed = offers.find((offer) => offer.key === key)?.person_ids ?? [];
  const command = `invoice_${key}`;
  const target = isRemark(command) ? { id: seen.id } : on;
  const input = { ...target, ...inputOf({ chance, cast: desk.cast, text, proposed }) };
  await confirming(client, { actor, command, input, seen: null, invoice: seen });
}

async function comment({ desk, chance, text }: Client, actor: Actor, invoice: Invoice): Promise<void> {
  const asked = chance.share(0.3) ? chance.pick(desk.cast.people) : undefined;
  const input = { id: invoice.id, comment: text, ...(asked && { mention_ids: [asked.id] }) };
  await desk.api.run(chance, { actor, command: 'invoice_comment', input, seen: null, invoice });
}
