import type { CartFailure, ReturnedCart } from '../cart.ts';
import type { ReturnedBody } from '../returned.ts';

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

/** A value as bytes of `jsonb`: the version of the format, and the JSON. */
export function jsonb(value: unknown): Uint8Array {
  return new TextEncoder().encode(`\u0001${JSON.stringify(value)}`);
}
