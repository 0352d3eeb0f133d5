import type { CxmlStatus } from './cxml/read-answer.ts';

/** Outcome of sending an order to a shop. */
export type Placed =
  | { readonly state: 'sent' }
  | { readonly state: 'failed' | 'uncertain'; readonly reason: string };

/** The only server-side statuses meaning that the order was not forwarded. */
const notForwarded = ['550', '551', '560'];

/**
 * Outcome of an order by the shop's answer (PUN-10): accepted or certainly not accepted. After a server error the
 * shop may still have accepted it.
 */
export function placedOf({ code, text }: CxmlStatus): Placed {
  if (/^2\d\d$/.test(code)) return { state: 'sent' };
  const isRefused = /^4\d\d$/.test(code) || notForwarded.includes(code);
  return { state: isRefused ? 'failed' : 'uncertain', reason: `${code} ${text}`.trim() };
}

/**
 * HTTP statuses for requests without effect (RFC 9110, section 15.5): access refused, unknown address, or document
 * not accepted.
 */
const notApplied = [401, 403, 404, 405, 407, 410, 411, 413, 414, 415, 417, 421, 426, 431];

/** Outcome of an order whose answer is not cXML: from a proxy, or from a broken shop. */
export function placedByHttp(status: number): Placed {
  return { state: notApplied.includes(status) ? 'failed' : 'uncertain', reason: String(status) };
}
