import type { CartFailure, ReturnedCart } from '../cart.ts';
import type { ReturnedBody } from '../returned.ts';

/** The return to read, with the preferred language of descriptions. */
export interface ReadTask extends ReturnedBody {
  readonly language: string;
  /** Token of the visit, masked in the log. */
  readonly token: string;
}

/** A parsed return. Its items are serialised already, so that the server need not parse them. */
export interface ReadReturn {
  readonly reading: ReadCart | { readonly ok: false; readonly reason: CartFailure };
  /** SHA-256 of the body. */
  readonly key: Uint8Array;
  /** The body, for the log. */
  readonly shown: string;
}

export interface ReadCart extends Omit<ReturnedCart, 'items'> {
  readonly ok: true;
  readonly count: number;
  /** The items as `jsonb` for the database. */
  readonly pending: Uint8Array;
}

/** A value in the binary format of `jsonb`: format version and JSON. */
export function jsonb(value: unknown): Uint8Array {
  return new TextEncoder().encode(`\u0001${JSON.stringify(value)}`);
}
