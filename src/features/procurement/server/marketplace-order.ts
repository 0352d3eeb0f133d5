import { amountOf } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Job } from '../../../platform/server/jobs/jobs.ts';
import type { MailTaskParts } from '../../../platform/server/mail/mail-task.ts';
import type { PendingItem } from '../../punchout/pending.ts';
import type { Placed } from '../../punchout/placed.ts';
import { type HandedOrder, handOver } from '../../punchout/server/store.ts';
import type { LetterKind } from '../model.ts';
import { payloadOfOrder } from '../order-payload.ts';
import {
  type Attempt,
  type Ending,
  endingWithoutMail,
  findAttempt,
  inJob,
  type LetterInput,
} from './order-attempt.ts';

export type ShopParts = Parameters<typeof handOver>[0];
type Parts = MailTaskParts & { readonly shops?: ShopParts };

const typeOf = { order: 'new', change: 'update', cancellation: 'delete' } as const satisfies Readonly<
  Record<LetterKind, HandedOrder['type']>
>;

/**
 * Sends an order to its marketplace by cXML and returns the ending; null for orders sent by mail. The attempt is stored
 * before the request to the shop and the answer right after it: an attempt without answer is uncertain, and a person
 * decides (PUN-10).
 */
export async function orderAtShop(parts: Parts, job: Job, input: LetterInput): Promise<Ending | null> {
  const { shops } = parts;
  if (!shops || input.marketplace_id === null) return null;
  const prepared = await inJob(parts, job, async (tx): Promise<HandedOrder | Ending | null> => {
    const attempt = await attemptToHandOver(tx, job, input);
    return attempt && 'letter_id' in attempt ? await orderOf(tx, job, input, attempt, parts) : attempt;
  });
  if (prepared === null || 'state' in prepared) return prepared;
  let isHandedOver = false;
  const begins = () =>
    inJob(parts, job, async (tx): Promise<Ending | null> => {
      const attempt = await attemptToHandOver(tx, job, input);
      if (attempt === null || !('letter_id' in attempt)) return attempt ?? { state: 'cancelled' };
      await tx.query('update procurement_order_letter set handed_over_at = now() where id = $1', [
        attempt.letter_id,
      ]);
      isHandedOver = true;
      return null;
    });
  const placed = await handOver(shops, job.context, prepared, begins);
  const ending = 'reason' in placed ? endingOf(placed) : placed;
  if (!isHandedOver) return ending;
  await inJob(parts, job, (tx) =>
    tx.query(
      'update procurement_order_letter set shop_answer = $2 where job_id = $1 and handed_over_at is not null',
      [job.id, JSON.stringify(ending)],
    ),
  );
  return ending;
}

function endingOf({ state, reason }: Placed & { readonly reason: string }): Ending {
  const failure = state === 'failed' ? 'shop_refused' : 'interrupted';
  return { state, failure, failure_reason: reason };
}

/**
 * The letter still to be sent to the shop, locked; the ending of an attempt that needs no request to the shop; or null
 * for a letter that is not sent by cXML.
 */
async function attemptToHandOver(tx: Tx, job: Job, input: LetterInput): Promise<Attempt | Ending | null> {
  const attempt = await findAttempt(tx, job);
  if (attempt?.channel !== 'cxml') return attempt ? null : { state: 'cancelled' };
  if (attempt.handed_over_at !== null)
    return attempt.shop_answer ?? { state: 'uncertain', failure: 'interrupted' };
  const ending = await endingWithoutMail(tx, job, attempt, input);
  return ending === undefined || typeof ending === 'number' ? attempt : ending;
}

interface OrderRow {
  readonly number: string;
  readonly currency: string;
  readonly notes: string | null;
  readonly company: string;
  readonly address_id: number | null;
  readonly address_name: string | null;
  readonly complement: string | null;
  readonly address_consignee: string | null;
  readonly dropoff: string | null;
  /** With its country code. */
  readonly phone: string | null;
  readonly address: string | null;
  readonly zipcode: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly consignee: string | null;
  readonly billing_name: string | null;
  readonly billing_address: string | null;
  readonly billing_zipcode: string | null;
  readonly billing_city: string | null;
  readonly billing_country: string | null;
  readonly sender_name: string;
  readonly sender_email: string | null;
}

interface OrderedRow {
  readonly line_id: number;
  readonly position: number;
  readonly cart_id: number | null;
  readonly kind: 'item' | 'freight' | 'surcharge';
  readonly description: string | null;
  readonly item_number: string | null;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly price: string | null;
  readonly price_unit: string;
  readonly delivery_date: string | null;
  readonly cost_center: string | null;
  readonly ledger_account: string | null;
}

interface OrderedCart {
  readonly id: number;
  readonly buyer_cookie: string;
  readonly pending_lines: readonly PendingItem[];
}

