/**
 * The host of addresses that lead to the shop inside the product, wherever that one listens after a start; no host of the
 * internet is called so (RFC 6761).
 */
export const sandboxHost = 'shop.sandbox.invalid';

/** Where an address is reached: that of the shop inside the product at its own server, all others as they stand. */
export function reachedAt(
  address: string,
  sandboxShop: string | null | undefined,
): { readonly url: URL; readonly isSandbox: boolean } {
  const url = new URL(address);
  if (!sandboxShop || url.hostname !== sandboxHost) return { url, isSandbox: false };
  return { url: new URL(url.pathname + url.search, sandboxShop), isSandbox: true };
}
