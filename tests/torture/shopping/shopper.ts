import { setTimeout as delay } from 'node:timers/promises';
import type { Ending } from '../calls.ts';
import { type Actor, type Cast, chooseHolder } from '../cast.ts';
import type { Chance } from '../chance.ts';
import { type Client, confirming } from '../desk.ts';
import { type Document, open } from '../documents.ts';
import type { Templates } from '../templates.ts';
import { ask, type Mall } from './mall.ts';
import { confirmationOf } from './notice.ts';

export interface ShoppingParts {
  readonly mall: Mall;
  readonly cast: Cast;
  readonly templates: Templates;
  readonly isOver: () => boolean;
}

interface Start {
  readonly url: string;
  readonly cart_id: number;
}

/** The number of checks for the order's arrival at the shop. */
const maxLooks = 25;
const pause = 120;
const goods = ['KUG-100', 'PAP-A4', 'SCHR-M6', 'STUHL-1'];

/** Shops, gets approvals and orders repeatedly until the end. */
export async function shop(parts: ShoppingParts, chance: Chance, name: string): Promise<void> {
  for (let round = 0; !parts.isOver(); round += 1) {
    const shopper = new Shopper(parts, chance, `${name}-${round}`);
    await shopper.goShopping();
  }
}

class Shopper {
  readonly #parts: ShoppingParts;
  readonly #chance: Chance;
  readonly #client: Pick<Client, 'chance' | 'text'> & { readonly desk: Pick<Client['desk'], 'api'> };

  constructor(parts: ShoppingParts, chance: Chance, text: string) {
    this.#parts = parts;
    this.#chance = chance;
    this.#client = { desk: { api: parts.mall.api }, chance, text };
  }

  async goShopping(): Promise<void> {
    const chance = this.#chance;
    const { requesters, headOf } = this.#parts.templates;
    const actor = chance.pick(requesters);
    if (!actor) return;
    const head = { ...headOf(actor), name: this.#client.text };
    const draft = await this.#does(actor, null, 'save', { head, lines: [] });
    if (draft.kind !== 'accepted') return;
    const { id } = draft;
    const cart = await this.#visit(actor, id, null);
    if (cart === null) return;
    await this.#take(actor, id, cart);
    // Opened again with other quantities, which replace the earlier items.
    if (chance.share(0.4) && (await this.#visit(actor, id, cart)) !== null) await this.#take(actor, id, cart);
    if (chance.share(0.1)) await this.#onDocument(actor, id, 'delete_cart', { punchout_cart_id: cart });
    await this.#onDocument(actor, id, 'submit', {});
    await this.#order(id);
  }

  /** A visit to the shop and back; null where the product refused it, or the cart was not taken. */
  async #visit(actor: Actor, procurement_id: number, cart_id: number | null): Promise<number | null> {
    const { mall } = this.#parts;
    const body = { procurement_id, marketplace_id: mall.marketplaceId, cart_id };
    const start = await ask<Start>(mall, actor, '/api/punchout/start', body);
    if (!start) return null;
    const wanted = goods.filter(() => this.#chance.share(0.6));
    const form = new URLSearchParams(wanted.map((number) => [number, String(1 + this.#chance.below(30))]));
    const page = await (await fetch(`${start.url}/checkout`, { method: 'POST', body: form })).text();
    const action = decoded(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '');
    const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [decoded(name), decoded(value)],
    );
    const back = { headers: {}, body: new URLSearchParams(fields).toString() };
    const post = () =>
      mall.api.post(new URL(action).pathname, {
        ...back,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    // Some browsers send a form twice.
    const [{ status }] = await Promise.all(this.#chance.share(0.2) ? [post(), post()] : [post()]);
    return status === 200 && wanted.length > 0 ? start.cart_id : null;
  }

  async #take(actor: Actor, id: number, punchout_cart_id: number): Promise<void> {
    const some = this.#chance.share(0.4) ? { positions: [0] } : {};
    await this.#onDocument(actor, id, 'take_cart_items', { punchout_cart_id, ...some });
    if (this.#chance.share(0.3)) await this.#onDocument(actor, id, 'leave_cart_items', { punchout_cart_id });
    else await this.#onDocument(actor, id, 'take_cart_items', { punchout_cart_id });
  }

  /** The assignee approves; then it is ordered, and the shop confirms. */
  async #order(id: number): Promise<void> {
    const { cast, mall, isOver } = this.#parts;
    for (let look = 0; look < maxLooks && !isOver(); look += 1) {
      const seen = await this.#seen(id, cast.admin);
      if (!seen) return;
      const holder = chooseHolder(cast, this.#chance, seen);
      const [order] = seen.procurement_supplier_orders;
      if (seen.status === 'approval') await this.#does(holder, seen, 'approve', { comment: 'ja' });
      else if (seen.status !== 'approved' || order?.state === 'confirmed') return;
      else if (order?.state === 'sent') return await this.#confirm(id);
      else if (order?.state === 'sending') await delay(pause);
      else await this.#send(holder, seen);
    }
    if (mall.shop.orders.length > 0 && this.#chance.share(0.2)) await this.#confirm(id);
  }

  /** Two people may click at once. */
  async #send(holder: Actor, seen: Document): Promise<void> {
    const supplier_id = seen.procurement_lines[0]?.supplier_id;
    const input = { supplier_id, marketplace_id: this.#parts.mall.marketplaceId };
    const isDoubled = this.#chance.share(0.3);
    const send = () => this.#does(holder, seen, 'send_order', input);
    await Promise.all(isDoubled ? [send(), send()] : [send()]);
  }

  /** The shop repeats its message until it is accepted, sometimes more than once. */
  async #confirm(id: number): Promise<void> {
    const { mall, cast } = this.#parts;
    const { api, marketplaceId, tenantId, notices } = mall;
    const { procurement_by_pk: found } = await api.look(
      cast.admin,
      'query ($id: bigint!) { procurement_by_pk(id: $id) { order_number_formatted } }',
      { id },
    );
    const number = (found as { order_number_formatted: string | null } | null)?.order_number_formatted;
    if (!number) return;
    const payload = this.#chance.uuid();
    const body = confirmationOf(number, payload, this.#chance.pick(['accept', 'reject']) ?? 'accept');
    const path = `/api/punchin/notice/${tenantId}/${marketplaceId}`;
    const notify = () => api.post(path, { headers: { 'content-type': 'text/xml' }, body });
    const answers = await Promise.all(this.#chance.share(0.5) ? [notify(), notify(), notify()] : [notify()]);
    if (answers.some(({ text }) => text.includes('<Status code="200"')))
      notices.push({ payload, procurementId: id });
  }

  /** Drafts are visible only to their creators. */
  async #seen(id: number, viewer: Actor): Promise<Document | null> {
    const opened = await open(this.#parts.mall.api, viewer, id);
    if (opened === null) return null;
    const { actions: _, ...seen } = opened;
    return seen;
  }

  async #onDocument(actor: Actor, id: number, command: string, input: object): Promise<void> {
    const seen = await this.#seen(id, actor);
    if (seen) await this.#does(actor, seen, command, input);
  }

  async #does(actor: Actor, seen: Document | null, command: string, input: object): Promise<Ending> {
    const on = seen ? { id: seen.id, expected_version: seen.timeline.content_version } : {};
    return await confirming(this.#client, { actor, command, seen, input: { ...on, ...input } });
  }
}

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
