import type { Day } from '../../../base/day.ts';
import { type Amount, dividedBy, round, sum, times } from '../../../base/money.ts';
import type { CartItem } from '../cart.ts';
import { element, textElement } from './element.ts';
import { type MessageHead, type Parties, requestXml } from './message.ts';
import { addressXml, itemDetailXml, itemIdXml, moneyXml, type PostalAddress } from './parts.ts';

/** An order line: the item as the shop sent it, with the ordered quantity. */
export interface OrderedItem {
  readonly line_number: number;
  readonly item: CartItem;
  readonly delivery_date: Day | null;
  readonly cost_center: string | null;
  readonly ledger_account: string | null;
}

/** An order at a marketplace (PUN-10). */
export interface MarketplaceOrder {
  readonly order_number: string;
  readonly ordered_at: string;
  readonly version: number;
  /** `delete` cancels the order. */
  readonly type: 'new' | 'update' | 'delete';
  /** Payload ID of the order that an update or deletion refers to. */
  readonly earlier_payload: string | null;
  /** Cookies of the carts that the lines came from. */
  readonly cart_cookies: readonly string[];
  readonly currency: string;
  readonly ship_to: PostalAddress;
  readonly bill_to: PostalAddress;
  readonly contact: { readonly name: string; readonly email: string };
  readonly comment: string | null;
  readonly items: readonly OrderedItem[];
  readonly isTest: boolean;
}

/** A complete `OrderRequest` document. */
export function orderRequestXml(head: MessageHead, parties: Parties, order: MarketplaceOrder): string {
  const { language } = head;
  const goods = order.items.filter(({ item }) => item.kind === 'item');
  const freight = order.items.filter(({ item }) => item.kind === 'freight');
  const shipping = freight.length === 0 ? null : sum(freight.map(netOf));
  const attributes = {
    orderID: order.order_number,
    orderDate: order.ordered_at,
    type: order.type,
    orderVersion: String(order.version),
  };
  const header = element('OrderRequestHeader', attributes, [
    element('Total', {}, moneyXml(round(sum(goods.map(netOf)), 2), order.currency)),
    element('ShipTo', {}, addressXml(order.ship_to, language)),
    element('BillTo', {}, addressXml(order.bill_to, language)),
    shipping &&
      element('Shipping', {}, [
        moneyXml(round(shipping, 2), order.currency),
        element('Description', { 'xml:lang': language }, 'Shipping'),
      ]),
    element('Contact', { role: 'endUser' }, [
      textElement('Name', order.contact.name || order.contact.email, { 'xml:lang': language }),
      textElement('Email', order.contact.email),
    ]),
    textElement('Comments', order.comment, { 'xml:lang': language }),
    order.type === 'new' ? null : element('DocumentReference', { payloadID: order.earlier_payload ?? '' }),
    ...order.cart_cookies.map((name) => textElement('Extrinsic', name, { name: 'BuyerCookie' })),
  ]);
  const request = element('OrderRequest', {}, [
    header,
    ...goods.map((each) => itemOutXml(each, order, language)),
  ]);
  return requestXml(head, parties, request, order.isTest);
}

function netOf({ item }: OrderedItem): Amount {
  return round(dividedBy(times(item.quantity ?? '0', item.price ?? '0'), item.price_unit), 2);
}

function itemOutXml(ordered: OrderedItem, order: MarketplaceOrder, language: string): string {
  const { item } = ordered;
  const attributes = {
    quantity: item.quantity ?? '0',
    lineNumber: String(ordered.line_number),
    requestedDeliveryDate: ordered.delivery_date,
  };
  return element('ItemOut', attributes, [
    itemIdXml(item),
    itemDetailXml(item, order.currency, language),
    distributionXml(ordered, order, language),
  ]);
}

/** The account assignment of a line, for shops that print it on their invoice. */
function distributionXml(ordered: OrderedItem, order: MarketplaceOrder, language: string): string | null {
  const segments = Object.entries({
    'Cost Center': ordered.cost_center,
    'G/L Account': ordered.ledger_account,
  });
  const reported = segments.flatMap(([name, id]) => (id === null ? [] : [segmentXml(name, id, language)]));
  if (reported.length === 0) return null;
  return element('Distribution', {}, [
    element('Accounting', { name: 'Buyer' }, reported),
    element('Charge', {}, moneyXml(netOf(ordered), order.currency)),
  ]);
}

function segmentXml(name: string, id: string, language: string): string {
  return element('AccountingSegment', { id }, [
    textElement('Name', name, { 'xml:lang': language }),
    textElement('Description', id, { 'xml:lang': language }),
  ]);
}
