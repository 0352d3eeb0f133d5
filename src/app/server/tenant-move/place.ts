import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { copySettings } from '../../../platform/server/backup/backup.ts';
import { days } from '../../../platform/server/clock.ts';
import { limitedConnection, longAct } from '../../../platform/server/database/limits.ts';
import { PrimaryClient } from '../../../platform/server/database/primary.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { StartError } from '../../../platform/server/start-error.ts';

/** An installation that a tenant moves from or to. */
export interface Place {
  /** The database as its owner, not subject to row-level security. */
  readonly ownerUrl: string;
  readonly secrets: Pick<Secrets, 'seal' | 'unseal'>;
  /** Where people reach it, such as https://kontor.example.com. */
  readonly origin: string;
}

/** A place with the connection that holds the lock of the move. */
export interface OpenPlace extends Place {
  readonly control: pg.Client;
}

/** Large files take long; nobody waits for the connections of a move. */
const longestStep = days(1);

/** An open connection whose values have the format of a backup; it is closed with `open`. */
export async function connected(
  ownerUrl: string,
  open: AsyncDisposableStack,
  kind: 'usual' | 'replication' = 'usual',
): Promise<pg.Client> {
  const address = new URL(ownerUrl);
  if (kind === 'replication') address.searchParams.set('replication', 'database');
  const client = new PrimaryClient({
    ...limitedConnection(longAct(longestStep)),
    connectionString: address.href,
    application_name: 'kontor move',
  });
  // The next statement reports a lost connection.
  client.on('error', () => {});
  await client.connect();
  open.defer(() => client.end());
  await client.query(copySettings);
  return client;
}

/** Connects to a place, until `open` is closed. */
export async function openPlace(place: Place, open: AsyncDisposableStack): Promise<OpenPlace> {
  return { ...place, control: await connected(place.ownerUrl, open) };
}

/**
 * Claims the tenant at a place, until its connection is closed or this process ends.
 *
 * @throws StartError while another process moves the tenant
 */
export async function claim({ control }: OpenPlace, tenantId: number): Promise<void> {
  const { rows } = await control.query<{ is_held: boolean }>(
    'select pg_try_advisory_lock(app.move_key($1)) as is_held',
    [tenantId],
  );
  if (!rows[0]?.is_held) throw new StartError('Another process is moving this tenant. Nothing was changed.');
}

/** Asks every few milliseconds until the answer is true; returns whether it was within `patience` milliseconds. */
export async function until(patience: number, ask: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + patience;
  for (;;) {
    if (await ask()) return true;
    if (performance.now() > deadline) return false;
    await delay(50);
  }
}
