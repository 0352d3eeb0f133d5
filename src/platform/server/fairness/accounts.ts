/**
 * Shared resources used by a request: `loop`, milliseconds of blocked event loop; `database`, milliseconds of a held
 * connection; `bytes`, of bodies and answers in memory.
 */
export type Effort = 'loop' | 'database' | 'bytes';

/** What a holder may use before having to wait; usage decays over time. */
export interface Allowance {
  readonly max: number;
  /** Decay per second: the sustainable rate of use. */
  readonly perSecond: number;
}

export type Allowances = Readonly<Record<Effort, Allowance>>;

const megabyte = 1024 * 1024;

/** Of one person in one process: more than a table view of thousands of rows or a day's uploads need (API-48). */
export const allowancesOfPerson: Allowances = {
  loop: { max: 10_000, perSecond: 500 },
  database: { max: 60_000, perSecond: 1_000 },
  bytes: { max: 512 * megabyte, perSecond: 8 * megabyte },
};

/** Of all people of one tenant together. */
export const allowancesOfTenant: Allowances = {
  loop: { max: 30_000, perSecond: 750 },
  database: { max: 240_000, perSecond: 3_000 },
  bytes: { max: 2048 * megabyte, perSecond: 32 * megabyte },
};

const efforts: readonly Effort[] = ['loop', 'database', 'bytes'];

/** The recent usage of one holder, a person or a tenant. */
export class Account {
  readonly #allowances: Allowances;
  readonly #now: () => number;
  readonly #used: Record<Effort, number> = { loop: 0, database: 0, bytes: 0 };
  #at: number;

  /** @param now milliseconds of a monotonic clock */
  constructor(allowances: Allowances, now: () => number) {
    this.#allowances = allowances;
    this.#now = now;
    this.#at = now();
  }

  spend(effort: Effort, amount: number): void {
    this.#forget();
    this.#used[effort] += amount;
  }

  /** Milliseconds until all usage is within its allowance; 0 if it already is. */
  waitMs(): number {
    this.#forget();
    const waits = efforts.map((effort) => {
      const { max, perSecond } = this.#allowances[effort];
      return ((this.#used[effort] - max) / perSecond) * 1000;
    });
    return Math.max(0, ...waits);
  }

  /** Whether all usage has decayed, so that the account may be dropped. */
  get isUnused(): boolean {
    this.#forget();
    return efforts.every((effort) => this.#used[effort] === 0);
  }

  #forget(): void {
    const now = this.#now();
    const seconds = (now - this.#at) / 1000;
    this.#at = now;
    for (const effort of efforts)
      this.#used[effort] = Math.max(0, this.#used[effort] - seconds * this.#allowances[effort].perSecond);
  }
}
