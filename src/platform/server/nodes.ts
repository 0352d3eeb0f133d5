import { randomUUID } from 'node:crypto';
import { minutes } from './clock.ts';
import type { Database, Tx } from './database.ts';
import type { Log } from './log.ts';

export interface NodeParts {
  readonly database: Database;
  readonly log: Log;
  /** Roles of this process, such as `web` and `worker`. */
  readonly roles: readonly string[];
  /** Version of the product. */
  readonly version: string;
}

export interface RunningNode {
  /** Identifies the process while it runs. */
  readonly id: string;
  /** Signs off, so that an ended process does not count as silent. */
  stop(): Promise<void>;
}

const interval = minutes(1);

/** Sends heartbeats with the version of this process, so that operators see updates in progress and dead processes. */
export async function keepNode(parts: NodeParts): Promise<RunningNode> {
  const { database, log } = parts;
  const id = randomUUID();
  const beat = async () => {
    await database
      .atGate((tx) => showLife(tx, id, parts))
      .catch((error: unknown) => log.warn({ err: error }, 'the heartbeat of this process failed'));
  };
  let beating = beat();
  await beating;
  const timer = setInterval(() => {
    beating = beat();
  }, interval);
  return {
    id,
    stop: async () => {
      clearInterval(timer);
      await beating;
      await database
        .atGate((tx) => tx.query('delete from node where id = $1', [id]))
        .catch((error: unknown) => log.warn({ err: error }, 'this process could not be deregistered'));
    },
  };
}

/** Dead processes are shown for a day. */
async function showLife(tx: Tx, id: string, { roles, version }: NodeParts): Promise<void> {
  await tx.query(
    `insert into node (id, roles, version, runtime) values ($1, $2, $3, $4)
     on conflict (id) do update set heartbeat_at = clock_timestamp()`,
    [id, roles, version, process.version],
  );
  await tx.query("delete from node where heartbeat_at < clock_timestamp() - interval '1 day'");
}
