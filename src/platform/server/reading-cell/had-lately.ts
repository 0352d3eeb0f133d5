import type { Whose } from './turns.ts';

/** Decay per millisecond of a tenant's usage: a sustained tenth of a reader is free. */
const forgotten = 0.1;
/** Maximum remembered, in milliseconds, so that nobody is ranked behind others for longer than half an hour. */
const maxMilliseconds = 180_000;

/** Recent reading time of each tenant; tenants with much of it are ranked behind the others (TECH-20). */
export class HadLately {
  readonly #had = new Map<Whose, { readonly ms: number; readonly at: number }>();

  /** Adds the time of a finished task of a tenant. Both in milliseconds. */
  add(whose: Whose, ms: number, now: number): void {
    this.#had.set(whose, { ms: Math.min(this.of(whose, now) + ms, maxMilliseconds), at: now });
    for (const each of this.#had.keys()) if (this.of(each, now) === 0) this.#had.delete(each);
  }

  /** In milliseconds, after decay. */
  of(whose: Whose, now: number): number {
    const had = this.#had.get(whose);
    return had ? Math.max(0, had.ms - (now - had.at) * forgotten) : 0;
  }
}