/** The order for the shop, with the items of its carts, so that the shop recognizes them. */
async function orderOf(
  tx: Tx,
  job: Job,
  input: LetterInput,
  attempt: Attempt,
  { publicUrl, clock }: Parts,
): Promise<HandedOrder> {
  const now = clock.now();
  const { tenantId, userId } = job.context;
  const [head, lines, carts] = await Promise.all([
    tx.one<OrderRow>(selectHead, [input.procurement_id, userId]),
    tx.query<OrderedRow>(selectLines, [input.procurement_id, input.supplier_id, input.marketplace_id]),
    // A join with the lines would repeat a large cart for each line.
    tx.query<OrderedCart>(selectCarts, [input.procurement_id, input.marketplace_id]),
  ]);
  const used = [...new Set(lines.map(({ cart_id }) => cart_id))].flatMap(
    (id) => carts.find((cart) => cart.id === id) ?? [],
  );
  const items = new Map(used.flatMap((cart) => cart.pending_lines.map((item) => [item.line_id, item])));
  const payloadOf = (version: number) =>
    payloadOfOrder({ tenantId, orderId: attempt.order_id }, version, publicUrl);
  const address = {
    name: head.company,
    deliver_to: deliverTo(head),
    ...{ street: head.address ?? '', city: head.city ?? '', zipcode: head.zipcode, email: null },
    phone: head.phone,
    country: head.country ?? 'DE',
    id: head.address_id === null ? null : String(head.address_id),
  };
  return {
    marketplaceId: input.marketplace_id ?? 0,
    payloadId: payloadOf(attempt.version),
    cartId: lines.find(({ cart_id }) => cart_id !== null)?.cart_id ?? null,
    order_number: head.number,
    ordered_at: now.toISOString().replace(/\.\d+Z$/, '+00:00'),
    version: attempt.version,
    type: typeOf[attempt.kind],
    earlier_payload: attempt.version > 1 ? payloadOf(attempt.version - 1) : null,
    cart_cookies: used.map(({ buyer_cookie }) => buyer_cookie),
    currency: head.currency,
    ship_to: address,
    bill_to: {
      name: head.billing_name ?? head.company,
      deliver_to: [],
      ...{ street: head.billing_address ?? '', city: head.billing_city ?? '', zipcode: head.billing_zipcode },
      ...{ country: head.billing_country ?? address.country, email: null, phone: null, id: null },
    },
    contact: { name: head.sender_name, email: head.sender_email ?? '' },
    comment: head.notes,
    items: lines
      .filter(({ kind }) => kind !== 'surcharge')
      .map((line) => orderedItem(line, items.get(line.line_id))),
  };
}

/** The place within the company, from the address to the ramp and the person, each once (PUN-17). */
function deliverTo(head: OrderRow): readonly string[] {
  const { address_name, address_consignee, complement, dropoff, consignee, company } = head;
  const places = [address_name, address_consignee, complement, dropoff, consignee];
  const named = places.map((each) => each?.trim() ?? '').filter((each) => each !== '' && each !== company);
  return [...new Set(named)];
}

/** A line with the shop's own data; fields that people cannot edit come from the cart. */
function orderedItem(line: OrderedRow, known: PendingItem | undefined): HandedOrder['items'][number] {
  const plain = {
    ...{
      long_text: null,
      auxiliary_id: null,
      buyer_number: null,
      manufacturer: null,
      manufacturer_number: null,
    },
    ...{ currency: null, tax: null, lead_time_days: null, vendor_number: null, classes: [] },
    ...{ quote_number: null, quote_item: null, image_url: null, webshop_url: null, problems: [] },
  };
  return {
    line_number: line.position,
    item: {
      ...plain,
      ...known,
      kind: line.kind === 'freight' ? 'freight' : 'item',
      description: line.description ?? '',
      item_number: known?.item_number ?? line.item_number,
      unit: known?.unit ?? line.unit,
      // Shops compare amounts as text: 250, not 250.000.
      quantity: line.quantity && amountOf(line.quantity),
      price: line.price && amountOf(line.price),
      price_unit: amountOf(line.price_unit),
    },
    delivery_date: line.delivery_date,
    cost_center: line.cost_center,
    ledger_account: line.ledger_account,
  };
}

const selectHead = `
  select p.order_number_formatted as number, p.currency, case when p.show_notes_in_pdf then p.notes end as notes, c.name as company,
    a.id as address_id, a.address_name, a.address, a.zipcode, a.city, a.country, r.name as consignee,
    a.address_complement as complement, a.consignee as address_consignee, a.dropoff_location as dropoff,
    nullif(concat_ws(' ', a.phone_country_code, a.phone_number), '') as phone,
    c.billing_name, c.billing_address, c.billing_zipcode, c.billing_city, coalesce(c.billing_country, c.country) as billing_country,
    u.name as sender_name, u.email as sender_email
  from procurement p
  join client c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join client_address a on a.tenant_id = p.tenant_id and a.id = p.delivery_address_id
  left join lb_user r on r.tenant_id = p.tenant_id and r.id = p.consignee_id
  join lb_user u on u.tenant_id = p.tenant_id and u.id = $2
  where p.id = $1`;

const selectLines = `
  select l.id as line_id, (row_number() over (order by l.sort_no, l.id))::integer as position, l.punchout_cart_id as cart_id,
    l.kind, l.description, l.item_number, l.quantity, l.unit, l.price_netto as price, l.price_unit,
    coalesce(l.delivery_date, p.delivery_date) as delivery_date, cc.number as cost_center, la.number as ledger_account
  from procurement_line l
  join procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
  left join cost_center cc on cc.tenant_id = l.tenant_id and cc.id = coalesce(l.cost_center_id, p.cost_center_id)
  left join ledger_account la on la.tenant_id = l.tenant_id and la.id = coalesce(l.ledger_account_id, p.ledger_account_id)
  where l.procurement_id = $1 and l.supplier_id = $2 and l.marketplace_id = $3 order by l.sort_no, l.id`;

const selectCarts = `
  select id, buyer_cookie, pending_lines from punchout_cart where procurement_id = $1 and marketplace_id = $2`;
