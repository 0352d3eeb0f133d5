import { z } from 'zod';
import { orRefuse, Refused, refuse } from '../../../base/refusal.ts';
import { confirmedRemarks } from '../../../document/outcome.ts';
import { amountText, confirmable, key, onDocument } from '../../../document/server/inputs.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import type { LoadedSituation } from '../../../document/server/served-kind.ts';
import { lockDocument } from '../../../document/server/store.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { onceBegun, type Repeatable } from '../../../platform/server/idempotency.ts';
import { text } from '../../../platform/server/texts.ts';
import {
  type ChosenReading,
  isDiscount,
  unclearFields,
  withReadings,
  withSpreadDiscounts,
} from '../../punchout/decided.ts';
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
import { maxLines, type ProcurementFields, type ProcurementLine } from '../model.ts';
import { lineOfItem } from '../punchout-lines.ts';
import { mentionedByLines, saveOwnLines } from './save.ts';
import { servedProcurement } from './served.ts';
import type { StoredProcurement } from './store.ts';

const positions = z.array(z.int().min(0)).min(1).max(5000).nullish();
const takeInput = z.object({
  ...onDocument,
  ...confirmable,
  punchout_cart_id: key(),
  /** Positions in the cart; absent: all waiting items. Discounts among them are spread over the other items. */
  positions,
  /** The chosen readings of unclear amounts. */
  readings: z
    .array(z.object({ position: z.int().min(0), field: z.enum(unclearFields), value: amountText() }))
    .max(5000)
    .nullish(),
  /** The currency of the items, which the request takes over while it has no other prices. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish(),
});
const leaveInput = z.object({ ...onDocument, punchout_cart_id: key(), positions });
const deleteInput = z.object({ ...onDocument, ...confirmable, punchout_cart_id: key() });
const changeInput = deleteInput.extend({ marketplace_id: key() });

/** The commands for carts of a request (PUN-07, PUN-08, TASK-15). */
export const punchoutCommands: readonly Command[] = [
  command({
    name: 'procurement_take_cart_items',
    input: takeInput,
    result: 'procurement',
    run: (tx, context, input) => onCart(tx, context, 'procurement_take_cart_items', input, takeItems),
  }),
  command({
    name: 'procurement_leave_cart_items',
    input: leaveInput,
    result: 'procurement',
    run: (tx, context, input) => onCart(tx, context, 'procurement_leave_cart_items', input, leaveItems),
  }),
  command({
    name: 'procurement_delete_cart',
    input: deleteInput,
    result: 'procurement',
    run: (tx, context, input) => onCart(tx, context, 'procurement_delete_cart', input, withoutCart),
  }),
  command({
    name: 'procurement_change_marketplace',
    input: changeInput,
    result: 'procurement',
    run: (tx, context, input) =>
      onCart(tx, context, 'procurement_change_marketplace', input, changeMarketplace),
  }),
];

interface Opened {
  readonly situation: LoadedSituation<StoredProcurement, ProcurementFacts>;
  readonly writer: Tx;
  readonly cart: StoredCart;
}

interface OnCart {
  readonly id: number;
  readonly expected_version: number | null;
  readonly punchout_cart_id: number;
}

/** Runs a cart command once per idempotency key; the round trip for the key also locks the request. */
function onCart<Input extends OnCart & Repeatable>(
  tx: Tx,
  context: Context,
  command: string,
  input: Input,
  run: (tx: Tx, context: Context, document: StoredProcurement, input: Input) => Promise<{ id: number }>,
): Promise<{ id: number }> {
  return onceBegun(tx, context, {
    ...{ command, input, known: input.id },
    begin: () => lockDocument(tx, context, servedProcurement, input.id, input.expected_version),
    run: (document) => run(tx, context, document, input),
  });
}

/** Loads the request and its cart; refuses people who may not change the lines. */
async function opened(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  { punchout_cart_id: cartId }: Pick<OnCart, 'punchout_cart_id'>,
): Promise<Opened> {
  const writer = tx.as('writer');
  const [situation, cart] = await firstFailure(
    editableLines(tx, context, document),
    lockCart(writer, document.id, cartId),
  );
  return { situation, writer, cart };
}

/** Locks and loads the request; refuses people who may not change its lines now. */
export async function requireLines(
  tx: Tx,
  context: Context,
  id: number,
  version: number | null,
): Promise<LoadedSituation<StoredProcurement, ProcurementFacts>> {
  return await editableLines(tx, context, await lockDocument(tx, context, servedProcurement, id, version));
}

async function editableLines(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
): Promise<LoadedSituation<StoredProcurement, ProcurementFacts>> {
  const situation = await loadSituation(
    tx.as('writer'),
    context,
    servedProcurement,
    document,
    mentionedByLines,
  );
  if (editRights(situation).lines !== 'all') throw new Refused(refuse('no_edit_permission'));
  return situation;
}

async function takeItems(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  input: z.output<typeof takeInput>,
): Promise<{ id: number }> {
  const [{ situation, writer, cart }, ofCart] = await firstFailure(
    opened(tx, context, document, input),
    loadCartFacts(tx.as('writer'), document, input.punchout_cart_id),
  );
  const waiting = cart.pending_lines.filter(isPending);
  const wanted = input.positions
    ? waiting.filter(({ position }) => input.positions?.includes(position))
    : waiting;
  if (wanted.length === 0) throw new Refused(refuse('not_found', { field: 'positions' }));
  const readings = input.readings ?? [];
  const readsPrices = readings.some(({ field }) => field === 'price');
  if (readsPrices && !hasRole(context, 'user-price'))
    throw new Refused(refuse('permission_denied', { field: 'readings' }));
  const { taken, discounts } = decidedItems(wanted, readings);
  const known = new Set(cart.pending_lines.flatMap(({ line_id }) => line_id ?? []));
  // The returned cart replaces lines of its earlier versions (PUN-08).
  const kept = document.lines.filter((line) => line.punchout_cart_id !== cart.id || known.has(line.id ?? 0));
  const head = headFor(document, kept, input.currency ?? null);
  checkItems(taken, head.currency);
  if (kept.length + taken.length > maxLines) {
    const values = { free: Math.max(0, maxLines - kept.length), count: taken.length };
    throw new Refused(refuse('punchout_cart_too_large', { field: 'positions', values }));
  }
  const first = Math.max(-1, ...kept.map((line) => line.sort_no)) + 1;
  const facts = cartFacts(context, cart, ofCart);
  const added = taken.map((item, place) => lineOfItem(item, facts, first + place));
  await saveOwnLines(writer, context, situation, [...kept, ...added], input.confirmations, head);
  const rows = await writer.fixed<{ id: number; sort_no: number }>(
    'select id, sort_no from procurement_line where procurement_id = $1 and punchout_cart_id = $2 and sort_no >= $3',
    [document.id, cart.id, first],
  );
  const ids = new Map(rows.map((row) => [row.sort_no, row.id]));
  const lineOf = new Map(taken.map((item, place) => [item.position, ids.get(first + place) ?? null]));
  savePending(
    writer,
    cart.id,
    // With the chosen readings, which the sum of the cart needs.
    withReadings(cart.pending_lines, readings).map((item) => ({
      ...item,
      line_id: lineOf.get(item.position) ?? item.line_id,
      // A spread discount is in the prices of the other items.
      is_removed: item.is_removed || discounts.some(({ position }) => position === item.position),
    })),
  );
  return { id: document.id };
}

/** The items with the person's decisions, and the discounts spread over them (PUN-16). */
function decidedItems(
  wanted: readonly PendingItem[],
  readings: readonly ChosenReading[],
): { readonly taken: readonly PendingItem[]; readonly discounts: readonly PendingItem[] } {
  const read = withReadings(wanted, readings);
  const discounts = read.filter(isDiscount);
  const goods = read.filter((item) => !isDiscount(item));
  const taken = withSpreadDiscounts(goods, discounts);
  if (taken === null) {
    const values = { item: discounts[0]?.description ?? '' };
    throw new Refused(refuse('punchout_item_incomplete', { field: 'positions', values }));
  }
  return { taken, discounts };
}

/** The head of the request, in the currency of the items if no other line has a price (PUN-16). */
function headFor(
  { head }: StoredProcurement,
  kept: readonly ProcurementLine[],
  currency: string | null,
): ProcurementFields {
  if (currency === null || currency === head.currency) return head;
  if (kept.some((line) => line.price_netto !== null || line.price_brutto !== null)) {
    const values = { currency, expected: head.currency };
    throw new Refused(refuse('punchout_currency_differs', { field: 'currency', values }));
  }
  return { ...head, currency, exchange_rate: null, rate_date: null };
}

/** Refuses incomplete items, which only the shop can complete, and items in another currency (PUN-08). */
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

interface CartFacts {
  readonly mapping: readonly { readonly code: string; readonly product_group_id: number }[];
  readonly tax: string | null;
}

async function loadCartFacts(tx: Tx, document: StoredProcurement, cartId: number): Promise<CartFacts> {
  const [mapping, company] = await Promise.all([
    tx.fixed<{ code: string; product_group_id: number }>(
      `select g.code, g.product_group_id from marketplace_product_group g
       join punchout_cart c on c.marketplace_id = g.marketplace_id where c.id = $1 and c.procurement_id = $2`,
      [cartId, document.id],
    ),
    tx.maybeOne<{ tax: string | null }>(
      `select coalesce(m.tax, s.tax, c.default_product_tax) as tax
       from punchout_cart k join marketplace m on m.id = k.marketplace_id join supplier s on s.id = m.supplier_id
       left join client c on c.id = $2 where k.id = $1`,
      [cartId, document.head.client_id],
    ),
  ]);
  return { mapping, tax: company?.tax ?? null };
}

function cartFacts(context: Context, cart: StoredCart, found: CartFacts) {
  return {
    ...found,
    cart_id: cart.id,
    marketplace_id: cart.marketplace_id,
    supplier_id: cart.supplier_id,
    t: (name: string) => text(context.language, name),
  };
}

/** Removes items from the waiting list; the cart at the shop does not change. */
async function leaveItems(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  input: z.output<typeof leaveInput>,
): Promise<{ id: number }> {
  const { writer, cart } = await opened(tx, context, document, input);
  const isMeant = (item: PendingItem) =>
    isPending(item) && (!input.positions || input.positions.includes(item.position));
  if (!cart.pending_lines.some(isMeant)) throw new Refused(refuse('not_found', { field: 'positions' }));
  savePending(
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
  input: OnCart & Pick<z.output<typeof deleteInput>, 'confirmations'>,
): Promise<{ id: number }> {
  const document = await lockDocument(tx, context, servedProcurement, input.id, input.expected_version);
  return await withoutCart(tx, context, document, input);
}

async function withoutCart(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  input: Pick<z.output<typeof deleteInput>, 'punchout_cart_id' | 'confirmations'>,
): Promise<{ id: number }> {
  const { situation, writer, cart } = await opened(tx, context, document, input);
  const kept = document.lines.filter((line) => line.punchout_cart_id !== cart.id);
  if (kept.length < document.lines.length) {
    await saveOwnLines(writer, context, situation, kept, input.confirmations);
  }
  dropCart(writer, cart.id);
  return { id: document.id };
}

/**
 * Moves an open punch-out to another marketplace (PROC-26): after confirmation it deletes the cart with its lines and
 * opens one at the other marketplace. An empty cart needs confirmation too, as a person may be filling it at the shop.
 */
async function changeMarketplace(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  input: z.output<typeof changeInput>,
): Promise<{ id: number }> {
  const { situation, writer, cart } = await opened(tx, context, document, input);
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
    await saveOwnLines(writer, context, situation, kept, input.confirmations);
  }
  dropCart(writer, cart.id);
  openCart(writer, context, document.id, input.marketplace_id);
  return { id: document.id };
}
