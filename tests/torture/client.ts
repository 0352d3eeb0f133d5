import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, chooseHolder } from './cast.ts';
import type { Chance } from './chance.ts';
import { type Client, confirming, type Desk } from './desk.ts';
import { type Document, isFinal, type Offer, open } from './documents.ts';
import { lookAtFigures } from './figures.ts';
import { isRemark } from './fixture.ts';
import { inputs, weights } from './inputs.ts';
import { doWithInvoices } from './invoicing.ts';
import { isTraveller } from './scenery.ts';

/** The pause of a person between reading and acting, in milliseconds, while others act. */
const longestThought = 20;
/** Advanced documents are chosen more often, so that documents are finished. */
const urgency: Readonly<Record<string, number>> = { approval: 2, approved: 4, ordered: 6, clearing: 3 };
/** The number of approvals given at once. */
const severalApprovals = 4;
/** Acts at random until the end; every intent is completed. */
export async function act(desk: Desk, chance: Chance, name: string): Promise<void> {
  for (let round = 0; !desk.isOver(); round += 1) {
    const client: Client = { desk, chance, text: `${name}-${round}` };
    if (chance.share(0.012)) await desk.gate.alone(() => leaveOrReturn(client));
    else await desk.gate.together(() => doAnything(client));
  }
}

async function doAnything(client: Client): Promise<void> {
  const { desk, chance } = client;
  if (chance.share(0.4)) await doWithInvoices(client);
  else if (desk.documents.size < desk.size && chance.share(0.6)) await create(client);
  else if (chance.share(0.03)) await askForLogin(client);
  else if (chance.share(0.05)) await lookAtFigures(client);
  else if (chance.share(0.04)) await approveSeveral(client);
  else if (chance.share(0.025)) await handOver(client);
  else await touch(client);
}

/** Creates a request. */
export async function create({ desk, chance, text }: Client): Promise<void> {
  const { requesters, inCorner } = desk.templates;
  const actor = chance.pick(chance.share(0.2) ? inCorner : requesters);
  if (!actor) return;
  const head = { ...desk.templates.headOf(actor), name: text };
  const lines = Array.from({ length: 1 + chance.below(3) }, (_, index) =>
    desk.templates.line(chance, `${text}-${index}`, actor),
  );
  const ending = await desk.api.run(chance, { actor, command: 'save', input: { head, lines }, seen: null });
  if (ending.kind === 'accepted') desk.documents.set(ending.id, { status: 'draft', creator: actor });
}

async function askForLogin({ desk, chance }: Client): Promise<void> {
  const { email } = chance.pick(desk.cast.people) ?? desk.cast.admin;
  await desk.api.askForLogin(email, `10.${chance.below(250)}.${chance.below(250)}.1`);
}

/** Begins or ends an absence with a substitute (APPR-15). */
async function leaveOrReturn({ desk, chance }: Client): Promise<void> {
  const { admin, people } = desk.cast;
  const person = chance.pick(people) ?? admin;
  const substitute = chance.share(0.4) ? null : chance.pick(people.filter(({ id }) => id !== person.id));
  await desk.api.setAbsence(admin, person.id, substitute?.id ?? null);
}

/** Hands all tasks of a person over while others work on them (ADM-10). */
async function handOver({ desk, chance }: Client): Promise<void> {
  const from = chance.pick(desk.cast.people.filter(isTraveller));
  const to = chance.pick(desk.cast.people.filter(({ id }) => id !== from?.id));
  if (!from || !to) return;
  const input = { from_id: from.id, to_id: to.id };
  await desk.api.run(chance, { actor: desk.cast.admin, command: 'hand_over', input, seen: null });
}

/** Opens a document as a random person and acts on it. */
async function touch(client: Client): Promise<void> {
  const { desk, chance } = client;
  const chosen = chance.weighted([...desk.documents], ([, { status }]) => urgency[status] ?? 1);
  if (!chosen) return delay(longestThought);
  const [id, known] = chosen;
  // A draft is visible only to its creator; later states are read as administrator.
  const { admin } = desk.cast;
  const [first, second] = known.status === 'draft' ? [known.creator, admin] : [admin, known.creator];
  const shown = (await open(desk.api, first, id)) ?? (await open(desk.api, second, id));
  if (!shown) return;
  if (isFinal(shown) && chance.share(0.8)) desk.documents.delete(id);
  else if (desk.documents.has(id)) desk.documents.set(id, { ...known, status: shown.status });
  if (shown.status === 'ordered' && !desk.orders.includes(id)) desk.orders.push(id);
  const actor = chooseHolder(desk.cast, chance, shown);
  const document = await open(desk.api, actor, id);
  await delay(chance.below(longestThought));
  // People who do not see it try anyway.
  const { actions = [], ...seen } = document ?? shown;
  await doSomething(client, actor, seen, actions);
}

