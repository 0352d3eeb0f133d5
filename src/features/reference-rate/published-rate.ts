import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';

/** Value of one euro in another currency on a day. */
export interface PublishedRate {
  readonly currency: string;
  readonly day: Day;
  readonly per_euro: Amount;
}

/** A rates file; `today` is the last allowed day. */
export interface RatesFile {
  readonly file: Uint8Array;
  readonly today: Day;
}

/** Thrown for an invalid file, with the reason; nothing of it is stored. */
export class RatesRefused extends Error {}
