import { RefusedForNow } from '../refused-for-now.ts';

/** The limits of one holder on a shared resource. */
export interface Share {
  /** Number of concurrent uses; further ones wait. */
  readonly atOnce: number;
  /** Number that may wait; further ones are refused at once. */
  readonly waiting: number;
  /** Waiting longer is refused, in milliseconds. */
  readonly patienceMs: number;
}

/** Releases the place; a second call does nothing. */
export type Leave = () => void;

interface Holder {
  running: number;
  readonly waiting: (() => void)[];
  atOnce: () => number;
}

/** Retry-After in seconds: holders of a share finish within a few. */
const retryAfterSeconds = 3;

/** Gives every holder, such as a person or a tenant, the same limited share (API-44). */
export class Shares {
  readonly #share: Share;
  readonly #holders = new Map<string, Holder>();

  constructor(share: Share) {
    this.#share = share;
  }

  /**
   * Waits for a place, first come first served per holder; throws `RefusedForNow` if that takes too long.
   *
   * @param atOnce the holder's current limit; the whole share without it
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

  /** The caller of `turn` has already taken the place. */
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
