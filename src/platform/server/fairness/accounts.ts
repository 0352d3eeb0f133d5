/**
 * What a request uses of what all share: `loop`, milliseconds in which the process does nothing else; `database`,
 * milliseconds of a connection; `bytes`, of bodies and answers that are held in memory.
 */
export type Effort = 'loop' | 'database' | 'bytes';

/** What somebody may use of it before he waits; what he has used is forgotten by and by. */
export interface Allowance {
  readonly most: number;
  /** So much is forgotten in a second: what somebody may use on and on. */
  readonly perSecond: number;
}

export type Allowances = Readonly<Record<Effort, Allowance>>;

const megabyte = 1024 * 1024;

/** Of one person in one process: more than a table view of thousands of rows, or a day's upload, takes (API-48). */
export const allowancesOfPerson: Allowances = {
  loop: { most: 10_000, perSecond: 500 },
  database: { most: 60_000, perSecond: 1_000 },
  bytes: { most: 512 * megabyte, perSecond: 8 * megabyte },
};

/** Of all people of one tenant together. */
export const allowancesOfTenant: Allowances = {
  loop: { most: 30_000, perSecond: 750 },
  database: { most: 240_000, perSecond: 3_000 },
  bytes: { most: 2048 * megabyte, perSecond: 32 * megabyte },
};

const efforts: readonly Effort[] = ['loop', 'database', 'bytes'];

/** What one holder, a person or a tenant, has used lately. */
export class Account {
  readonly #allowances: Allowances;
  readonly #now: () => number;
  readonly #used: Record<Effort, number> = { loop: 0, database: 0, bytes: 0 };
  #at: number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(allowances: Allowances, now: () => number) {
    this.#allowances = allowances;
    this.#now = now;
    this.#at = now();
  }

  spend(effort: Effort, amount: number): void {
    this.#forget();
    this.#used[effort] += amount;
  }

  /** How long it takes, in milliseconds, until nothing is above its allowance; 0 where nothing is. */
  waitMs(): number {
    this.#forget();
    const waits = efforts.map((effort) => {
      const { most, perSecond } = this.#allowances[effort];
      return ((this.#used[effort] - most) / perSecond) * 1000;
    });
    return Math.max(0, ...waits);
  }

  /** Whether all is forgotten, so that nobody has to remember the account. */
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
