/** An order at a marketplace, as the name of its message tells it (PUN-10). */
export interface NamedOrder {
  readonly tenantId: number;
  readonly orderId: number;
}

/** The name of the message with a version of an order: the same for every attempt, so that a shop takes it once. */
export function payloadOfOrder(
  { tenantId, orderId }: NamedOrder,
  version: number,
  publicUrl: string,
): string {
  return `order.${tenantId}.${orderId}.${version}@${new URL(publicUrl).hostname}`;
}

/** The order that such a name belongs to; null where it is none of ours. */
export function orderOfPayload(payload: string): NamedOrder | null {
  const [, tenant, order] = /^order\.(\d{1,15})\.(\d{1,15})\.\d+@/.exec(payload) ?? [];
  return tenant === undefined ? null : { tenantId: Number(tenant), orderId: Number(order) };
}
