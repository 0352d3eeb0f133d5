import type { CartItem } from '../cart.ts';
import { element, textElement } from './element.ts';
import { type MessageHead, type Parties, requestXml } from './message.ts';
import { addressXml, itemDetailXml, itemIdXml, type PostalAddress } from './parts.ts';

export type SetupOperation = 'create' | 'edit' | 'inspect';

/** Content of a set-up request to a shop (PUN-04). */
export interface SetupRequest {
  readonly operation: SetupOperation;
  readonly buyerCookie: string;
  /** Address to which the browser returns the cart. */
  readonly returnUrl: string;
  readonly setupUrl: string;
  readonly user: { readonly email: string; readonly name: string };
  /** User group at the shop (Amazon: `UserBusinessUnit`); null uses the shop's default. */
  readonly businessUnit: string | null;
  readonly shipTo: PostalAddress | null;
  readonly currency: string;
  /** Items of the reopened cart; empty for a new one. */
  readonly items: readonly CartItem[];
  readonly isTest: boolean;
}

/** A complete `PunchOutSetupRequest` document. */
export function setupRequestXml(head: MessageHead, parties: Parties, setup: SetupRequest): string {
  const { user, items, operation } = setup;
  const extrinsics = Object.entries({
    UserEmail: user.email,
    UserFullName: user.name,
    UniqueName: user.email,
    UserBusinessUnit: setup.businessUnit,
  }).map(([name, value]) => textElement('Extrinsic', value, { name }));
  const contact = element('Contact', { role: 'endUser' }, [
    textElement('Name', user.name || user.email, { 'xml:lang': head.language }),
    textElement('Email', user.email),
  ]);
  const request = element('PunchOutSetupRequest', { operation }, [
    textElement('BuyerCookie', setup.buyerCookie),
    ...extrinsics,
    element('BrowserFormPost', {}, textElement('URL', setup.returnUrl)),
    contact,
    element('SupplierSetup', {}, textElement('URL', setup.setupUrl)),
    setup.shipTo && element('ShipTo', {}, addressXml(setup.shipTo, head.language)),
    ...(operation === 'create' ? [] : items.map((item, index) => itemOutXml(item, index, setup, head))),
  ]);
  return requestXml(head, parties, request, setup.isTest);
}

function itemOutXml(item: CartItem, index: number, setup: SetupRequest, head: MessageHead): string {
  return element('ItemOut', { quantity: item.quantity ?? '1', lineNumber: String(index + 1) }, [
    itemIdXml(item),
    itemDetailXml(item, setup.currency, head.language),
  ]);
}
