import { type Day, isDay } from '../../../base/day.ts';
import { type Amount, compareAmounts, dividedBy, isZero } from '../../../base/money.ts';
import type { XmlElement, XmlLimits } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import { currencyIn, shownText } from '../item.ts';
import type { Notice, NoticedPortion, NoticeHead, PortionState, SentInvoice } from '../notice.ts';
import { numberInCart } from '../number-in-cart.ts';
import { readCxml, senderIn } from './envelope.ts';
import { orderNamedIn } from './order-name.ts';
import { readSentInvoice } from './read-sent-invoice.ts';

/** `not_xml`: not cXML; `other_message`: another kind of message, or one without payload ID. */
export type NoticeReading =
  | { readonly ok: true; readonly notice: Notice | SentInvoice }
  | { readonly ok: false; readonly reason: 'not_xml' | 'other_message' };

/** Five hundred lines in several portions; the sender is not authenticated at this point. */
const noticeLimits: XmlLimits = { depth: 40, nodes: 30_000, size: 1_000_000 };
/** More than a notice contains. */
const maxOrders = 20;
const lengths = { id: 255, number: 60, comment: 2000, carrier: 100 } as const;

/**
 * Reads a shop's `ConfirmationRequest`, `ShipNoticeRequest`, `StatusUpdateRequest` (PUN-10) or `InvoiceDetailRequest`
 * (PUN-17).
 */
export function readNotice(source: Uint8Array | string): NoticeReading {
  const reading = readCxml(source, noticeLimits);
  if (!reading.ok) return { ok: false, reason: 'not_xml' };
  const { root } = reading;
  const request = first(root, 'Request');
  const payloadId = attributeOf(root, 'payloadID') ?? '';
  if (payloadId === '' || payloadId.length > lengths.id) return { ok: false, reason: 'other_message' };
  const head = { payload_id: payloadId, ...sendersIn(root) };
  const invoice = first(request, 'InvoiceDetailRequest');
  if (invoice) {
    const sent = readSentInvoice(source, request, invoice, head);
    return typeof sent === 'string' ? { ok: false, reason: sent } : { ok: true, notice: sent };
  }
  const reported = reportedIn(request);
  if (reported === null || reported.orders.length > maxOrders) return { ok: false, reason: 'other_message' };
  return { ok: true, notice: { ...head, ...reported } };
}

/**
 * Sender of a message of which only the beginning has arrived; null if that does not include the header. Ignores what
 * follows the header.
 */
export function readSender(beginning: Uint8Array): Pick<NoticeHead, 'from' | 'sender'> | null {
  const signs = Buffer.from(beginning).toString('latin1');
  const root = /<((?:[\w-]+:)?cXML)[\s>]/.exec(signs)?.[1];
  const end = /<\/(?:[\w-]+:)?Header\s*>/.exec(signs);
  if (root === undefined || end === null) return null;
  const header = beginning.subarray(0, end.index + end[0].length);
  const reading = readCxml(Buffer.concat([header, Buffer.from(`</${root}>`)]), noticeLimits);
  return reading.ok ? sendersIn(reading.root) : null;
}

function sendersIn(root: XmlElement): Pick<NoticeHead, 'from' | 'sender'> {
  const from = textAt(first(root, 'Header', 'From', 'Credential'), 'Identity');
  return { from, sender: senderIn(root) };
}

type Reported = Omit<Notice, keyof NoticeHead>;

const unsaid = {
  number: null,
  noticed_on: null,
  rest: null,
  is_withdrawn: false,
  carrier: null,
  tracking_numbers: [],
  comment: null,
  status: null,
} as const;

function reportedIn(request: XmlElement | undefined): Reported | null {
  const confirmation = first(request, 'ConfirmationRequest');
  if (confirmation) return confirmationOf(confirmation);
  const shipment = first(request, 'ShipNoticeRequest');
  if (shipment) return shipmentOf(shipment);
  const update = first(request, 'StatusUpdateRequest');
  return update ? updateOf(update) : null;
}

function confirmationOf(request: XmlElement): Reported {
  const header = first(request, 'ConfirmationHeader');
  const type = attributeOf(header, 'type');
  const portions = all(request, 'ConfirmationItem').flatMap(confirmedPortions);
  return {
    ...unsaid,
    kind: 'confirmation',
    number: shortened(attributeOf(header, 'confirmID'), lengths.number),
    noticed_on: dayIn(attributeOf(header, 'noticeDate')),
    rest: type === 'reject' ? 'rejected' : type === 'accept' || type === 'except' ? 'accepted' : null,
    comment: commentOf([header]),
    orders: [{ ...orderNamedIn(request), portions }],
  };
}

