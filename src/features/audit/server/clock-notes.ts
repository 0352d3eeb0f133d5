import { expectedHeads } from './expected-heads.ts';
import type { HeadRecord, SignedRecord } from './head-record.ts';
import { timesOf } from './head-times.ts';

/** A head that was signed while a clock was wrong, and about which no operator has said anything yet. */
export interface WrongClock {
  readonly tenant: number;
  readonly position: number;
  readonly link: string;
}

/**
 * The heads of these records that only a wrong clock explains (AUD-10).
 *
 * @param now the time of the database, in milliseconds since 1970
 */
export function wrongClocks(records: readonly SignedRecord[], now: number): readonly WrongClock[] {
  return [...expectedHeads(records)].flatMap(([tenant, { heads, clocks, closedAt }]) =>
    closedAt === null
      ? timesOf(heads, now)
          .wrong.filter(({ position }) => !clocks.has(position))
          .map(({ position, link }) => ({ tenant, position, link }))
      : [],
  );
}

/** What an operator says about each of them, still to be signed. */
export function clockNotes(
  wrong: readonly WrongClock[],
  { at, who, reason }: { readonly at: string; readonly who: string; readonly reason: string },
): readonly HeadRecord[] {
  return wrong.map((head) => ({ kind: 'clock', at, ...head, note: `${who}: ${reason}` }));
}
