import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Effort } from './accounts.ts';

/** For whom something is done. */
export interface Asker {
  spend(effort: Effort, amount: number): void;
  /** Lets others go first, for as long as is fair. */
  turn(): Promise<void>;
}

const askers = new AsyncLocalStorage<Asker>();

/** Whatever `run` does, now and later, is counted as done for the asker. */
export function workFor<T>(asker: Asker, run: () => T): T {
  return askers.run(asker, run);
}

/** Nothing interrupts a piece of work, so that what is counted within it is a part of it. */
let isCounting = false;

/** Does a piece of work that nothing interrupts, and counts the milliseconds of the processor that it takes, once. */
export function counted<T>(work: () => T, asker = askers.getStore()): T {
  if (!asker || isCounting) return work();
  isCounting = true;
  const before = process.threadCpuUsage();
  try {
    return work();
  } finally {
    isCounting = false;
    const { user, system } = process.threadCpuUsage(before);
    asker.spend('loop', (user + system) / 1000);
  }
}

/** What the process does to move a megabyte in or out, in milliseconds of its processor. */
const movingMs = 10;

/** Counts what moving so many bytes takes, which happens later, in one piece with what others move. */
export function countMoved(bytes: number, asker = askers.getStore()): void {
  asker?.spend('loop', (bytes / 1024 / 1024) * movingMs);
}

/** What the process does for a transaction besides: the driver, and what it leaves to tidy up, in milliseconds of its processor. */
const effortOfTransaction = 0.5;

/**
 * Counts the time for which `work` holds a connection of the database. Whoever holds one, and perhaps locks that others wait
 * for, is not made to stand aside.
 */
export async function countedInDatabase<T>(work: () => Promise<T>): Promise<T> {
  const asker = askers.getStore();
  if (!asker) return await work();
  const begun = performance.now();
  try {
    return await askers.run({ spend: (...spent) => asker.spend(...spent), turn: nextTurn }, work);
  } finally {
    asker.spend('database', performance.now() - begun);
    asker.spend('loop', effortOfTransaction);
  }
}

/** Others have the processor before the next piece of long work; whoever has used much waits for them (API-48). */
export async function othersTurn(): Promise<void> {
  const asker = askers.getStore();
  await (asker ? asker.turn() : nextTurn());
}
