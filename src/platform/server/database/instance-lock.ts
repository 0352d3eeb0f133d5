import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { limitedConnection } from './limits.ts';
import { PrimaryClient } from './primary.ts';

/** Held while a process uses the embedded data; the database releases it when the process dies. */
export interface InstanceLock {
  /** From now on the connection may end: the database is about to be stopped. */
  expectEnd(): void;
}

/** Another process uses the data; the message names it. */
class AlreadyRunning extends StartError {
  constructor(holder: string) {
    super(`Kontor is already running on this data: ${holder}.`);
    this.name = 'AlreadyRunning';
  }
}

/** Any constant, different from the lock of the migrations. */
const instanceLock = 4_211_002;

/** How long a recently killed process may still hold the lock. */
const patienceMs = 2_000;
const pauseMs = 200;

/**
 * Claims the data behind `ownerUrl` for this process, until the database stops or the process dies.
 *
 * @param label how a second instance names this one, up to 63 characters: "process 4711, http://localhost:8080"
 * @param onLost called when the connection that holds the lock breaks unexpectedly
 * @throws AlreadyRunning when another process holds it
 */
export async function holdInstanceLock(
  ownerUrl: string,
  label: string,
  onLost: () => void,
): Promise<InstanceLock> {
  const client = new PrimaryClient({
    ...limitedConnection(),
    connectionString: ownerUrl,
    application_name: label,
  });
  let isHeld = false;
  client.on('error', () => {
    if (isHeld) onLost();
  });
  await client.connect();
  for (const deadline = Date.now() + patienceMs; !(await tryLock(client)); await delay(pauseMs)) {
    if (Date.now() < deadline) continue;
    const holder = await holderOfLock(client);
    await client.end();
    throw new AlreadyRunning(holder);
  }
  isHeld = true;
  return {
    expectEnd: () => {
      isHeld = false;
    },
  };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    instanceLock,
  ]);
  return rows[0]?.got === true;
}

async function holderOfLock(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ label: string }>(
    `select application_name as label from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [instanceLock],
  );
  return rows[0]?.label ?? 'an unknown process';
}