/** Gives several approvals from the list at the same moment (TASK-25). */
async function approveSeveral(client: Client): Promise<void> {
  const { desk, chance, text } = client;
  const waiting = [...desk.documents].flatMap(([id, { status }]) => (status === 'approval' ? [id] : []));
  const first = chance.pick(waiting);
  const shown = first === undefined ? null : await open(desk.api, desk.cast.admin, first);
  if (!shown) return;
  const actor = chooseHolder(desk.cast, chance, shown);
  const looked = await Promise.all(waiting.map((id) => open(desk.api, actor, id)));
  const own = looked
    .filter((document) => document !== null)
    .filter(({ actions }) => actions.some(({ key, enabled }) => key === 'approve' && enabled));
  await Promise.all(
    own
      .slice(0, severalApprovals)
      .map(({ actions: _, ...seen }) =>
        confirming(client, { actor, seen, command: 'approve', input: { ...on(seen), comment: text } }),
      ),
  );
}

async function doSomething(
  client: Client,
  actor: Actor,
  seen: Document,
  offers: readonly Offer[],
): Promise<void> {
  const { chance, text } = client;
  const draw = chance.below(100);
  if (draw < 7) return comment(client, actor, seen);
  if (draw < (seen.status === 'draft' ? 27 : 17)) return edit(client, actor, seen);
  if (draw < 50 && seen.status === 'open') return selectProducts(client, actor, seen);
  if (draw < 28 && seen.status === 'draft') return deleteDraft(client, actor, seen);
  if (isFinal(seen)) return copy(client, actor, seen);
  const enabled = offers.filter(({ key, enabled }) => enabled && key in inputs);
  const isObstinate = chance.share(0.06);
  const key = isObstinate
    ? chance.pick(Object.keys(inputs))
    : chance.weighted(enabled, (offer) => weights[offer.key] ?? 1)?.key;
  const inputOf = key === undefined ? undefined : inputs[key];
  if (key === undefined || !inputOf) return comment(client, actor, seen);
  const proposed = offers.find((offer) => offer.key === key)?.person_ids ?? [];
  const input = inputOf(seen, { chance, cast: client.desk.cast, text, proposed });
  const target = isRemark(key) ? { id: seen.id } : on(seen);
  await confirming(client, { actor, seen, command: key, input: { ...target, ...input } });
}

async function comment({ desk, chance, text }: Client, actor: Actor, seen: Document): Promise<void> {
  const asked = chance.share(0.3) ? chance.pick(desk.cast.people) : undefined;
  const input = { id: seen.id, comment: text, ...(asked && { mention_ids: [asked.id] }) };
  await desk.api.run(chance, { actor, command: 'comment', input, seen });
}

/** Every edit makes a change, so that every accepted one increases the version. */
async function edit({ desk, chance, text }: Client, actor: Actor, seen: Document): Promise<void> {
  const kept = seen.procurement_lines.map((line) => ({ id: line.id }));
  const changed = chance.pick(seen.procurement_lines);
  const draw = chance.below(4);
  // A copy has no wanted date yet.
  const isCopied = seen.status === 'draft' && chance.share(0.5);
  const requantified = seen.procurement_lines.map((line) =>
    line.id === changed?.id
      ? { id: line.id, quantity: String(line.quantity + 1 + chance.below(2)) }
      : { id: line.id },
  );
  const content =
    draw === 0 || isCopied
      ? { head: { notes: text, ...(isCopied && { delivery_date: '2099-12-31' }) } }
      : draw === 1
        ? { lines: [...kept, desk.templates.line(chance, `${text}-0`, actor)] }
        : draw === 2 && kept.length > 1
          ? { lines: kept.filter((line) => line.id !== changed?.id) }
          : { lines: requantified };
  if (seen.procurement_lines.length === 0 && !content.head) return;
  await desk.api.run(chance, { actor, command: 'save', input: { ...on(seen), ...content }, seen });
}

/** Adds supplier and price where missing, or changes the supplier (PROC-12). */
async function selectProducts({ desk, chance, text }: Client, actor: Actor, seen: Document): Promise<void> {
  const lines = seen.procurement_lines.map(({ id }) => ({
    id,
    ...desk.templates.product(chance),
    offer_number: text,
  }));
  await desk.api.run(chance, { actor, command: 'save', input: { ...on(seen), lines }, seen });
}

/** Only unchangeable documents: then the copy is the same at any time (PROC-33). */
async function copy({ desk, chance }: Client, actor: Actor, seen: Document): Promise<void> {
  const ending = await desk.api.run(chance, { actor, command: 'copy', input: { id: seen.id }, seen });
  if (ending.kind === 'accepted') desk.documents.set(ending.id, { status: 'draft', creator: actor });
}

async function deleteDraft({ desk, chance }: Client, actor: Actor, seen: Document): Promise<void> {
  const ending = await desk.api.run(chance, { actor, command: 'delete_draft', input: on(seen), seen });
  if (ending.kind === 'accepted') desk.documents.delete(seen.id);
}

function on({ id, timeline }: Document) {
  return { id, expected_version: timeline.content_version };
}
