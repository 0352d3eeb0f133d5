import { randomUUID } from 'node:crypto';
import { xmlText } from '../../../base/xml-text.ts';
import { all, attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import { type ChanceOfFaults, Faults, type PlannedFault } from '../../../platform/sandbox/faults.ts';
import {
  answerByRoutes,
  openSandboxServer,
  type SandboxAnswer,
  type SandboxRequest,
  type SandboxServer,
} from '../../../platform/sandbox/http.ts';
import { readCxml, senderIn } from '../cxml/envelope.ts';
import { responseXml } from '../cxml/message.ts';
import { faultyIdentities, shopIdentity, shopSecret } from './access.ts';
import { deskRoutes, type NotifyBuyer } from './desk.ts';
import { hookForm } from './hook-form.ts';
import { orderIn, type TakenOrder } from './order.ts';
import { basketPage } from './pages.ts';
import type { ShopVisit } from './shop-visit.ts';

export interface ShopSandboxParts {
  readonly port?: number;
  readonly faults?: readonly PlannedFault[];
  readonly chance?: ChanceOfFaults;
  /** Sends notices to a buyer's system; without it none are sent. */
  readonly notifyBuyer?: NotifyBuyer;
}

export interface ShopSandbox extends Pick<SandboxServer, 'url' | 'requests' | 'close'> {
  readonly faults: Faults;
  readonly visits: ReadonlyMap<string, ShopVisit>;
  readonly orders: readonly TakenOrder[];
  readonly cxmlUrl: string;
  readonly ociUrl: string;
  readonly orderUrl: string;
}

/**
 * Simulates a shop that speaks cXML and OCI (PUN-04 to PUN-06, PUN-10): set-up, product page with basket, return,
 * orders (each accepted once), and a desk to confirm them. Uses any free port by default.
 */
export async function startShopSandbox(parts: ShopSandboxParts = {}): Promise<ShopSandbox> {
  const faults = new Faults(parts.faults, parts.chance ?? null);
  const visits = new Map<string, ShopVisit>();
  const orders: TakenOrder[] = [];
  let origin = '';
  const enter = (visit: ShopVisit): string => {
    const id = randomUUID();
    visits.set(id, visit);
    return `${origin}/shop/${id}`;
  };
  const answer = answerByRoutes([
    ...deskRoutes(orders, parts.notifyBuyer),
    { method: 'POST', path: '/cxml/setup', answer: (request) => setUp(request, enter) },
    { method: 'POST', path: '/cxml/order', answer: (request) => takeOrder(request, orders) },
    ...(['GET', 'POST'] as const).map((method) => ({
      method,
      path: '/oci',
      answer: (request: SandboxRequest) => enterByOci(request, enter),
    })),
    {
      method: 'GET',
      path: '/shop/:visit',
      answer: (_, { visit: id = '' }) => {
        const visit = visits.get(id);
        return visit ? page(basketPage(visit, `/shop/${id}/checkout`)) : { status: 404 };
      },
    },
    {
      method: 'POST',
      path: '/shop/:visit/checkout',
      answer: ({ body }, { visit: id = '' }) => {
        const visit = visits.get(id);
        if (!visit) return { status: 404 };
        const form = new URLSearchParams(body.toString('utf8'));
        for (const [number, quantity] of form) visit.quantities[number] = Number(quantity) || 0;
        return page(hookForm(visit, form.has('empty')));
      },
    },
  ]);
  const server = await openSandboxServer({ ...(parts.port && { port: parts.port }), faults, answer });
  origin = server.url;
  return {
    url: server.url,
    requests: server.requests,
    close: () => server.close(),
    faults,
    visits,
    orders,
    cxmlUrl: `${origin}/cxml/setup`,
    ociUrl: `${origin}/oci`,
    orderUrl: `${origin}/cxml/order`,
  };
}

function page(body: string): SandboxAnswer {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function cxml(code: string, text: string, inner = ''): SandboxAnswer {
  const head = { payloadId: randomUUID(), timestamp: new Date().toISOString(), language: 'en' };
  const answer = responseXml(head, { code, text });
  const body = answer.replace('</Response>', () => `${inner}</Response>`);
  return { status: 200, headers: { 'content-type': 'text/xml; charset=UTF-8' }, body };
}

/** The error for an unknown sender, or undefined. */
function refusalOf(sender: ReturnType<typeof senderIn>): SandboxAnswer | undefined {
  if (sender?.identity === faultyIdentities.broken)
    return { status: 500, body: '<html>Internal error</html>' };
  if (sender?.identity === faultyIdentities.redirecting) {
    return { status: 302, headers: { location: 'http://127.0.0.1:1/' } };
  }
  if (sender?.identity === faultyIdentities.domain_not_enabled) {
    return cxml('400', 'The domain kontor.example is not enabled for this account');
  }
  if (sender?.identity === faultyIdentities.no_start_url) return cxml('200', 'OK');
  const isKnown = sender?.identity === shopIdentity && sender.secret === shopSecret;
  return isKnown ? undefined : cxml('401', 'Unauthorized');
}

function setUp({ body }: SandboxRequest, enter: (visit: ShopVisit) => string): SandboxAnswer {
  const reading = readCxml(body);
  if (!reading.ok) return cxml('400', 'Bad Request');
  const refusal = refusalOf(senderIn(reading.root));
  if (refusal) return refusal;
  const request = first(reading.root, 'Request', 'PunchOutSetupRequest');
  const hookUrl = textAt(request, 'BrowserFormPost', 'URL');
  if (!request || !hookUrl) return cxml('400', 'Bad Request');
  const quantities = Object.fromEntries(
    all(request, 'ItemOut').map((item) => [
      textAt(item, 'ItemID', 'SupplierPartID') ?? '',
      Number(attributeOf(item, 'quantity')),
    ]),
  );
  const cookie = textAt(request, 'BuyerCookie') ?? '';
  const operation = attributeOf(request, 'operation') ?? 'create';
  const address = enter({ protocol: 'cxml', hookUrl, cookie, operation, quantities });
  const start = `<PunchOutSetupResponse><StartPage><URL>${xmlText(address)}</URL></StartPage></PunchOutSetupResponse>`;
  return cxml('200', 'OK', start);
}

function enterByOci(request: SandboxRequest, enter: (visit: ShopVisit) => string): SandboxAnswer {
  const form = request.method === 'POST' ? new URLSearchParams(request.body.toString('utf8')) : request.query;
  if (form.get('USERNAME') !== shopIdentity || form.get('PASSWORD') !== shopSecret) {
    return { status: 401, headers: { 'content-type': 'text/html' }, body: '<h1>Login failed</h1>' };
  }
  const hookUrl = form.get('HOOK_URL') ?? '';
  const location = enter({ protocol: 'oci', hookUrl, cookie: '', operation: 'create', quantities: {} });
  return { status: 303, headers: { location } };
}

/** Accepts an order once: a repeated message gets the same answer. */
function takeOrder({ body }: SandboxRequest, orders: TakenOrder[]): SandboxAnswer {
  const reading = readCxml(body);
  if (!reading.ok) return cxml('400', 'Bad Request');
  const refusal = refusalOf(senderIn(reading.root));
  if (refusal) return refusal;
  const order = orderIn(reading.root);
  if (!order) return cxml('400', 'Bad Request');
  if (!orders.some(({ payloadId }) => payloadId === order.payloadId)) orders.push(order);
  return cxml('200', 'OK');
}
