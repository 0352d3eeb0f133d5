import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Account, allowancesOfPerson, allowancesOfTenant } from './accounts.ts';
import { Fairness } from './fairness.ts';
import { inTurns } from './in-turns.ts';
import { counted, othersTurn, workFor } from './work.ts';

let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const clock = () => now;
const of = (person: string, tenant = 'a') => ({ person, tenant });

describe('API-48 an account', () => {
  test('makes a holder wait for usage above the allowance, which decays over time', () => {
    const account = new Account(allowancesOfPerson, clock);
    account.spend('loop', 10_000);
    expect(account.waitMs()).toBe(0);
    account.spend('loop', 1_000);
    expect(account.waitMs()).toBe(2_000);
    now = 500;
    expect(account.waitMs()).toBe(1_500);
    now = 22_000;
    expect([account.waitMs(), account.isUnused]).toEqual([0, true]);
  });

  test.each(['loop', 'database', 'bytes'] as const)('counts %s', (effort) => {
    const account = new Account(allowancesOfPerson, clock);
    account.spend(effort, allowancesOfPerson[effort].max * 2);
    expect(account.waitMs()).toBeGreaterThan(0);
  });
});

describe('API-48 fairness', () => {
  test('refuses a person who has used up the allowance, with Retry-After, and admits the person afterwards', async () => {
    const fairness = new Fairness({ now: clock });
    const anna = fairness.asker(of('anna'));
    anna.spend('loop', allowancesOfPerson.loop.max + 4_000);
    const again = fairness.asker(of('anna')).admitted();
    await expect(again).rejects.toMatchObject({
      refusal: { code: 'too_many_requests' },
      retryAfterSeconds: 8,
    });
    await expect(fairness.asker(of('bert')).admitted()).resolves.toBeUndefined();
    now = 8_000;
    await expect(fairness.asker(of('anna')).admitted()).resolves.toBeUndefined();
  });

  test('delays a person slightly above the allowance', async () => {
    const fairness = new Fairness({ now: clock });
    fairness.asker(of('anna')).spend('loop', allowancesOfPerson.loop.max + 1_000);
    let isIn = false;
    void fairness
      .asker(of('anna'))
      .admitted()
      .then(() => {
        isIn = true;
      });
    await vi.advanceTimersByTimeAsync(1_900);
    expect(isIn).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(isIn).toBe(true);
  });

  test('counts the people of a tenant together', async () => {
    const fairness = new Fairness({ now: clock });
    const people = Array.from({ length: 9 }, (_, place) => fairness.asker(of(`person ${place}`)));
    for (const person of people) person.spend('loop', allowancesOfTenant.loop.max / 9);
    await expect(people[0]?.admitted()).resolves.toBeUndefined();
    for (const person of people) person.spend('loop', allowancesOfTenant.loop.max / 8);
    await expect(people[0]?.admitted()).rejects.toMatchObject({ refusal: { code: 'too_many_requests' } });
    await expect(fairness.asker(of('carl', 'b')).admitted()).resolves.toBeUndefined();
  });

  test('recognises recent heavy use, and lets that person yield while others ask', async () => {
    const fairness = new Fairness({ now: clock });
    const anna = fairness.asker(of('anna'));
    await anna.admitted();
    expect([anna.isHeavy, anna.standsAside]).toEqual([false, false]);
    anna.spend('loop', 1_200);
    expect([anna.isHeavy, anna.standsAside]).toEqual([true, false]);
    await fairness.asker(of('bert', 'b')).admitted();
    expect(anna.standsAside).toBe(true);
    now = 501;
    expect([anna.isHeavy, anna.standsAside]).toEqual([true, false]);
    now = 5_001;
    expect(anna.isHeavy).toBe(false);
  });

  test('never delays a page that opens with fifteen requests, or a table view of 5,000 rows', async () => {
    const fairness = new Fairness({ now: clock });
    for (let request = 0; request < 15; request += 1) {
      const asker = fairness.asker(of('anna'));
      await asker.admitted();
      asker.spend('loop', 15);
      asker.spend('database', 40);
      asker.spend('bytes', 20_000);
      expect(asker.isHeavy).toBe(false);
    }
    // Measured per save: 1 s of the process, 3 s of the database, 8 MB; several in a row.
    for (let save = 0; save < 5; save += 1) {
      const asker = fairness.asker(of('anna'));
      const came = asker.admitted();
      await vi.advanceTimersByTimeAsync(0);
      await came;
      asker.spend('loop', 1_500);
      asker.spend('database', 6_000);
      asker.spend('bytes', 10 * 1024 * 1024);
      now += 5_000;
    }
  });
});

describe('API-48 long work', () => {
  /** The order of events while heavy work and requests of others run. */
  async function orderOf(pieces: number): Promise<readonly string[]> {
    const fairness = new Fairness({ now: clock });
    const order: string[] = [];
    const heavy = (name: string) => {
      const asker = fairness.asker(of(name));
      asker.spend('loop', 3_000);
      return workFor(asker, () => inTurns(Array.from({ length: pieces }), () => void order.push(name), 1));
    };
    const working = Promise.all([heavy('anna'), heavy('bert')]);
    const beside = (async () => {
      for (let turn = 0; turn < pieces; turn += 1) {
        await othersTurn();
        order.push('others');
      }
    })();
    await Promise.all([working, beside]);
    return order;
  }

  test('of two heavy users runs one piece at a time, with requests of others in between', async () => {
    const order = await orderOf(6);
    const first = order.slice(2, 14);
    for (let place = 0; place + 2 < first.length; place += 1)
      expect(first.slice(place, place + 3)).toContain('others');
  });

  test('is charged to the requesting person, also if it fails', async () => {
    const spent: number[] = [];
    const asker = { spend: (_: string, amount: number) => void spent.push(amount), turn: async () => {} };
    const busy = () => {
      for (const end = performance.now() + 5; performance.now() < end; );
    };
    await workFor(asker, async () => {
      await othersTurn();
      counted(busy);
      expect(() =>
        counted(() => {
          busy();
          throw new Error('broken');
        }),
      ).toThrow('broken');
    });
    counted(busy);
    expect(spent).toHaveLength(2);
    expect(Math.min(...spent)).toBeGreaterThan(0);
  });
});
