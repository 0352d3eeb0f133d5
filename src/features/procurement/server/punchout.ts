import { z } from 'zod';
import { orRefuse, Refused, refuse } from '../../../base/refusal.ts';
import { confirmedRemarks } from '../../../document/outcome.ts';
import { confirmable, key, onDocument } from '../../../document/server/inputs.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import type { LoadedSituation } from '../../../document/server/served-kind.ts';
import { lockDocument } from '../../../document/server/store.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { once } from '../../../platform/server/idempotency.ts';
import { text } from '../../../platform/server/texts.ts';
import { isPending, type PendingItem } from '../../punchout/pending.ts';
import {
  dropCart,
  lockCart,
  openCart,
  requireShop,
  type StoredCart,
  savePending,
} from '../../punchout/server/store.ts';
import { editRights } from '../editing.ts';
import type { ProcurementFacts } from '../facts.ts';
import { mostLines } from '../model.ts';
import { lineOfItem } from '../punchout-lines.ts';
import { saveOwnLines } from './save.ts';
import { servedProcurement } from './served.ts';
import type { StoredProcurement } from './store.ts';

const positions = z.array(z.int().min(0)).min(1).max(5000).nullish();
const takeInput = z.object({
  ...onDocument,
  ...confirmable,
  punchout_cart_id: key(),
  /** Places in the cart; all that wait where it is missing. */
  positions,
});
const leaveInput = z.object({ ...onDocument, punchout_cart_id: key(), positions });
const deleteInput = z.object({ ...onDocument, ...confirmable, punchout_cart_id: key() });
const changeInput = deleteInput.extend({ marketplace_id: key() });

/** What people do with the carts of a request (PUN-07, PUN-08, TASK-15). */
export const punchoutCommands: readonly Command[] = [
  command({
    name: 'procurement_take_cart_items',
    input: takeInput,
    result: 'procurement',
    run: (tx, context, input) =>
      once(tx, context, 'procurement_take_cart_items', input, () => takeItems(tx, context, input)),
  }),
  command({
    name: 'procurement_leave_cart_items',
    input: leaveInput,
    result: 'procurement',
    run: (tx, context, input) =>
      once(tx, context, 'procurement_leave_cart_items', input, () => leaveItems(tx, context, input)),
  }),
  command({
    name: 'procurement_delete_cart',
    input: deleteInput,
    result: 'procurement',
    run: (tx, context, input) =>
      once(tx, context, 'procurement_delete_cart', input, () => deleteCart(tx, context, input)),
  }),
  command({
    name: 'procurement_change_marketplace',
    input: changeInput,
    result: 'procurement',
    run: (tx, context, input) =>
      once(tx, context, 'procurement_change_marketplace', input, () => changeMarketplace(tx, context, input)),
  }),
];

interface Opened {
  readonly document: StoredProcurement;
  readonly situation: LoadedSituation<StoredProcurement, ProcurementFacts>;
  readonly writer: Tx;
  readonly cart: StoredCart;
}

/** The request, locked, of somebody who may change its lines, and its cart. */
async function opened(
  tx: Tx,
  context: Context,
  input: { readonly id: number; readonly expected_version: number | null; readonly punchout_cart_id: number },
): Promise<Opened> {
  const situation = await requireLines(tx, context, input.id, input.expected_version);
  const { document } = situation;
  const writer = tx.as('writer');
  return { document, situation, writer, cart: await lockCart(writer, document.id, input.punchout_cart_id) };
}

/** The request of somebody who may change its lines now. */
export async function requireLines(
  tx: Tx,
  context: Context,
  id: number,
  version: number | null,
): Promise<LoadedSituation<StoredProcurement, ProcurementFacts>> {
  const document = await lockDocument(tx, context, servedProcurement, id, version);
  const situation = await loadSituation(tx.as('writer'), context, servedProcurement, document, {
    locksBudgets: false,
  });
  if (editRights(situation).lines !== 'all') throw new Refused(refuse('no_edit_permission'));
  return situation;
}

async function takeItems(
  tx: Tx,
  context: Context,
  input: z.output<typeof takeInput>,
): Promise<{ id: number }> {
  const { document, writer, cart } = await opened(tx, context, input);
  const waiting = cart.pending_lines.filter(isPending);
  const wanted = input.positions
    ? waiting.filter(({ position }) => input.positions?.includes(position))
    : waiting;
  if (wanted.length === 0) throw new Refused(refuse('not_found', { field: 'positions' }));
  checkItems(wanted, document.head.currency);
  const known = new Set(cart.pending_lines.flatMap(({ line_id }) => line_id ?? []));
  // Lines of an earlier round of the cart give way to what it holds now (PUN-08).
  const kept = document.lines.filter((line) => line.punchout_cart_id !== cart.id || known.has(line.id ?? 0));
  if (kept.length + wanted.length > mostLines) {
    const values = { free: Math.max(0, mostLines - kept.length), count: wanted.length };
    throw new Refused(refuse('punchout_cart_too_large', { field: 'positions', values }));
  }
  const first = Math.max(-1, ...kept.map((line) => line.sort_no)) + 1;
  const facts = await cartFacts(writer, context, document, cart);
  const added = wanted.map((item, place) => lineOfItem(item, facts, first + place));
  await saveOwnLines(writer, context, document, [...kept, ...added], input.confirmations);
  const rows = await writer.fixed<{ id: number; sort_no: number }>(
    'select id, sort_no from procurement_line where procurement_id = $1 and punchout_cart_id = $2 and sort_no >= $3',
    [document.id, cart.id, first],
  );
  const ids = new Map(rows.map((row) => [row.sort_no, row.id]));
  const lineOf = new Map(wanted.map((item, place) => [item.position, ids.get(first + place) ?? null]));
  await savePending(
    writer,
    cart.id,
    cart.pending_lines.map((item) => ({ ...item, line_id: lineOf.get(item.position) ?? item.line_id })),
  );
  return { id: document.id };
}