/** A line may be confirmed in several portions, each with its own date and state. */
function confirmedPortions(item: XmlElement): readonly NoticedPortion[] {
  const number = lineNumber(item);
  if (number === null) return [];
  return all(item, 'ConfirmationStatus').map((status): NoticedPortion => {
    const inItem = first(status, 'ItemIn', 'ItemDetail');
    const money = first(status, 'UnitPrice', 'Money') ?? first(inItem, 'UnitPrice', 'Money');
    return {
      line_number: number,
      quantity: amountIn(attributeOf(status, 'quantity')),
      price: amountIn(money?.text),
      price_unit: basisIn(first(inItem, 'PriceBasisQuantity')),
      currency: currencyIn(attributeOf(money, 'currency')),
      // Without a delivery date, the shipping date is the earliest possible arrival.
      delivery_date: dayIn(attributeOf(status, 'deliveryDate')) ?? dayIn(attributeOf(status, 'shipmentDate')),
      state: stateOf(attributeOf(status, 'type')),
    };
  });
}

function stateOf(type: string | null): PortionState {
  if (type === 'reject') return 'rejected';
  if (type === 'backordered') return 'backordered';
  return type === 'detail' || type === 'allDetail' ? 'changed' : 'accepted';
}

/** As in carts, the factor converts the price unit to the order unit. */
function basisIn(basis: XmlElement | undefined): Amount | null {
  const quantity = amountIn(attributeOf(basis, 'quantity'));
  const factor = amountIn(attributeOf(basis, 'conversionFactor')) ?? '1';
  if (quantity === null || isZero(quantity) || isZero(factor)) return null;
  return dividedBy(quantity, factor);
}

function shipmentOf(request: XmlElement): Reported {
  const header = first(request, 'ShipNoticeHeader');
  const delivery = dayIn(attributeOf(header, 'deliveryDate'));
  const controls = all(request, 'ShipControl');
  const numbers = controls.flatMap((control) =>
    all(control, 'ShipmentIdentifier').flatMap(({ text }) => shortened(text, lengths.carrier) ?? []),
  );
  return {
    ...unsaid,
    kind: 'ship_notice',
    number: shortened(attributeOf(header, 'shipmentID'), lengths.number),
    noticed_on: dayIn(attributeOf(header, 'noticeDate')),
    // A return of goods is not a shipment to the buyer.
    is_withdrawn: attributeOf(header, 'operation') === 'delete' || attributeOf(header, 'reason') === 'return',
    carrier: shortened(carrierIn(controls), lengths.carrier),
    tracking_numbers: [...new Set(numbers)].slice(0, 10),
    comment: commentOf([header]),
    orders: all(request, 'ShipNoticePortion').map((portion) => ({
      ...orderNamedIn(portion),
      portions: all(portion, 'ShipNoticeItem').flatMap((item) => shippedPortion(item, delivery)),
    })),
  };
}

function carrierIn(controls: readonly XmlElement[]): string | null {
  const carriers = controls.flatMap((control) => all(control, 'CarrierIdentifier'));
  const named = carriers.find((each) => attributeOf(each, 'domain') === 'companyName') ?? carriers[0];
  return named?.text ?? null;
}

function shippedPortion(item: XmlElement, delivery: Day | null): readonly NoticedPortion[] {
  const number = lineNumber(item);
  if (number === null) return [];
  const quantity = amountIn(attributeOf(item, 'quantity'));
  const unpriced = { price: null, price_unit: null, currency: null };
  return [{ line_number: number, quantity, ...unpriced, delivery_date: delivery, state: 'accepted' }];
}

function updateOf(request: XmlElement): Reported {
  const status = first(request, 'Status');
  const payload = attributeOf(first(request, 'DocumentReference'), 'payloadID');
  const order = {
    order_number: attributeOf(first(request, 'OrderIDInfo'), 'orderID'),
    order_payload: payload,
  };
  return {
    ...unsaid,
    kind: 'status',
    status: {
      code: attributeOf(status, 'code') ?? '',
      text: shortened(textAt(status) || attributeOf(status, 'text'), lengths.comment) ?? '',
    },
    comment: commentOf([request]),
    orders: [{ ...order, portions: [] }],
  };
}

function commentOf(places: readonly (XmlElement | undefined)[]): string | null {
  const comments = places.flatMap((place) => all(place, 'Comments').map(({ text }) => text.trim()));
  return shortened(comments.filter((each) => each !== '').join('\n'), lengths.comment);
}

function shortened(text: string | null, length: number): string | null {
  const shown = shownText(text ?? '').slice(0, length);
  return shown === '' ? null : shown;
}

function lineNumber(item: XmlElement): number | null {
  const text = attributeOf(item, 'lineNumber') ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function amountIn(text: string | null | undefined): Amount | null {
  const amount = numberInCart(text, 'unclear') ?? null;
  return amount !== null && compareAmounts(amount, '0') >= 0 ? amount : null;
}

/** The calendar day of an instant in its own time zone. */
function dayIn(text: string | null): Day | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(text ?? '')?.[1];
  return day !== undefined && isDay(day) ? day : null;
}
