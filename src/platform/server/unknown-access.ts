import type { Database } from './database.ts';

/** What was shown to log in with and is nobody's, as the database checks it (`unknown_access_code_check`). */
export type UnknownAccess = 'unknown_link' | 'unknown_token' | 'unknown_session';

type Gate = Pick<Database, 'atGate'>;

interface Batch {
  readonly counts: Map<UnknownAccess, number>;
  readonly written: Promise<void>;
}

/** What waits for the write before it, and the end of the newest write, by database. */
const waiting = new WeakMap<Gate, Batch>();
const newest = new WeakMap<Gate, Promise<void>>();

/**
 * Counts a link or token that nobody knows (AUTH-35); nothing of it is kept. Writes at most one row of the hour at a time: whatever
 * comes meanwhile is added up and written at once, so that somebody who tries many holds one connection.
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
  // Whoever waits for it hears of a failure; the next one is written all the same.
  newest.set(
    database,
    written.catch(() => {}),
  );
  return batch;
}
