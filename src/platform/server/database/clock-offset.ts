import { type Clock, systemClock } from '../clock.ts';

/** The clock of the database compared with that of this machine. */
export interface ClockOffset {
  /** Time of the database, in milliseconds since 1970. */
  readonly now: number;
  /**
   * Seconds by which the database is certainly ahead, negative if behind (TECH-22, AUD-10); the uncertainty of the
   * round trip does not count as offset.
   */
  readonly aheadSeconds: number;
}

/** @param ask runs a statement and returns its rows */
export async function clockOffset(
  ask: (statement: string) => Promise<readonly { readonly now: number }[]>,
  clock: Clock = systemClock,
): Promise<ClockOffset> {
  const sent = clock.now().getTime();
  const [row] = await ask('select (extract(epoch from clock_timestamp()) * 1000)::double precision as now');
  const received = clock.now().getTime();
  const now = row?.now ?? Number.NaN;
  return { now, aheadSeconds: (Math.max(0, now - received) - Math.max(0, sent - now)) / 1000 };
}
