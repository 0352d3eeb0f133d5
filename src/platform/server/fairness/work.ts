import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Effort } from './accounts.ts';

/** The caller on whose account work is counted. */
export interface Asker {
  spend(effort: Effort, amount: number): void;
  /** Lets others go first, as long as is fair. */
  turn(): Promise<void>;
}

const askers = new AsyncLocalStorage<Asker>();

/** Counts everything that `run` does, now and later, for the asker. */
export function workFor<T>(asker: Asker, run: () => T): T {
  return askers.run(asker, run);
}

/** Counted work is synchronous, so nested calls are already included. */
let isCounting = false;

/** Does synchronous work and counts its CPU milliseconds once. */
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

/** CPU time to move a megabyte in or out, in milliseconds. */
const movingMs = 10;

/** Counts the CPU time for moving so many bytes, which happens later together with other transfers. */
export function countMoved(bytes: number, asker = askers.getStore()): void {
  asker?.spend('loop', (bytes / 1024 / 1024) * movingMs);
}

/** CPU overhead of a transaction in driver and garbage collection, in milliseconds. */
const effortOfTransaction = 0.5;

/**
 * Counts how long `work` holds a database connection. A holder never yields, because others may wait for its locks.
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

/** Yields before the next piece of long work; heavy users wait for others (API-48). */
export async function othersTurn(): Promise<void> {
  const asker = askers.getStore();
  await (asker ? asker.turn() : nextTurn());
}
