import type { CxmlStatus } from './cxml/read-answer.ts';

/** What became of an order that was handed to a shop. */
export type Placed =
  | { readonly state: 'sent' }
  | { readonly state: 'failed' | 'uncertain'; readonly reason: string };

/** Of all that went wrong on the side of the shop, these alone say that the order has reached nobody. */
const notForwarded = ['550', '551', '560'];

/**
 * What a shop means by its answer to an order (PUN-10): it has taken it, or it says for certain that it has not. A shop
 * that broke down over the order may have taken it all the same.
 */
export function placedOf({ code, text }: CxmlStatus): Placed {
  if (/^2\d\d$/.test(code)) return { state: 'sent' };
  const isRefused = /^4\d\d$/.test(code) || notForwarded.includes(code);
  return { state: isRefused ? 'failed' : 'uncertain', reason: `${code} ${text}`.trim() };
}

/**
 * The statuses of HTTP by which a server says that it has not acted on a request (RFC 9110, section 15.5): it did not let us
 * in, knows no such address, or did not take the document.
 */
const notApplied = [401, 403, 404, 405, 407, 410, 411, 413, 414, 415, 417, 421, 426, 431];

/** What an answer to an order means that is none of cXML: something stands before the shop, or it broke down. */
export function placedByHttp(status: number): Placed {
  return { state: notApplied.includes(status) ? 'failed' : 'uncertain', reason: String(status) };
}
