import { RefusedForNow } from './refused-for-now.ts';

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

  /** Waits for its turn, in the order in which the holder's requests came; throws `RefusedForNow` when that takes too long. */
  async enter(key: string): Promise<Leave> {
    const holder = this.#holders.get(key) ?? { running: 0, waiting: [] };
    this.#holders.set(key, holder);
    if (holder.running < this.#share.atOnce) holder.running += 1;
    else await this.#turn(holder);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#leave(key, holder);
    };
  }

  /** Whoever leaves hands his place over, so that `running` stays as it is. */
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
    const next = holder.waiting.shift();
    if (next) next();
    else holder.running -= 1;
    if (holder.running === 0) this.#holders.delete(key);
  }
}
