import { setTimeout as delay } from 'node:timers/promises';
import { minutes, seconds } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { Log } from '../../../platform/server/log.ts';

/** Duration of one deleting transaction in milliseconds, which limits how long its locks block others. */
const transactionMs = 100;
/** Duration of one job in milliseconds, after which other jobs get their turn. */
const turnMs = seconds(2);
/** Delay before a failed attempt is repeated, in milliseconds. */
const patienceMs = minutes(1);

export interface DeletionParts {
  readonly database: Database;
  readonly log: Log;
}

/**
 * Executes deletions (OP-02, OP-04) in short transactions with equal pauses between them, so that it can be stopped
 * after any of them. An unfinished run queues the next one; parallel runs are harmless.
 */
export function deletionTask(parts: DeletionParts): () => Promise<void> {
  return async () => {
    if (await deletionTurn(parts, turnMs))
      await parts.database.atGate((tx) => tx.query('select app.queue_deletion()'));
  };
}

/** Works for this many milliseconds and returns whether more is left. */
export async function deletionTurn(parts: DeletionParts, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const began = performance.now();
    if (!(await workOnce(parts))) return false;
    if (performance.now() >= end) return true;
    await delay(performance.now() - began);
  }
}

/** One short transaction of the deletion that waited longest; returns false if there is nothing to do. */
export async function workOnce({ database, log }: DeletionParts): Promise<boolean> {
  const next = await database.atGate((tx) =>
    tx.maybeOne<{ id: number }>(
      `select id from deletion
       where state = 'running' and (problem is null or worked_at < clock_timestamp() - $1 * interval '1 millisecond')
       order by worked_at nulls first, id limit 1`,
      [patienceMs],
    ),
  );
  if (!next) return false;
  try {
    await database.atGate((tx) => tx.fixed('select app.work_deletion($1, $2)', [next.id, transactionMs]));
  } catch (error) {
    log.error({ err: error, deletion: next.id }, 'a deletion failed and is retried');
    await database.atGate((tx) =>
      tx.fixed('update deletion set problem = $2, worked_at = clock_timestamp() where id = $1', [
        next.id,
        String(error).slice(0, 500),
      ]),
    );
  }
  return true;
}
