import { randomUUID } from 'node:crypto';
import { attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import type { Route } from '../../../platform/sandbox/http.ts';
import { readCxml } from '../cxml/envelope.ts';
import { shopSecret } from './access.ts';
import { deskPage } from './desk-page.ts';
import { type NoticeKind, noticeKinds, noticeMessage, type Reported } from './notice-message.ts';
import type { Promised, TakenOrder } from './order.ts';

/**
 * Sends a message about an order to the system that sent it, and returns the response. The address is fixed when the
 * sandbox starts, so that no page of the shop can send elsewhere.
 */
export type NotifyBuyer = (order: TakenOrder, message: string) => Promise<string>;

const prefixes = { accept: 'AB', change: 'AB', ship: 'LS', bill: 'RE' } as const satisfies Readonly<
  Record<NoticeKind, string>
>;

/** The shop's desk: received orders, with buttons to answer them; read-only without `notifyBuyer`. */
export function deskRoutes(orders: readonly TakenOrder[], notifyBuyer?: NotifyBuyer): readonly Route[] {
  const reported = new Map<string, readonly Reported[]>();
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const desk: Route = {
    method: 'GET',
    path: '/',
    answer: () => ({ status: 200, headers, body: deskPage(orders, reported, notifyBuyer !== undefined) }),
  };
  return notifyBuyer ? [desk, answerRoute(orders, reported, notifyBuyer)] : [desk];
}

function answerRoute(
  orders: readonly TakenOrder[],
  reported: Map<string, readonly Reported[]>,
  notifyBuyer: NotifyBuyer,
): Route {
  let count = 1000;
  return {
    method: 'POST',
    path: '/desk/:order',
    answer: async ({ body }, { order: id }) => {
      const order = orders.find((each) => each.id === id);
      const form = new URLSearchParams(body.toString('utf8'));
      const kind = noticeKinds.find((each) => each === form.get('kind'));
      if (!order || !kind) return { status: 404 };
      count += 1;
      const number = `${prefixes[kind]}-${count}`;
      const head = { payloadId: `${randomUUID()}@sandbox`, now: new Date(), secret: shopSecret };
      const message = noticeMessage(order, { kind, number, promised: promisedIn(order, form) }, head);
      const answer = await notifyBuyer(order, message).then(statusIn, (error) => `Nicht erreicht: ${error}`);
      reported.set(order.id, [...(reported.get(order.id) ?? []), { kind, number, answer }]);
      return { status: 303, headers: { location: `/#order-${order.id}` } };
    },
  };
}

function promisedIn(order: TakenOrder, form: URLSearchParams): readonly Promised[] {
  return order.lines.map((line, place): Promised => {
    const quantity = Number(form.get(`quantity-${place}`) ?? line.quantity);
    const day = form.get(`day-${place}`) ?? '';
    const isCount = Number.isFinite(quantity) && quantity >= 0;
    return { line, quantity: isCount ? quantity : 0, day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '' };
  });
}

function statusIn(answer: string): string {
  const reading = readCxml(answer);
  const status = reading.ok ? first(reading.root, 'Response', 'Status') : undefined;
  if (!status) return 'Die Antwort ist kein cXML.';
  return [attributeOf(status, 'code'), attributeOf(status, 'text'), textAt(status)].filter(Boolean).join(' ');
}
