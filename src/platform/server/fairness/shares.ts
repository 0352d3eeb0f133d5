import { RefusedForNow } from '../refused-for-now.ts';

/** What one holder may take of something that all share. */
export interface Share {
  /** So much of it at once; what comes then waits. */
  readonly atOnce: number;
  /** So many may wait; further ones are refused at once. */
  readonly waiting: number;
  /** Whoever has waited this long is refused, in milliseconds. */
  readonly patienceMs: number;
}

/** Gives back what was taken; a second call does nothing. */
export type Leave = () => void;

interface Holder {
  running: number;
  readonly waiting: (() => void)[];
  atOnce: () => number;
}

/** When to come again, in seconds: what holds a share ends within a few. */
const retryAfterSeconds = 3;

/** Gives every holder, such as a person or a tenant, the same bounded share, so that none takes it all (API-44). */
export class Shares {
  readonly #share: Share;
  readonly #holders = new Map<string, Holder>();

  constructor(share: Share) {
    this.#share = share;
  }

  /**
   * Waits for its turn, in the order in which the holder's requests came; throws `RefusedForNow` when that takes too long.
   *
   * @param atOnce what of the share the holder has at this time; all of it without
   */
  async enter(key: string, atOnce: () => number = () => this.#share.atOnce): Promise<Leave> {
    const holder = this.#holders.get(key) ?? { running: 0, waiting: [], atOnce };
    this.#holders.set(key, holder);
    holder.atOnce = atOnce;
    if (holder.running < atOnce()) holder.running += 1;
    else await this.#turn(holder);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#leave(key, holder);
    };
  }

  /** Whoever is called has been given a place already. */
  #turn({ waiting }: Holder): Promise<void> {
    if (waiting.length >= this.#share.waiting) throw new RefusedForNow(retryAfterSeconds);
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(new RefusedForNow(retryAfterSeconds));
      }, this.#share.patienceMs);
      waiting.push(turn);
    });
  }

  #leave(key: string, holder: Holder): void {
    holder.running -= 1;
    while (holder.running < holder.atOnce()) {
      const next = holder.waiting.shift();
      if (!next) break;
      holder.running += 1;
      next();
    }
    if (holder.running === 0) this.#holders.delete(key);
  }
}
