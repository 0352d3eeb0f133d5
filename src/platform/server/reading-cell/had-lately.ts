import type { Whose } from './turns.ts';

/** Of what a tenant has had, so much is forgotten in a millisecond: a tenth of a reader may be had on and on. */
const forgotten = 0.1;
/** More is not remembered, in milliseconds, so that nobody goes behind the others for longer than half an hour. */
const most = 180_000;

/** How long the works of each tenant had a place lately; whoever had one for long goes behind the others (TECH-20). */
export class HadLately {
  readonly #had = new Map<Whose, { readonly ms: number; readonly at: number }>();

  /** Notes that a work of a tenant has ended. Both in milliseconds. */
  add(whose: Whose, ms: number, now: number): void {
    this.#had.set(whose, { ms: Math.min(this.of(whose, now) + ms, most), at: now });
    for (const each of this.#had.keys()) if (this.of(each, now) === 0) this.#had.delete(each);
  }

  /** In milliseconds, without what is forgotten. */
  of(whose: Whose, now: number): number {
    const had = this.#had.get(whose);
    return had ? Math.max(0, had.ms - (now - had.at) * forgotten) : 0;
  }
}
