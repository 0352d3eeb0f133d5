import { describe, expect, test } from 'vitest';
import { all, attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import type { CartItem } from '../cart.ts';
import { readCxml } from './envelope.ts';
import { type SetupRequest, setupRequestXml } from './setup-request.ts';

const parties = {
  from: { domain: 'NetworkId', identity: 'kontor & "Söhne"' },
  to: { domain: 'DUNS', identity: 'Amazon' },
  secret: 's3cr3t <&>',
};
const head = { payloadId: '1.2@kontor.example', timestamp: '2026-11-26T08:15:00+01:00', language: 'de' };
const item: CartItem = {
  ...{ kind: 'item', description: 'Stuhl', long_text: null, item_number: 'B00', auxiliary_id: ' 27, 1 ' },
  ...{ buyer_number: null, manufacturer: null, manufacturer_number: null, quantity: '3', unit: 'EA' },
  ...{
    price: '12.34',
    price_unit: '100',
    currency: 'EUR',
    tax: '19',
    lead_time_days: 3,
    vendor_number: null,
  },
  ...{ classes: [], quote_number: null, quote_item: null, image_url: null, webshop_url: null, problems: [] },
};
const setup: SetupRequest = {
  operation: 'create',
  buyerCookie: 'c00kie',
  returnUrl: 'https://kontor.example/api/punchin/return/x?a=1&b=2',
  setupUrl: 'https://shop.example/cxml',
  user: { email: 'ina@example.com', name: 'Ina Berg' },
  businessUnit: null,
  shipTo: null,
  currency: 'EUR',
  items: [item],
  isTest: false,
};

function written(change: Partial<SetupRequest> = {}) {
  const reading = readCxml(setupRequestXml(head, parties, { ...setup, ...change }));
  if (!reading.ok) throw new Error(reading.reason);
  const { root } = reading;
  return { root, request: first(root, 'Request', 'PunchOutSetupRequest') };
}

describe('PUN-04 a PunchOutSetupRequest', () => {
  test('From, To and Sender come from identity and secret, and only Sender contains the secret', () => {
    const { root } = written();
    const reported = (name: string) => {
      const credential = first(root, 'Header', name, 'Credential');
      return [
        attributeOf(credential, 'domain'),
        textAt(credential, 'Identity'),
        textAt(credential, 'SharedSecret'),
      ];
    };
    expect(reported('From')).toEqual(['NetworkId', 'kontor & "Söhne"', null]);
    expect(reported('To')).toEqual(['DUNS', 'Amazon', null]);
    expect(reported('Sender')).toEqual(['NetworkId', 'kontor & "Söhne"', 's3cr3t <&>']);
  });

  test('contains the cookie, the return address, and e-mail and name of the user', () => {
    const { request } = written();
    expect(textAt(request, 'BuyerCookie')).toBe('c00kie');
    expect(textAt(request, 'BrowserFormPost', 'URL')).toBe(setup.returnUrl);
    expect(textAt(request, 'SupplierSetup', 'URL')).toBe(setup.setupUrl);
    const extrinsics = all(request, 'Extrinsic').map((each) => [attributeOf(each, 'name'), each.text]);
    expect(extrinsics).toEqual([
      ['UserEmail', 'ina@example.com'],
      ['UserFullName', 'Ina Berg'],
      ['UniqueName', 'ina@example.com'],
    ]);
    const contact = first(request, 'Contact');
    expect([textAt(contact, 'Name'), textAt(contact, 'Email')]).toEqual(['Ina Berg', 'ina@example.com']);
  });

  test.each([
    ['create', []],
    ['edit', [['3', 'B00', ' 27, 1 ']]],
  ] as const)("operation %s, with the cart's items when it is reopened", (operation, items) => {
    const { request } = written({ operation });
    expect(attributeOf(request, 'operation')).toBe(operation);
    const sent = all(request, 'ItemOut').map((each) => [
      attributeOf(each, 'quantity'),
      textAt(each, 'ItemID', 'SupplierPartID'),
      first(each, 'ItemID', 'SupplierPartAuxiliaryID')?.text,
    ]);
    expect(sent).toEqual(items);
  });
});
