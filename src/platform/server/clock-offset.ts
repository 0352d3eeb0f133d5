import type { Clock } from './clock.ts';

/**
 * By how many seconds the clock of the database is ahead of ours (TECH-22); the way there and back is taken in the middle.
 *
 * @param ask runs a statement and answers its rows
 */
export async function clockOffset(
  ask: (statement: string) => Promise<readonly { readonly now: string }[]>,
  clock: Clock,
): Promise<number> {
  const before = clock.now().getTime();
  const [row] = await ask('select (extract(epoch from clock_timestamp()) * 1000)::text as now');
  return (Number(row?.now) - (before + clock.now().getTime()) / 2) / 1000;
}
