import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { shopIdentity, shopSecret } from '../../src/features/punchout/sandbox/access.ts';
import type { Document } from '../procurement/requests.ts';
import type { DemoWeb } from '../support/demo-web.ts';

/** Claimed sender of a message. */
export interface Sender {
  readonly payload?: string;
  readonly secret?: string;
  readonly identity?: string;
  readonly from?: string;
}

export function message(request: string, sender: Sender = {}): string {
  const { payload = randomUUID(), secret = shopSecret, identity = 'Sandbox', from = identity } = sender;
  const credential = (name: string, inside = '') =>
    `<Credential domain="NetworkId"><Identity>${name}</Identity>${inside}</Credential>`;
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.071/Fulfill.dtd">
<cXML payloadID="${payload}" timestamp="2026-01-01T00:00:00Z"><Header><From>${credential(from)}</From><To>${credential(shopIdentity)}</To>
<Sender>${credential(identity, `<SharedSecret>${secret}</SharedSecret>`)}<UserAgent>Shop</UserAgent></Sender></Header>
<Request>${request}</Request></cXML>`;
}

export const reference = (number: string | null, payload = 'unknown') =>
  `<OrderReference${number === null ? '' : ` orderID="${number}"`}><DocumentReference payloadID="${payload}"/></OrderReference>`;
export const status = (attributes: string, price?: string) =>
  `<ConfirmationStatus ${attributes}><UnitOfMeasure>EA</UnitOfMeasure>${
    price === undefined ? '' : `<UnitPrice><Money currency="EUR">${price}</Money></UnitPrice>`
  }</ConfirmationStatus>`;
export const item = (line: number, ...statuses: string[]) =>
  `<ConfirmationItem quantity="10" lineNumber="${line}"><UnitOfMeasure>EA</UnitOfMeasure>${statuses.join('')}</ConfirmationItem>`;
export const confirmation = (
  document: Pick<Document, 'order_number_formatted'>,
  type: string,
  ...items: string[]
) =>
  `<ConfirmationRequest><ConfirmationHeader type="${type}" confirmID="AB-77" noticeDate="2026-11-26T08:00:00+01:00"/>${reference(
    document.order_number_formatted,
  )}${items.join('')}</ConfirmationRequest>`;

/** Marketplace and content type. */
export interface Where {
  readonly tenant: number;
  readonly place: number;
  readonly type?: string;
}

/** Posts a message to the notice address; returns the status sent to the shop. */
export async function notifyShop(
  demo: DemoWeb,
  text: string,
  { tenant, place, type = 'text/xml; charset=utf-8' }: Where,
): Promise<string> {
  const url = `/api/punchin/notice/${tenant}/${place}`;
  const answer = await demo.send({ method: 'POST', url, payload: text, headers: { 'content-type': type } });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
  return /<Status code="(\d+)"/.exec(String(answer.body))?.[1] ?? '';
}
