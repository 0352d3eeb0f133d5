import type { Day } from '../../../base/day.ts';
import { type Amount, compareAmounts } from '../../../base/money.ts';
import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import { numberInCart } from '../number-in-cart.ts';
import { readCxml, senderIn } from './envelope.ts';

/** One line of an order, as the shop confirms or ships it. */
export interface NoticedLine {
  readonly line_number: number;
  /** Null where the shop says nothing of it. */
  readonly quantity: Amount | null;
  readonly price: Amount | null;
  readonly price_currency: string | null;
  readonly delivery_date: Day | null;
  /** `reject`: the shop will not bring this. */
  readonly state: 'accepted' | 'changed' | 'backordered' | 'rejected';
}

/** What a shop tells of an order after it took it. */
export interface Notice {
  readonly kind: 'confirmation' | 'ship_notice' | 'status';
  readonly payload_id: string;
  readonly sender: { readonly identity: string; readonly secret: string | null } | null;
  readonly order_number: string | null;
  /** The payload of our order, which names it where the number does not. */
  readonly order_payload: string | null;
  /** The shop's own number of the confirmation or the shipment. */
  readonly number: string | null;
  readonly is_rejected: boolean;
  readonly delivery_date: Day | null;
  readonly status: { readonly code: string; readonly text: string } | null;
  readonly lines: readonly NoticedLine[];
}

export type NoticeReading = { readonly ok: true; readonly notice: Notice } | { readonly ok: false };

/** More than an order of ours has. */
const mostLines = 5000;

/** Reads a `ConfirmationRequest`, a `ShipNoticeRequest` or a `StatusUpdateRequest` that a shop sends us. */
export function readNotice(source: Uint8Array | string): NoticeReading {
  const reading = readCxml(source);
  if (!reading.ok) return { ok: false };
  const { root } = reading;
  const request = first(root, 'Request');
  const confirmation = first(request, 'ConfirmationRequest');
  const shipment = first(request, 'ShipNoticeRequest');
  const update = first(request, 'StatusUpdateRequest');
  const head = { payload_id: attributeOf(root, 'payloadID') ?? '', sender: senderIn(root) };
  if (confirmation) return { ok: true, notice: { ...head, ...confirmationOf(confirmation) } };
  if (shipment) return { ok: true, notice: { ...head, ...shipmentOf(shipment) } };
  return update ? { ok: true, notice: { ...head, ...updateOf(update) } } : { ok: false };
}

type Told = Omit<Notice, 'payload_id' | 'sender'>;

function referenceIn(place: XmlElement | undefined): Pick<Notice, 'order_number' | 'order_payload'> {
  const reference = first(place, 'OrderReference');
  return {
    order_number: attributeOf(reference, 'orderID') ?? attributeOf(first(place, 'OrderIDInfo'), 'orderID'),
    order_payload: attributeOf(first(reference, 'DocumentReference'), 'payloadID'),
  };
}

function confirmationOf(request: XmlElement): Told {
  const header = first(request, 'ConfirmationHeader');
  const type = attributeOf(header, 'type');
  return {
    kind: 'confirmation',
    ...referenceIn(request),
    number: attributeOf(header, 'confirmID'),
    is_rejected: type === 'reject',
    delivery_date: null,
    status: null,
    lines: all(request, 'ConfirmationItem').slice(0, mostLines).flatMap(confirmedLines),
  };
}

/** A line may be confirmed in several parts, each with its own date. */
function confirmedLines(item: XmlElement): readonly NoticedLine[] {
  const number = lineNumber(item);
  if (number === null) return [];
  const states = all(item, 'ConfirmationStatus');
  return states.map((status): NoticedLine => {
    const money =
      first(status, 'UnitPrice', 'Money') ?? first(status, 'ItemIn', 'ItemDetail', 'UnitPrice', 'Money');
    return {
      line_number: number,
      quantity: amountIn(attributeOf(status, 'quantity')),
      price: amountIn(money?.text),
      price_currency: attributeOf(money, 'currency'),
      delivery_date: dayIn(attributeOf(status, 'deliveryDate') ?? attributeOf(status, 'shipmentDate')),
      state: stateOf(attributeOf(status, 'type')),
    };
  });
}

function stateOf(type: string | null): NoticedLine['state'] {
  if (type === 'reject') return 'rejected';
  if (type === 'backordered') return 'backordered';
  return type === 'detail' || type === 'allDetail' ? 'changed' : 'accepted';
}

function shipmentOf(request: XmlElement): Told {
  const header = first(request, 'ShipNoticeHeader');
  const portions = all(request, 'ShipNoticePortion');
  const delivery = dayIn(attributeOf(header, 'deliveryDate'));
  return {
    kind: 'ship_notice',
    ...referenceIn(portions[0]),
    number: attributeOf(header, 'shipmentID'),
    is_rejected: false,
    delivery_date: delivery,
    status: null,
    lines: portions
      .flatMap((portion) => all(portion, 'ShipNoticeItem'))
      .slice(0, mostLines)
      .flatMap((item): readonly NoticedLine[] => {
        const number = lineNumber(item);
        const quantity = amountIn(attributeOf(item, 'quantity'));
        if (number === null) return [];
        const line = { line_number: number, quantity, price: null, price_currency: null };
        return [{ ...line, delivery_date: delivery, state: 'accepted' }];
      }),
  };
}

function updateOf(request: XmlElement): Told {
  const status = first(request, 'Status');
  return {
    kind: 'status',
    order_number: null,
    order_payload: attributeOf(first(request, 'DocumentReference'), 'payloadID'),
    number: null,
    is_rejected: false,
    delivery_date: null,
    status: {
      code: attributeOf(status, 'code') ?? '',
      text: textAt(status) ?? attributeOf(status, 'text') ?? '',
    },
    lines: [],
  };
}

function lineNumber(item: XmlElement): number | null {
  const text = attributeOf(item, 'lineNumber') ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function amountIn(text: string | null | undefined): Amount | null {
  const amount = numberInCart(text, 'unclear') ?? null;
  return amount !== null && compareAmounts(amount, '0') >= 0 ? amount : null;
}

/** The day that an instant is at its own place. */
function dayIn(text: string | null): Day | null {
  const day = /^(\d{4}-\d{2}-\d{2})/.exec(text ?? '')?.[1];
  return day !== undefined && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : null;
}
