import { hours } from '../../../platform/server/clock.ts';
import { microsecondsOf } from './canonical-row.ts';
import type { KnownHead } from './expected-heads.ts';

/**
 * Tolerated difference between a row and its neighbouring heads: transactions may stay open while the chain grows,
 * and clocks of nodes and database may differ.
 */
const tolerance = hours(1);

/** When a row can have been written, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface TimedHead extends KnownHead {
  readonly at: number;
}

export interface HeadTimes {
  /** Heads signed with a wrong clock, which contradict the majority of heads or the current time (AUD-10). */
  readonly wrong: readonly TimedHead[];
  /** When the row at a position can have been written: by the correct heads, then by adjacent wrong ones. */
  spansAt(position: number): readonly [Span, ...Span[]];
}

/**
 * Derives from signed heads when rows can have been written: after the head before them and before the head behind
 * them. Heads are signed outside of the database, so a forger of the database cannot reorder them; one out of order
 * means a wrong clock.
 * @param heads ordered by position
 * @param now time of the database, in milliseconds since 1970
 */
export function timesOf(heads: readonly KnownHead[], now: number): HeadTimes {
  const timed = heads.filter((head): head is TimedHead => head.at !== null);
  const wrong = wrongAmong(timed, now);
  const right = timed.filter((head) => !wrong.has(head));
  const newest = runningMost(right.map(({ at }) => at));
  const earliest = runningMost(right.map(({ at }) => -at).toReversed())
    .toReversed()
    .map((at) => -at);
  return {
    wrong: [...wrong],
    spansAt: (position) => {
      const before = countBefore(right, position);
      const main: Span = {
        from: (newest[before - 1] ?? Number.NEGATIVE_INFINITY) - tolerance,
        to: (earliest[before] ?? Number.POSITIVE_INFINITY) + tolerance,
      };
      if (wrong.size === 0) return [main];
      const next = countBefore(timed, position);
      const beside = [timed[next - 1], timed[next]].filter((head) => head !== undefined && wrong.has(head));
      return [main, ...beside.map((head) => around(head?.at ?? 0))];
    },
  };
}

function around(at: number): Span {
  return { from: at - tolerance, to: at + tolerance };
}

function countBefore(heads: readonly KnownHead[], position: number): number {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heads[middle]?.position ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Running maximum. */
function runningMost(values: readonly number[]): number[] {
  let highest = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    highest = Math.max(highest, value);
    return highest;
  });
}

/** Heads that contradict the majority or the current time by more than the tolerance. */
function wrongAmong(heads: readonly TimedHead[], now: number): ReadonlySet<TimedHead> {
  const wrong = new Set(heads.filter(({ at }) => at > now + tolerance));
  const rest = heads.filter((head) => !wrong.has(head));
  const newest = runningMost(rest.map(({ at }) => at));
  if (rest.every(({ at }, place) => at >= (newest[place] ?? at) - tolerance)) return wrong;
  const agreed = longestRising(rest);
  let before = Number.NEGATIVE_INFINITY;
  let next = 0;
  for (const head of rest) {
    if (head === agreed[next]) {
      before = head.at;
      next += 1;
    } else if (head.at < before - tolerance || head.at > (agreed[next]?.at ?? now) + tolerance)
      wrong.add(head);
  }
  return wrong;
}

/** The longest subsequence with non-decreasing times; of equal ones the later heads. */
function longestRising(heads: readonly TimedHead[]): readonly TimedHead[] {
  const ends: number[] = [];
  const former = new Map<number, number>();
  for (const [place, { at }] of heads.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((heads[ends[middle] ?? 0]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    if (low > 0) former.set(place, ends[low - 1] ?? 0);
    ends[low] = place;
  }
  const found: TimedHead[] = [];
  for (let place = ends.at(-1); place !== undefined; place = former.get(place)) {
    const head = heads[place];
    if (head) found.push(head);
  }
  return found.toReversed();
}

/** Whether a PostgreSQL instant in UTC lies within one of the spans; false for invalid times. */
export function isWithin(instant: string, spans: readonly Span[]): boolean {
  const milliseconds = millisecondsOf(instant);
  return milliseconds !== null && spans.some(({ from, to }) => from <= milliseconds && milliseconds <= to);
}

/** Milliseconds since 1970 of a PostgreSQL instant; null for invalid times. */
export function millisecondsOf(instant: string): number | null {
  const microseconds = microsecondsOf(instant);
  return microseconds === null ? null : Number(microseconds / 1000n);
}
