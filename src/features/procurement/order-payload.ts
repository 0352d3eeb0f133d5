/** The marketplace order that a payload id names (PUN-10). */
export interface NamedOrder {
  readonly tenantId: number;
  readonly orderId: number;
}

/** The payload id of an order version: the same for every attempt, so that a shop accepts it once. */
export function payloadOfOrder(
  { tenantId, orderId }: NamedOrder,
  version: number,
  publicUrl: string,
): string {
  return `order.${tenantId}.${orderId}.${version}@${new URL(publicUrl).hostname}`;
}

/** The order of a payload id; null if it is not ours. */
export function orderOfPayload(payload: string): NamedOrder | null {
  const [, tenant, order] = /^order\.(\d{1,15})\.(\d{1,15})\.\d+@/.exec(payload) ?? [];
  return tenant === undefined ? null : { tenantId: Number(tenant), orderId: Number(order) };
}
