import type { Configuration } from '../../platform/server/configuration.ts';
import { embeddedSettings, startEmbeddedPostgres } from '../../platform/server/database/embedded-postgres.ts';
import { holdInstanceLock } from '../../platform/server/database/instance-lock.ts';
import { webRole } from '../../platform/server/database/migrate.ts';
import { type Database, openDatabase } from '../../platform/server/database.ts';
import { databaseName } from './product.ts';

export interface OpenData {
  /** The database's owner, not subject to row-level security. */
  readonly ownerUrl: string;
  readonly database: Database;
}

/**
 * Runs a console command on the product's database, whether or not the product is running: a running embedded server
 * is shared, otherwise one is started and stopped.
 */
export async function withData<T>(
  configuration: Configuration,
  run: (data: OpenData) => Promise<T>,
): Promise<T> {
  return await withAddresses(configuration, async ({ ownerUrl, webUrl }) => {
    const database = openDatabase(webUrl, { size: 2, filesUrl: configuration.filesUrl });
    try {
      return await run({ ownerUrl, database });
    } finally {
      await database.close();
    }
  });
}

/** As `withData`, for a command with its own connection. */
export async function withAddresses<T>(
  configuration: Configuration,
  run: (addresses: { readonly ownerUrl: string; readonly webUrl: string }) => Promise<T>,
): Promise<T> {
  await using open = new AsyncDisposableStack();
  return await run(configuration.database ?? (await openEmbedded(configuration, open)));
}

/**
 * Runs a console command with the database's owner address while the product is stopped.
 *
 * @throws AlreadyRunning if it is running on the embedded server; elsewhere the command itself has to check
 */
export async function withStoppedProduct<T>(
  configuration: Configuration,
  run: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (configuration.database) return await run(configuration.database.ownerUrl);
  await using open = new AsyncDisposableStack();
  const postgres = await startEmbeddedPostgres(configuration.dataDirectory, { settings: embeddedSettings });
  await postgres.ensureDatabase(databaseName);
  const ownerUrl = postgres.ownerUrl(databaseName);
  const lock = await holdInstanceLock(ownerUrl, 'a console command', () => {});
  open.defer(() => {
    lock.expectEnd();
    return postgres.stop();
  });
  return await run(ownerUrl);
}

async function openEmbedded(
  configuration: Configuration,
  open: AsyncDisposableStack,
): Promise<{ ownerUrl: string; webUrl: string }> {
  const postgres = await startEmbeddedPostgres(configuration.dataDirectory);
  await postgres.ensureDatabase(databaseName);
  const ownerUrl = postgres.ownerUrl(databaseName);
  if (!postgres.wasAdopted) {
    // A product that starts meanwhile must not adopt a server that is about to stop.
    const lock = await holdInstanceLock(ownerUrl, 'a console command', () => {});
    open.defer(() => {
      lock.expectEnd();
      return postgres.stop();
    });
  }
  const login = { username: webRole, password: configuration.webPassword };
  return { ownerUrl, webUrl: Object.assign(new URL(ownerUrl), login).href };
}
