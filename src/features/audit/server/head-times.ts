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

/**
 * What the signed heads say about the times of rows: what stands behind a head was sealed after it, what stands before it
 * was there. Answers the span of a place; places are asked in ascending order.
 */
export function spansOf(heads: readonly KnownHead[]): (position: number) => Span {
  const timed = heads.flatMap(({ position, at }) => (at === null ? [] : [{ position, at }]));
  const earliestFrom = timed.map(({ at }) => at);
  for (let place = timed.length - 2; place >= 0; place -= 1)
    earliestFrom[place] = Math.min(earliestFrom[place] ?? 0, earliestFrom[place + 1] ?? 0);
  let passed = 0;
  let newest = Number.NEGATIVE_INFINITY;
  return (position) => {
    for (; passed < timed.length; passed += 1) {
      const head = timed[passed];
      if (!head || head.position >= position) break;
      newest = Math.max(newest, head.at);
    }
    return {
      from: newest - tolerance,
      to: (earliestFrom[passed] ?? Number.POSITIVE_INFINITY) + tolerance,
    };
  };
}

/** Whether an instant, as PostgreSQL writes it in UTC, lies within; one that no clock says does not. */
export function isWithin(instant: string, { from, to }: Span): boolean {
  const milliseconds = millisecondsOf(instant);
  return milliseconds !== null && from <= milliseconds && milliseconds <= to;
}

/** Milliseconds since 1970 of an instant as PostgreSQL writes it; null for what no clock says. */
export function millisecondsOf(instant: string): number | null {
  const microseconds = microsecondsOf(instant);
  return microseconds === null ? null : Number(microseconds / 1000n);
}
