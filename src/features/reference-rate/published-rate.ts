import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';

/** What one euro is worth in another currency on a day. */
export interface PublishedRate {
  readonly currency: string;
  readonly day: Day;
  readonly per_euro: Amount;
}

/** A file of rates with the day after which none are known. */
export interface RatesFile {
  readonly file: Uint8Array;
  readonly today: Day;
}

/** Thrown where a file is not what the ECB publishes; the message says why. Nothing of such a file is kept. */
export class RatesRefused extends Error {}
