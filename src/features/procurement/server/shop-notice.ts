import { randomUUID } from 'node:crypto';
import { isRefusal, Refused, refuse } from '../../../base/refusal.ts';
import { formatDay } from '../../../base/typed-day.ts';
import { formatNumber } from '../../../base/typed-number.ts';
import { lockDocument } from '../../../document/server/store.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { text } from '../../../platform/server/texts.ts';
import type { Notice, NoticedOrder, OrderName } from '../../punchout/notice.ts';
import { orderOfPayload } from '../order-payload.ts';
import { type RecordedNotice, recordedNotice, type ShippedPart, shippedParts } from '../shop-notice.ts';
import { procurementActions } from './commands.ts';
import { servedProcurement } from './served.ts';

/** An order of a shop. */
interface FoundOrder {
  readonly id: number;
  readonly procurement_id: number;
  readonly supplier_id: number;
  readonly client_id: number;
}

/** The marketplace that sends the notice. */
interface Shop {
  readonly id: number;
  readonly name: string;
}

/**
 * Records a shop's notice in the requests of its orders: as a confirmation (PROC-36), or as a comment if it confirms
 * nothing. The transaction makes it all or nothing. Returns the ids of the requests. Runs as writer, in the name of the
 * tenant's system person.
 */
export async function takeNotice(
  tx: Tx,
  context: Context,
  shop: Shop,
  notice: Notice,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (const noticed of notice.orders) {
    const order = await orderNamed(tx, context, shop.id, noticed);
    if (order === null) throw new Refused(refuse('not_found'));
    await record(tx, context, shop, { notice, noticed, order });
    found.push(order.procurement_id);
  }
  if (found.length === 0) throw new Refused(refuse('not_found'));
  return found;
}

/** Finds the only order of this shop with that name; null for all others. Runs as writer. */
export async function orderNamed(
  tx: Tx,
  { tenantId }: Context,
  marketplaceId: number,
  { order_number, order_payload }: OrderName,
): Promise<FoundOrder | null> {
  const named = orderOfPayload(order_payload ?? '');
  const rows = await tx.fixed<FoundOrder>(
    `select o.id, o.procurement_id, o.supplier_id, p.client_id from procurement_supplier_order o
     join procurement p on p.tenant_id = o.tenant_id and p.id = o.procurement_id
     where o.marketplace_id = $1 and (o.id = $2 or p.order_number_formatted = $3)`,
    [marketplaceId, named?.tenantId === tenantId ? named.orderId : null, order_number?.trim() ?? null],
  );
  const [row, ...others] = rows;
  return row === undefined || others.length > 0 ? null : row;
}

async function record(
  tx: Tx,
  context: Context,
  shop: Shop,
  {
    notice,
    noticed,
    order,
  }: { readonly notice: Notice; readonly noticed: NoticedOrder; readonly order: FoundOrder },
): Promise<void> {
  const document = await lockDocument(tx, context, servedProcurement, order.procurement_id, null);
  const own = document.orders.find(({ id }) => id === order.id);
  if (!own) throw new Refused(refuse('not_found'));
  const recorded = recordedNotice(document, own, notice, noticed);
  if (isRefusal(recorded)) throw new Refused(recorded);
  const target = { id: document.id, idempotency_key: randomUUID() };
  const comment = commentOn(context, shop, notice, recorded, shippedParts(document, own, notice, noticed));
  if (recorded === null) {
    await procurementActions.take(tx, context, 'comment', { ...target, comment });
    return;
  }
  await procurementActions.take(tx, context, 'record_confirmation', {
    ...target,
    ...{ supplier_id: order.supplier_id, marketplace_id: shop.id, comment },
    ...{
      confirmation_no: notice.kind === 'confirmation' ? notice.number : null,
      confirmed_on: notice.noticed_on,
    },
    lines: recorded.lines.map((line) => ({ quantity: null, price: null, delivery_date: null, ...line })),
  });
}

/** The comment in the timeline: the shop, the kind of notice and the lines not simply accepted. */
function commentOn(
  { language }: Context,
  shop: Shop,
  { kind, number, is_withdrawn, carrier, tracking_numbers, status, comment }: Notice,
  recorded: RecordedNotice | null,
  parts: readonly ShippedPart[],
): string {
  const words = (key: string, values: Readonly<Record<string, string | number>>) =>
    text(language, `punchout.notice.${key}`, values);
  const subject = words(is_withdrawn ? 'withdrawn' : kind, { shop: shop.name, number: number ?? '' });
  const sent = [carrier ?? '', ...tracking_numbers].filter((each) => each !== '').join(', ');
  const remarks = (recorded?.remarks ?? []).flatMap(({ line_number: line, states }) =>
    states.map((state) => words(state, { line })),
  );
  const shipped = parts.map(({ line_number: line, quantity, delivery_date: day }) =>
    words(day === null ? 'part' : 'part_on', {
      line,
      quantity: formatNumber(quantity, language),
      ...(day === null ? {} : { day: formatDay(day, language) }),
    }),
  );
  const statusTexts = [status === null ? '' : `${status.code} ${status.text}`.trim(), comment ?? ''];
  return [subject.replace(/ +/g, ' '), sent, ...shipped, ...remarks, ...statusTexts]
    .filter((each) => each !== '')
    .join('\n')
    .slice(0, 4000);
}
