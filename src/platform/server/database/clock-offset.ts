import { seconds } from '../clock.ts';
import type { Tx } from '../database.ts';

/** A node whose clock differs by more takes no scheduled work (AUD-10), in milliseconds. */
const longestOffset = seconds(5);

/** The clock of the database beside that of this machine, in milliseconds. */
export interface ClockOffset {
  /** What the database says, since 1970. */
  readonly now: number;
  /** How far this machine is surely ahead, negative where it is behind: what the way there and back leaves open is no offset. */
  readonly offset: number;
}

export async function clockOffset(tx: Tx): Promise<ClockOffset> {
  const sent = Date.now();
  const { now } = await tx.one<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::double precision as now',
  );
  const received = Date.now();
  return { now, offset: Math.max(0, sent - now) - Math.max(0, now - received) };
}

/** Whether an offset is so large that the node takes no scheduled work. */
export function isWrongClock(offset: number): boolean {
  return Math.abs(offset) > longestOffset;
}
