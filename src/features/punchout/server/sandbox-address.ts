/**
 * Host of addresses that lead to the built-in sandbox shop on any port; reserved, so never an internet host (RFC
 * 6761).
 */
export const sandboxHost = 'shop.sandbox.invalid';

/** The address to connect to: that of the sandbox shop's server, or the given one. */
export function reachedAt(
  address: string,
  sandboxShop: string | null | undefined,
): { readonly url: URL; readonly isSandbox: boolean } {
  const url = new URL(address);
  if (!sandboxShop || url.hostname !== sandboxHost) return { url, isSandbox: false };
  return { url: new URL(url.pathname + url.search, sandboxShop), isSandbox: true };
}
