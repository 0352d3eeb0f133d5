import { xmlText } from '../../../base/xml-text.ts';
import { invoice } from './invoice-message.ts';
import type { Party, Promised, TakenOrder } from './order.ts';

export const noticeKinds = ['accept', 'change', 'ship', 'bill'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A shop's notice about an order, or its invoice. */
export interface ShopNotice {
  readonly kind: NoticeKind;
  /** The shop's number of the confirmation, shipment or invoice. */
  readonly number: string;
  readonly promised: readonly Promised[];
}

/** A sent notice and the response of the buyer's system. */
export interface Reported {
  readonly kind: NoticeKind;
  readonly number: string;
  readonly answer: string;
}

interface Head {
  readonly payloadId: string;
  readonly now: Date;
  readonly secret: string;
}

/**
 * A notice as a complete message from the shop named in the order to its buyer. Written independently of the
 * product's code, so that an error there is not mirrored here.
 */
export function noticeMessage(
  order: TakenOrder,
  notice: ShopNotice,
  { payloadId, now, secret }: Head,
): string {
  const { buyer, shop } = order;
  const requests = { accept: confirmation, change: confirmation, ship: shipment, bill: invoice };
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/${notice.kind === 'bill' ? 'InvoiceDetail' : 'Fulfill'}.dtd">
<cXML payloadID="${xmlText(payloadId)}" timestamp="${now.toISOString()}" xml:lang="de"><Header>
<From>${credential(shop)}</From><To>${credential(buyer)}</To>
<Sender>${credential(shop, `<SharedSecret>${xmlText(secret)}</SharedSecret>`)}<UserAgent>Sandbox</UserAgent></Sender></Header>
<Request>${requests[notice.kind](order, notice, now)}</Request></cXML>`;
}

function credential({ domain, identity }: Party, proof = ''): string {
  return `<Credential domain="${xmlText(domain)}"><Identity>${xmlText(identity)}</Identity>${proof}</Credential>`;
}

function confirmation(order: TakenOrder, { kind, number, promised }: ShopNotice, now: Date): string {
  const items = kind === 'accept' ? [] : promised.map(confirmedItem);
  return `<ConfirmationRequest><ConfirmationHeader type="${kind === 'accept' ? 'accept' : 'except'}" confirmID="${xmlText(number)}"
noticeDate="${now.toISOString()}"/>${reference(order)}${items.join('')}</ConfirmationRequest>`;
}

function confirmedItem({ line, quantity, day }: Promised): string {
  const missing = Number(line.quantity) - quantity;
  const unit = `<UnitOfMeasure>${xmlText(line.unit)}</UnitOfMeasure>`;
  const status = (type: string, count: number, when: string) =>
    `<ConfirmationStatus type="${type}" quantity="${count}"${when}>${unit}</ConfirmationStatus>`;
  const isAsOrdered = missing === 0 && (day === '' || day === line.wantedOn);
  const brought = status(
    isAsOrdered ? 'accept' : 'detail',
    quantity,
    day === '' ? '' : ` deliveryDate="${at(day)}"`,
  );
  const rejected = missing > 0 ? status('reject', missing, '') : '';
  return `<ConfirmationItem lineNumber="${xmlText(line.lineNumber)}" quantity="${xmlText(line.quantity)}">${unit}${
    quantity > 0 ? brought : ''
  }${rejected}</ConfirmationItem>`;
}

function shipment(order: TakenOrder, { number, promised }: ShopNotice, now: Date): string {
  const sent = promised.filter(({ quantity }) => quantity > 0);
  const last =
    sent
      .map(({ day }) => day)
      .toSorted()
      .at(-1) ?? '';
  const items = sent.map(
    ({ line, quantity }) =>
      `<ShipNoticeItem lineNumber="${xmlText(line.lineNumber)}" quantity="${quantity}"><UnitOfMeasure>${xmlText(line.unit)}</UnitOfMeasure></ShipNoticeItem>`,
  );
  return `<ShipNoticeRequest><ShipNoticeHeader shipmentID="${xmlText(number)}" noticeDate="${now.toISOString()}"
shipmentDate="${now.toISOString()}"${last === '' ? '' : ` deliveryDate="${at(last)}"`}/>
<ShipControl><CarrierIdentifier domain="companyName">Sandbox-Paketdienst</CarrierIdentifier>
<ShipmentIdentifier>${xmlText(number.replace(/\D/g, '').padStart(12, '0'))}</ShipmentIdentifier></ShipControl>
<ShipNoticePortion>${reference(order)}${items.join('')}</ShipNoticePortion></ShipNoticeRequest>`;
}

function reference({ number, payloadId }: TakenOrder): string {
  return `<OrderReference orderID="${xmlText(number)}"><DocumentReference payloadID="${xmlText(payloadId)}"/></OrderReference>`;
}

/** A day as an instant, as cXML requires. */
function at(day: string): string {
  return `${day}T12:00:00+00:00`;
}