/** An item that is not whole cannot be ordered, and nobody may complete it but the shop (PUN-08). */
function checkItems(items: readonly PendingItem[], currency: string): void {
  const broken = items.find(({ problems }) => problems.length > 0);
  if (broken) {
    throw new Refused(
      refuse('punchout_item_incomplete', { field: 'positions', values: { item: broken.description } }),
    );
  }
  const foreign = items.find((item) => item.currency !== null && item.currency !== currency);
  if (!foreign) return;
  const values = { currency: foreign.currency, expected: currency };
  throw new Refused(refuse('punchout_currency_differs', { field: 'positions', values }));
}

async function cartFacts(tx: Tx, context: Context, document: StoredProcurement, cart: StoredCart) {
  const [mapping, company] = await Promise.all([
    tx.fixed<{ code: string; product_group_id: number }>(
      'select code, product_group_id from marketplace_product_group where marketplace_id = $1',
      [cart.marketplace_id],
    ),
    tx.maybeOne<{ tax: string | null }>('select default_product_tax as tax from client where id = $1', [
      document.head.client_id,
    ]),
  ]);
  return {
    cart_id: cart.id,
    marketplace_id: cart.marketplace_id,
    supplier_id: cart.supplier_id,
    tax: company?.tax ?? null,
    mapping,
    t: (name: string) => text(context.language, name),
  };
}

/** Takes items off the list of those that wait; the cart at the shop stays as it is. */
async function leaveItems(
  tx: Tx,
  context: Context,
  input: z.output<typeof leaveInput>,
): Promise<{ id: number }> {
  const { document, writer, cart } = await opened(tx, context, input);
  const isMeant = (item: PendingItem) =>
    isPending(item) && (!input.positions || input.positions.includes(item.position));
  if (!cart.pending_lines.some(isMeant)) throw new Refused(refuse('not_found', { field: 'positions' }));
  await savePending(
    writer,
    cart.id,
    cart.pending_lines.map((item) => (isMeant(item) ? { ...item, is_removed: true } : item)),
  );
  return { id: document.id };
}

/** Deletes a cart with all lines that came from it (PUN-08). */
export async function deleteCart(
  tx: Tx,
  context: Context,
  input: Omit<z.output<typeof deleteInput>, 'expected_version'> & {
    readonly expected_version: number | null;
  },
): Promise<{ id: number }> {
  const { document, writer, cart } = await opened(tx, context, input);
  const kept = document.lines.filter((line) => line.punchout_cart_id !== cart.id);
  if (kept.length < document.lines.length) {
    await saveOwnLines(writer, context, document, kept, input.confirmations);
  }
  await dropCart(writer, cart.id);
  return { id: document.id };
}

/**
 * Moves an open punch-out to another marketplace (PROC-26): its cart goes with all lines that came from it, after a
 * question, and one at the other marketplace takes its place. It is asked about an empty cart, too, for somebody may be
 * filling it at the shop.
 */
async function changeMarketplace(
  tx: Tx,
  context: Context,
  input: z.output<typeof changeInput>,
): Promise<{ id: number }> {
  const { document, situation, writer, cart } = await opened(tx, context, input);
  if (cart.marketplace_id === input.marketplace_id) {
    throw new Refused(refuse('step_not_possible', { field: 'marketplace_id' }));
  }
  const { client_id, department_id } = document.head;
  await requireShop(tx, input.marketplace_id, { client_id, department_id });
  const kept = document.lines.filter((line) => line.punchout_cart_id !== cart.id);
  const count = document.lines.length - kept.length + cart.pending_lines.filter(isPending).length;
  const values = { name: cart.marketplace_name, count };
  const doubts = [{ code: 'punchout_marketplace_change' as const, values }];
  orRefuse(confirmedRemarks(situation, 'change_marketplace', doubts, input.confirmations));
  if (kept.length < document.lines.length) {
    await saveOwnLines(writer, context, document, kept, input.confirmations);
  }
  await dropCart(writer, cart.id);
  await openCart(writer, context, document.id, input.marketplace_id);
  return { id: document.id };
}
