import { setImmediate as nextTurn } from 'node:timers/promises';
import { RefusedForNow } from '../refused-for-now.ts';
import { Account, type Allowances, allowancesOfPerson, allowancesOfTenant, type Effort } from './accounts.ts';
import type { Asker } from './work.ts';

/** Who asks: what of him is counted by himself, and together with whom. */
export interface Who {
  readonly person: string;
  readonly tenant: string;
}

export interface FairnessSettings {
  readonly person: Allowances;
  readonly tenant: Allowances;
  /** Whoever would have to wait longer until he may go on is refused, in milliseconds. */
  readonly patienceMs: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

const usualSettings: FairnessSettings = {
  person: allowancesOfPerson,
  tenant: allowancesOfTenant,
  patienceMs: 5_000,
  now: () => performance.now(),
};

/** Who uses no more of a process than a person at work, a busy hour included, never stands aside: at once, and on and on, in milliseconds. */
const light = { most: 1_000, perSecond: 40 };
/** Of the database, more than one connection for some time: who asks one thing after the other never does. */
const lightInDatabase = { most: 6_000, perSecond: 1_500 };
const lightly: Allowances = {
  loop: light,
  database: lightInDatabase,
  bytes: { most: Number.MAX_VALUE, perSecond: 1 },
};

/** For so long after a light request others may follow it: a page asks again and again, in milliseconds. */
const lastingMs = 500;
/**
 * While others ask, whoever is heavy stands aside for so many times what his last piece of work or his last transaction took: of a
 * hundred light requests, fewer than five then meet one.
 */
const aside = 24;
/** Nobody stands aside for longer at a time, in milliseconds. */
const longestAside = 500;
/** Nor does he owe more of it, so that one large save does not slow the pages that follow. */
const mostOwed = 2_000;
/** So many accounts are kept before those that nobody needs any more are looked for. */
const manyAccounts = 1_000;

/** Until when somebody stands aside while others ask. */
interface Standing {
  until: number;
}

interface Accounts {
  readonly standing: Standing;
  readonly own: Account;
  /** Of what he has used just now. */
  readonly recent: Account;
  readonly tenant: Account;
}

/**
 * Shares out one process among those who ask (API-48). Nobody waits who is alone. While others ask, the pieces of work of
 * whoever has used much come one at a time, and the process is free for much longer in between.
 *
 * @see docs/topics/fairness-and-limits.md
 */
export class Fairness {
  readonly #settings: FairnessSettings;
  readonly #accounts = new Map<string, Account>();
  readonly #standings = new Map<string, Standing>();
  /** When somebody who uses little asked last, in the order of that. */
  readonly #light = new Map<string, number>();
  readonly #lane: { readonly person: string; readonly until: () => number; readonly go: () => void }[] = [];
  #isLaneOpen = false;

  constructor(settings: Partial<FairnessSettings> = {}) {
    this.#settings = { ...usualSettings, ...settings };
  }

  /** Somebody comes with a request, which is counted as his. */
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

  /** Notes that somebody who uses little is asking. */
  sawLight(person: string): void {
    this.#light.delete(person);
    this.#light.set(person, this.#settings.now());
  }

  /** Whether somebody else who uses little asks at this time. */
  isAskedByOthers(person: string): boolean {
    const until = this.#settings.now() - lastingMs;
    for (const [other, at] of this.#light) {
      if (at < until) this.#light.delete(other);
      else if (other !== person) return true;
    }
    return false;
  }

  /** Waits for the turn of a piece of heavy work, of which there is one at a time. */
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

/** One request on the accounts of whoever asks. */
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
    standing.until = Math.min(Math.max(standing.until, now) + amount * aside, now + mostOwed);
  }

  /** Whether he has used much just now. */
  get isHeavy(): boolean {
    return this.#accounts.recent.waitMs() > 0;
  }

  /** Whether he has used much just now, and others ask. */
  get standsAside(): boolean {
    return this.isHeavy && this.#fairness.isAskedByOthers(this.#person);
  }

  /** Waits until the request may be worked on; throws `RefusedForNow` where that would take too long. */
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
