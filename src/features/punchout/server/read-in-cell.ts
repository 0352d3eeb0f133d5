import { createHash } from 'node:crypto';
import { pendingItems } from '../pending.ts';
import { readReturn } from '../returned.ts';
import { maskedText, maskedXml } from './masked.ts';
import { jsonb, type ReadReturn, type ReadTask } from './read-return.ts';

/** Reads a shop's return, in the reading cell. */
export default function read({ language, token, ...returned }: ReadTask): ReadReturn {
  const reading = readReturn(returned, language);
  const key = new Uint8Array(createHash('sha256').update(returned.body).digest());
  const shown = shownBody(returned.body, token);
  if (!reading.ok) return { reading, key, shown };
  const { items, ...cart } = reading.cart;
  const pending = jsonb(pendingItems(items));
  return { reading: { ok: true, ...cart, count: items.length, pending }, key, shown };
}

/** The body in readable form for the log, forms unescaped. */
function shownBody(body: Uint8Array, token: string): string {
  const text = new TextDecoder().decode(body.subarray(0, 200_000));
  const unescaped = text.replaceAll('+', ' ').replace(/%[0-9a-f]{2}(%[0-9a-f]{2})*/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return maskedText(maskedXml(unescaped), [token]);
}
