import { randomUUID } from 'node:crypto';
import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt } from '../../../base/xml-tree.ts';

/** A credential from a message header. */
export interface Party {
  readonly domain: string;
  readonly identity: string;
}

/** An order line as stored by the shop. */
export interface TakenLine {
  readonly lineNumber: string;
  readonly item: string;
  readonly auxiliary: string;
  readonly name: string;
  readonly quantity: string;
  readonly unit: string;
  /** As `YYYY-MM-DD`; empty without a requested day. */
  readonly wantedOn: string;
}

/** Quantity and day that the shop promises for a line; the day may be empty. */
export interface Promised {
  readonly line: TakenLine;
  readonly quantity: number;
  readonly day: string;
}

/** An accepted order. */
export interface TakenOrder {
  /** Internal to the shop. */
  readonly id: string;
  readonly payloadId: string;
  readonly number: string;
  readonly type: string;
  readonly buyer: Party;
  /** The company of the buyer. */
  readonly company: string;
  readonly shop: Party;
  readonly cookies: readonly string[];
  readonly lines: readonly TakenLine[];
}

/** Reads the order of a message, or null. */
export function orderIn(root: XmlElement): TakenOrder | null {
  const request = first(root, 'Request', 'OrderRequest');
  const header = first(request, 'OrderRequestHeader');
  if (!request || !header) return null;
  return {
    id: randomUUID(),
    payloadId: attributeOf(root, 'payloadID') ?? '',
    number: attributeOf(header, 'orderID') ?? '',
    type: attributeOf(header, 'type') ?? 'new',
    buyer: partyIn(root, 'From'),
    company: textAt(header, 'ShipTo', 'Address', 'Name') ?? '',
    shop: partyIn(root, 'To'),
    cookies: all(header, 'Extrinsic').map(({ text }) => text),
    lines: all(request, 'ItemOut').map((item) => ({
      lineNumber: attributeOf(item, 'lineNumber') ?? '',
      item: first(item, 'ItemID', 'SupplierPartID')?.text ?? '',
      auxiliary: first(item, 'ItemID', 'SupplierPartAuxiliaryID')?.text ?? '',
      name:
        textAt(item, 'ItemDetail', 'Description', 'ShortName') ??
        textAt(item, 'ItemDetail', 'Description') ??
        '',
      quantity: attributeOf(item, 'quantity') ?? '',
      unit: textAt(item, 'ItemDetail', 'UnitOfMeasure') ?? 'EA',
      wantedOn: (attributeOf(item, 'requestedDeliveryDate') ?? '').slice(0, 10),
    })),
  };
}

function partyIn(root: XmlElement, role: 'From' | 'To'): Party {
  const credential = first(root, 'Header', role, 'Credential');
  return { domain: attributeOf(credential, 'domain') ?? '', identity: textAt(credential, 'Identity') ?? '' };
}
