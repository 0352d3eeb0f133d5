import { hours } from '../../../platform/server/clock.ts';
import { microsecondsOf } from './canonical-row.ts';
import type { KnownHead } from './expected-heads.ts';

/**
 * How far the time of a row may be off from the heads around it: a transaction may write a row and stay open while the
 * chain goes on, and the clocks of nodes and database may differ.
 */
const tolerance = hours(1);

/** When the row at a place of the chain can have been written, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface TimedHead extends KnownHead {
  readonly at: number;
}

export interface HeadTimes {
  /** Heads that were signed while a clock was wrong: others around them, which are more, or the clock of now say so (AUD-10). */
  readonly wrong: readonly TimedHead[];
  /** When the row at a place can have been written: by the right heads first, then by wrong ones right beside it. */
  spansAt(position: number): readonly [Span, ...Span[]];
}

/**
 * What the signed heads say about the times of rows: what stands behind a head was sealed after it, what stands before it
 * was there. What was signed outside of the database cannot be brought about by whoever changes the database, so that a head
 * out of order is a wrong clock, and no tampering.
 *
 * @param heads in the order of their positions
 * @param now the time of the database, in milliseconds since 1970
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

/** How many of the heads stand before a place. */
function countBefore(heads: readonly KnownHead[], position: number): number {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heads[middle]?.position ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The largest of the values up to each place. */
function runningMost(values: readonly number[]): number[] {
  let most = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    most = Math.max(most, value);
    return most;
  });
}

/** The heads that contradict most of the others, or the clock of now, by more than clocks differ. */
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

/** As many of the heads as possible whose times never fall; the later ones of two choices. */
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

/** Whether an instant, as PostgreSQL writes it in UTC, lies within one of them; one that no clock says does not. */
export function isWithin(instant: string, spans: readonly Span[]): boolean {
  const milliseconds = millisecondsOf(instant);
  return milliseconds !== null && spans.some(({ from, to }) => from <= milliseconds && milliseconds <= to);
}

/** Milliseconds since 1970 of an instant as PostgreSQL writes it; null for what no clock says. */
export function millisecondsOf(instant: string): number | null {
  const microseconds = microsecondsOf(instant);
  return microseconds === null ? null : Number(microseconds / 1000n);
}
