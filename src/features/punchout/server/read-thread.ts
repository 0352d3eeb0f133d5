import { createHash } from 'node:crypto';
import { movedAnswer } from '../../../platform/server/threads/threads.ts';
import type { CartFailure, ReturnedCart } from '../cart.ts';
import { pendingItems } from '../pending.ts';
import { type ReturnedBody, readReturn } from '../returned.ts';
import { maskedText, maskedXml } from './masked.ts';

/** What is to be read, and in which language descriptions are looked for. */
export interface ReadTask extends ReturnedBody {
  readonly language: string;
  /** The token of the visit, which the log does not tell. */
  readonly token: string;
}

/** A return as it is kept. Its items are bytes already: whoever writes them down never takes them into the hand. */
export interface ReadReturn {
  readonly reading: ReadCart | { readonly ok: false; readonly reason: CartFailure };
  /** SHA-256 of what was sent. */
  readonly key: Uint8Array;
  /** What was sent, for the log. */
  readonly shown: string;
}

export interface ReadCart extends Omit<ReturnedCart, 'items'> {
  readonly ok: true;
  readonly count: number;
  /** The items as the database takes them. */
  readonly pending: Uint8Array;
}

/** Takes apart what a shop has sent, in a thread. */
export default function readInThread(task: ReadTask): ReadReturn {
  const answer = read(task);
  return movedAnswer(answer, answer.reading.ok ? [answer.reading.pending] : []);
}

/** Takes apart what a shop has sent. */
export function read({ language, token, ...returned }: ReadTask): ReadReturn {
  const reading = readReturn(returned, language);
  const key = new Uint8Array(createHash('sha256').update(returned.body).digest());
  const shown = shownBody(returned.body, token);
  if (!reading.ok) return { reading, key, shown };
  const { items, ...cart } = reading.cart;
  const pending = jsonb(pendingItems(items));
  return { reading: { ok: true, ...cart, count: items.length, pending }, key, shown };
}

/** A value as bytes of `jsonb`: the version of the format, and the JSON. */
export function jsonb(value: unknown): Uint8Array {
  return new TextEncoder().encode(`\u0001${JSON.stringify(value)}`);
}

/** The body as people can read it in the log; forms without their escapes. */
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
