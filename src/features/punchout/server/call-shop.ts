import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import { callPinned, NotReached, type PinnedAnswer } from '../../../platform/server/pinned-call.ts';
import { reachedAt } from './sandbox-address.ts';

/** Allowed hosts and the sandbox shop. */
export interface ReachableShops {
  readonly hosts: OutgoingHosts;
  /** Address of the built-in sandbox shop, if there is one. */
  readonly sandboxShop?: string | null;
}

/** A shop's HTTP response. */
export type ShopAnswer = PinnedAnswer;

/** Thrown when a shop gives no answer; contains neither body nor secret. */
export { NotReached as ShopSilent };

const longestAnswer = 2 * 1024 * 1024;

/** Sends a cXML message to the address set by an administrator. Throws `ShopSilent`. */
export function callShop(
  address: string,
  message: string,
  { hosts, sandboxShop }: ReachableShops,
): Promise<ShopAnswer> {
  const { url, isSandbox } = reachedAt(address, sandboxShop);
  return callPinned(url, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=UTF-8', accept: 'text/xml, application/xml' },
    body: Buffer.from(message),
    // The product started the sandbox itself.
    hosts: isSandbox ? null : hosts,
    longest: longestAnswer,
  });
}
