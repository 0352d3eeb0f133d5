import { setTimeout as delay } from 'node:timers/promises';
import { minutes, seconds } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { Log } from '../../../platform/server/log.ts';

/** How long one transaction takes away rows, in milliseconds: nobody waits longer for what it has locked. */
const transactionMs = 100;
/** How long one entry of the queue works, in milliseconds, before others have their turn. */
const turnMs = seconds(2);
/** When what has failed is tried again, in milliseconds. */
const patienceMs = minutes(1);

export interface DeletionParts {
  readonly database: Database;
  readonly log: Log;
}

/**
 * Works off deletions (OP-02, OP-04): many short transactions, with as much time for others in between, so that it may end or
 * be killed after any of them. A turn that leaves something queues the next one; several at once do no harm.
 */
export function deletionTask(parts: DeletionParts): () => Promise<void> {
  return async () => {
    if (await deletionTurn(parts, turnMs))
      await parts.database.atGate((tx) => tx.query('select app.queue_deletion()'));
  };
}

/** Works for so many milliseconds and answers whether there is more to do. */
export async function deletionTurn(parts: DeletionParts, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const began = performance.now();
    if (!(await workOnce(parts))) return false;
    if (performance.now() >= end) return true;
    await delay(performance.now() - began);
  }
}

/** One short transaction of the deletion that waits longest; answers false when there is nothing to do now. */
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
    log.error({ err: error, deletion: next.id }, 'a deletion did not go on');
    await database.atGate((tx) =>
      tx.fixed('update deletion set problem = $2, worked_at = clock_timestamp() where id = $1', [
        next.id,
        String(error).slice(0, 500),
      ]),
    );
  }
  return true;
}
