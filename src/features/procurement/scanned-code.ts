import { type Gtin, gtinOf, scannedGtin } from '../../base/gtin.ts';
import { plainLine } from '../../base/plain-line.ts';
import { formatDocumentNumber } from '../../document/number.ts';

/** What a scanned or typed code means; only `order` and `order_number` lead to another page (MOB-05). */
export type ScannedCode =
  /** The code of a printed order. */
  | { readonly kind: 'order'; readonly procurementId: number }
  /** The printed number of an order. */
  | { readonly kind: 'order_number'; readonly number: string }
  /** The code of an article: its GTIN, else a number of ours or the supplier's. */
  | { readonly kind: 'article'; readonly gtin: Gtin | null; readonly text: string }
  /** An address that is not opened. */
  | { readonly kind: 'foreign'; readonly host: string }
  | { readonly kind: 'nothing' };

/** An item number has at most 60 characters; a code of GS1 has more fields. */
const longestShown = 80;

/**
 * Reads a scanned or typed code. An address counts only if it leads to an order on this host; the codes of goods often
 * hold the address of their maker.
 *
 * @param host the host of the page; the tenant's name may come before the host of printed addresses (AUTH-03)
 */
export function scannedCode(scanned: string, host: string): ScannedCode {
  const text = plainLine(scanned).slice(0, longestShown);
  if (text === '') return { kind: 'nothing' };
  const gtin = scannedGtin(scanned.trim());
  if (/^https?:/i.test(text)) return ofAddress(scanned, host, gtin);
  const [, digits] = /^PO-?(\d{1,9})$/i.exec(text) ?? [];
  if (digits !== undefined) return orderNumber(digits);
  return { kind: 'article', gtin, text };
}

/** The number of an order in bare digits, as people type it; null for an article. */
export function typedOrderNumber({ gtin, text }: { readonly gtin: Gtin | null; readonly text: string }) {
  return gtin === null && /^\d{1,9}$/.test(text) ? orderNumber(text) : null;
}

function orderNumber(digits: string): Extract<ScannedCode, { kind: 'order_number' }> {
  return { kind: 'order_number', number: formatDocumentNumber('PO', Number(digits)) };
}

function ofAddress(scanned: string, host: string, gtin: Gtin | null): ScannedCode {
  if (!URL.canParse(scanned.trim())) return { kind: 'nothing' };
  const address = new URL(scanned.trim());
  const isOwn = host === address.host || host.endsWith(`.${address.host}`);
  const id = Number(/^\/receive\/(\d{1,16})$/.exec(address.pathname)?.[1]);
  if (isOwn && Number.isSafeInteger(id) && id > 0) return { kind: 'order', procurementId: id };
  if (gtin !== null) return { kind: 'article', gtin, text: gtin };
  return { kind: 'foreign', host: address.host.slice(0, longestShown) };
}

/** The numbers by which an article on an order is known. */
export interface CodedLine {
  readonly item_number: string | null;
  readonly product?: { readonly item_number: string | null; readonly gtin: string | null } | null;
}

/** Whether the code is on this line: its GTIN, the supplier's number, or ours. */
export function isOnLine(
  { gtin, text }: Extract<ScannedCode, { kind: 'article' }>,
  { item_number, product }: CodedLine,
): boolean {
  const numbers = [item_number, product?.item_number].flatMap((number) => number?.trim() || []);
  const isNamed = numbers.some((number) => number.toLowerCase() === text.toLowerCase());
  // Many suppliers use the GTIN as their number.
  const gtins = [product?.gtin, ...numbers].flatMap((number) => gtinOf(number ?? '') ?? []);
  return isNamed || (gtin !== null && gtins.includes(gtin));
}
