import type { Database } from './database.ts';

/** Kinds of unknown credentials; must match `unknown_access_code_check` in the database. */
export type UnknownAccess = 'unknown_link' | 'unknown_token' | 'unknown_session';

type Gate = Pick<Database, 'atGate'>;

interface Batch {
  readonly counts: Map<UnknownAccess, number>;
  readonly written: Promise<void>;
}

/** By database: counts waiting for the current write, and the end of the newest write. */
const waiting = new WeakMap<Gate, Batch>();
const newest = new WeakMap<Gate, Promise<void>>();

/**
 * Counts an unknown link or token (AUTH-35); stores nothing of it. One write at a time: counts that arrive meanwhile
 * are added up for the next write, so that an attacker occupies one connection at most.
 */
export async function countUnknown(database: Gate, what: UnknownAccess): Promise<void> {
  const batch = waiting.get(database) ?? nextBatch(database);
  batch.counts.set(what, (batch.counts.get(what) ?? 0) + 1);
  await batch.written;
}

function nextBatch(database: Gate): Batch {
  const counts = new Map<UnknownAccess, number>();
  const before = newest.get(database) ?? Promise.resolve();
  const written = before.then(async () => {
    waiting.delete(database);
    const counted = JSON.stringify(Object.fromEntries(counts));
    await database.atGate((tx) => tx.fixed('select app.count_unknown($1)', [counted]));
  });
  const batch = { counts, written };
  waiting.set(database, batch);
  // Its waiting callers get the failure; the next write runs anyway.
  newest.set(
    database,
    written.catch(() => {}),
  );
  return batch;
}
