import { describe, expect, test } from 'vitest';
import { HadLately } from './had-lately.ts';
import { inTheWay, nextTurn, type Rules, type Waiting, type Whose, type Working } from './turns.ts';

const rules: Rules = { places: 4, maxOfOne: 2, patienceMs: 10_000 };
const nobodyHad = () => 0;
const work = (whose: Whose, guessMs: number, since = 0): Waiting => ({
  ...{ whose, guessMs, since, wasPutBack: false },
});
const place = (whose: Whose, begun = 0, isKept = false): Working => ({
  ...{ whose, begun, isKept, wasPutBack: false },
});
const next = (
  waiting: readonly Waiting[],
  working: readonly Working[],
  hadOf: (whose: Whose) => number = nobodyHad,
  now = 0,
) => nextTurn(waiting, working, rules, hadOf, now);

describe('TECH-20 turns in the cell', () => {
  test('the smallest document of the tenants with the fewest running tasks is next', () => {
    const [large, small, other] = [work(1, 90_000), work(1, 900), work(2, 5_000)];
    expect(next([large, small], [])?.work).toBe(small);
    expect(next([small, other], [place(1)])?.work).toBe(other);
    expect(next([], [place(1)])).toBeNull();
  });

  test('a tenant at its limit of running tasks has to wait', () => {
    expect(next([work(1, 1)], [place(1), place(1)])).toBeNull();
    expect(next([work(null, 1)], [place(1), place(1)])).toMatchObject({ work: { whose: null } });
  });

  test('small documents keep their order of arrival, and so do large ones after a long wait', () => {
    const [first, second] = [work(1, 400, 1), work(1, 10, 2)];
    expect(next([second, first], [], nobodyHad, 5)?.work).toBe(first);
    const large = work(1, 90_000, 0);
    expect(next([work(1, 10, 30_000), large], [], nobodyHad, 30_001)?.work).toBe(large);
  });

  test('a tenant with much recent reading is ranked behind others', () => {
    const had = (whose: Whose) => (whose === 1 ? 15_000 : 4_000);
    const [owing, other] = [work(1, 10, 0), work(2, 400, 1)];
    expect(next([owing, other], [], had, 5)?.work).toBe(other);
    expect(next([owing, other], [], () => 15_000, 5)?.work).toBe(owing);
  });

  test('the last slot is for short documents of tenants without running tasks and with little recent reading', () => {
    const full = [place(1), place(1), place(2)];
    expect(next([work(2, 10)], full)).toBeNull();
    expect(next([work(3, 90_000)], full)).toBeNull();
    expect(next([work(3, 10)], full, () => 60_001)).toBeNull();
    expect(next([{ ...work(3, 10), wasPutBack: true }], full)).toBeNull();
    expect(next([work(3, 10)], full)).toMatchObject({ work: { whose: 3 }, isKept: true });
  });

  test("a tenant's second task, and one that only looked short, are put back for tenants without running tasks", () => {
    const [first, second, other, kept] = [place(1, 0), place(1, 1), place(2, 0), place(3, 0, true)];
    const all = [first, second, other, kept];
    const seen = (waiting: readonly Waiting[], now: number, working = all) =>
      inTheWay(waiting, working, rules, now);
    expect(seen([work(4, 10)], 9_000)).toBeNull();
    expect(seen([work(1, 10)], 20_000)).toBeNull();
    expect(seen([work(4, 90_000)], 20_000)).toBe(second);
    expect(seen([work(4, 10)], 20_000, [first, other, kept])).toBe(kept);
    expect(seen([work(4, 90_000)], 20_000, [first, other, kept])).toBeNull();
    expect(seen([work(4, 10)], 20_000, [other, { ...kept, wasPutBack: true }])).toBeNull();
  });

  test('a task that was put back starts once its tenant has no other running task', () => {
    const back = { ...work(1, 10), wasPutBack: true };
    expect(next([back, work(1, 10)], [place(1)])).toBeNull();
    expect(next([back], [])?.work).toBe(back);
  });
});

test('TECH-20 the reading time of a tenant adds up and decays', () => {
  const had = new HadLately();
  had.add(1, 60_000, 0);
  had.add(1, 20_000, 0);
  expect([had.of(1, 0), had.of(1, 200_000), had.of(1, 800_000), had.of(2, 0)]).toEqual([
    80_000, 60_000, 0, 0,
  ]);
  had.add(1, 3_600_000, 0);
  expect(had.of(1, 0)).toBe(180_000);
});

/** Simulates time in steps of 100 ms; returns how long each honest task waited for its slot, in milliseconds. */
function waitsOf(
  hostile: readonly Whose[],
  honest: readonly { readonly at: number; readonly guessMs: number }[],
  takesMs: number,
): readonly number[] {
  type Taken = Working & { readonly ends: number; readonly work: Waiting };
  const had = new HadLately();
  const waits: number[] = [];
  const waiting: Waiting[] = [];
  let working: Taken[] = [];
  const end = (ended: Taken, now: number) => {
    working = working.filter((each) => each !== ended);
    had.add(ended.whose, now - ended.begun, now);
  };
  for (let now = 0; waits.length < honest.length && now < 600_000; now += 100) {
    for (const done of working.filter(({ ends }) => ends <= now)) end(done, now);
    // An attacker always has waiting tasks that look short.
    for (const whose of hostile)
      while (waiting.filter((each) => each.whose === whose).length < 3) waiting.push(work(whose, 60, now));
    for (const { at, guessMs } of honest) if (at === now) waiting.push(work(99, guessMs, now));
    const obstacle = inTheWay(waiting, working, rules, now);
    if (obstacle) {
      end(obstacle, now);
      waiting.push({ ...obstacle.work, wasPutBack: true });
    }
    for (;;) {
      const turn = nextTurn(waiting, working, rules, (whose) => had.of(whose, now), now);
      if (!turn) break;
      const { work: taken, isKept } = turn;
      waiting.splice(waiting.indexOf(taken), 1);
      const { whose, wasPutBack } = taken;
      if (whose === 99) waits.push(now - taken.since);
      working.push({
        whose,
        wasPutBack,
        isKept,
        begun: now,
        work: taken,
        ends: now + (whose === 99 ? 300 : takesMs),
      });
    }
  }
  return waits;
}

describe('TECH-20 API-48 while tenants fill all slots up to their time limit', () => {
  const short = [5_000, 60_000, 130_000, 300_000].map((at) => ({ at, guessMs: 60 }));
  const long = [5_000, 60_000, 130_000, 300_000].map((at) => ({ at, guessMs: 90_000 }));

  test('two of them delay no short document of a third', () => {
    expect(Math.max(...waitsOf([1, 2], short, 120_000))).toBe(0);
  });

  test('a long document of a third tenant waits briefly', () => {
    expect(Math.max(...waitsOf([1, 2], long, 120_000))).toBeLessThanOrEqual(rules.patienceMs + 100);
  });

  test('more of them delay a short document by one interval each at most, since tasks that only look short are put back', () => {
    const hostile = [1, 2, 3, 4, 5, 6];
    const [first = 0, ...others] = waitsOf(hostile, short, 120_000);
    expect(first).toBeLessThanOrEqual(hostile.length * rules.patienceMs);
    expect(Math.max(...others)).toBeLessThanOrEqual(rules.patienceMs + 100);
  });
});
