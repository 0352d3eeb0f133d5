import { setImmediate as nextTurn } from 'node:timers/promises';
import { RefusedForNow } from '../refused-for-now.ts';
import { Account, type Allowances, allowancesOfPerson, allowancesOfTenant, type Effort } from './accounts.ts';
import type { Asker } from './work.ts';

/** Identifies the accounts of a caller: the person's own, and that of the tenant. */
export interface Who {
  readonly person: string;
  readonly tenant: string;
}

export interface FairnessSettings {
  readonly person: Allowances;
  readonly tenant: Allowances;
  /** A caller who would have to wait longer is refused, in milliseconds. */
  readonly patienceMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

const usualSettings: FairnessSettings = {
  person: allowancesOfPerson,
  tenant: allowancesOfTenant,
  patienceMs: 5_000,
  now: () => performance.now(),
};

/**
 * Up to this use of a process, a person at work in a busy hour, nobody has to yield: burst and sustained rate, in
 * milliseconds.
 */
const light = { max: 1_000, perSecond: 40 };
/** More than one database connection for some time; sequential requests never reach it. */
const lightInDatabase = { max: 6_000, perSecond: 1_500 };
const lightly: Allowances = {
  loop: light,
  database: lightInDatabase,
  bytes: { max: Number.MAX_VALUE, perSecond: 1 },
};

/** Others count as asking for this long after a light request, because a page asks repeatedly; in milliseconds. */
const lastingMs = 500;
/**
 * While others ask, a heavy user yields for this multiple of the last piece of work or transaction: fewer than five
 * of a hundred light requests then meet one.
 */
const aside = 24;
/** The longest single yield, in milliseconds. */
const longestAside = 500;
/** The most yielding time owed, so that one large save does not slow the pages that follow. */
const maxOwed = 2_000;
/** Unused accounts are dropped above this number. */
const manyAccounts = 1_000;

/** How long a heavy user yields while others ask. */
interface Standing {
  until: number;
}

interface Accounts {
  readonly standing: Standing;
  readonly own: Account;
  /** Very recent use, which decides who is heavy. */
  readonly recent: Account;
  readonly tenant: Account;
}

/**
 * Shares out one process among its callers (API-48). A lone caller never waits. While others ask, heavy users run one
 * piece of work at a time, with much longer gaps in between.
 *
 * @see docs/topics/fairness-and-limits.md
 */
export class Fairness {
  readonly #settings: FairnessSettings;
  readonly #accounts = new Map<string, Account>();
  readonly #standings = new Map<string, Standing>();
  /** Time of the last request of each light user, oldest first. */
  readonly #light = new Map<string, number>();
  readonly #lane: { readonly person: string; readonly until: () => number; readonly go: () => void }[] = [];
  #isLaneOpen = false;

  constructor(settings: Partial<FairnessSettings> = {}) {
    this.#settings = { ...usualSettings, ...settings };
  }

  /** Opens a request on the caller's accounts. */
  asker({ person, tenant }: Who): Admitted {
    const { person: ofPerson, tenant: ofTenant } = this.#settings;
    return new Admitted(this, person, {
      standing: this.#standingOf(person),
      own: this.#account(`person ${person}`, ofPerson),
      recent: this.#account(`recent ${person}`, lightly),
      tenant: this.#account(`tenant ${tenant}`, ofTenant),
    });
  }

  get now(): number {
    return this.#settings.now();
  }

  get patienceMs(): number {
    return this.#settings.patienceMs;
  }

  /** Notes a request of a light user. */
  sawLight(person: string): void {
    this.#light.delete(person);
    this.#light.set(person, this.#settings.now());
  }

  /** Whether another light user is asking at the moment. */
  isAskedByOthers(person: string): boolean {
    const until = this.#settings.now() - lastingMs;
    for (const [other, at] of this.#light) {
      if (at < until) this.#light.delete(other);
      else if (other !== person) return true;
    }
    return false;
  }

  /** Waits for the turn of a piece of heavy work; one runs at a time. */
  async laneTurn(person: string, until: () => number): Promise<void> {
    const { promise, resolve: go } = Promise.withResolvers<void>();
    this.#lane.push({ person, until, go });
    if (!this.#isLaneOpen) void this.#serveLane();
    await promise;
  }

  async #serveLane(): Promise<void> {
    this.#isLaneOpen = true;
    for (let next = this.#lane.shift(); next; next = this.#lane.shift()) {
      const owed = next.until() - this.#settings.now();
      if (owed > 0 && this.isAskedByOthers(next.person)) await delay(Math.min(owed, longestAside));
      const begun = performance.now();
      next.go();
      await nextTurn();
      const took = performance.now() - begun;
      if (this.isAskedByOthers(next.person)) await delay(Math.min(took * aside, longestAside));
    }
    this.#isLaneOpen = false;
  }

  #account(key: string, allowances: Allowances): Account {
    const known = this.#accounts.get(key);
    if (known) return known;
    if (this.#accounts.size >= manyAccounts) this.#dropUnused();
    const account = new Account(allowances, this.#settings.now);
    this.#accounts.set(key, account);
    return account;
  }

  #standingOf(person: string): Standing {
    const standing = this.#standings.get(person) ?? { until: 0 };
    this.#standings.set(person, standing);
    return standing;
  }

  #dropUnused(): void {
    for (const [key, account] of this.#accounts) if (account.isUnused) this.#accounts.delete(key);
    for (const [person, { until }] of this.#standings)
      if (until < this.#settings.now()) this.#standings.delete(person);
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** One request on the accounts of its caller. */
export class Admitted implements Asker {
  readonly #fairness: Fairness;
  readonly #person: string;
  readonly #accounts: Accounts;

  constructor(fairness: Fairness, person: string, accounts: Accounts) {
    this.#fairness = fairness;
    this.#person = person;
    this.#accounts = accounts;
  }

  spend(effort: Effort, amount: number): void {
    const { own, recent, tenant } = this.#accounts;
    for (const account of [own, recent, tenant]) account.spend(effort, amount);
    if (effort === 'bytes' || !this.isHeavy) return;
    const { standing } = this.#accounts;
    const { now } = this.#fairness;
    standing.until = Math.min(Math.max(standing.until, now) + amount * aside, now + maxOwed);
  }

  /** Whether the person has used much very recently. */
  get isHeavy(): boolean {
    return this.#accounts.recent.waitMs() > 0;
  }

  /** Whether the person has used much very recently while others ask. */
  get standsAside(): boolean {
    return this.isHeavy && this.#fairness.isAskedByOthers(this.#person);
  }

  /** Waits until the request may start; throws `RefusedForNow` if that would take too long. */
  async admitted(): Promise<void> {
    if (!this.isHeavy) {
      this.#fairness.sawLight(this.#person);
      return;
    }
    const { own, tenant } = this.#accounts;
    const wait = Math.max(own.waitMs(), tenant.waitMs());
    if (wait > this.#fairness.patienceMs) throw new RefusedForNow(Math.ceil(wait / 1000));
    if (wait > 0) await delay(wait);
    await this.turn();
  }

  async turn(): Promise<void> {
    if (this.isHeavy) await this.#fairness.laneTurn(this.#person, () => this.#accounts.standing.until);
    else await nextTurn();
  }
}
