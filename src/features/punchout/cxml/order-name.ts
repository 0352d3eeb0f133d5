import type { XmlElement } from '../../../base/xml-reading.ts';
import { attributeOf, first } from '../../../base/xml-tree.ts';
import type { OrderName } from '../notice.ts';

/** The order that a part of a message names. */
export function orderNamedIn(place: XmlElement | undefined): OrderName {
  const reference = first(place, 'OrderReference');
  return {
    order_number: attributeOf(reference, 'orderID') ?? attributeOf(first(place, 'OrderIDInfo'), 'orderID'),
    order_payload: attributeOf(first(reference, 'DocumentReference'), 'payloadID'),
  };
}
