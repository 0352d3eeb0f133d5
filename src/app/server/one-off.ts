import type { Configuration } from '../../platform/server/configuration.ts';
import { embeddedSettings, startEmbeddedPostgres } from '../../platform/server/database/embedded-postgres.ts';
import { holdInstanceLock } from '../../platform/server/database/instance-lock.ts';
import { webRole } from '../../platform/server/database/migrate.ts';
import { type Database, openDatabase } from '../../platform/server/database.ts';
import { databaseName } from './product.ts';

export interface OpenData {
  /** The address of the database's owner, past all walls. */
  readonly ownerUrl: string;
  readonly database: Database;
}

/**
 * Runs a command of the console on the product's database, whether or not the product is running: an embedded
 * server that runs is shared, one that does not is started and ended again.
 */
export async function withData<T>(
  configuration: Configuration,
  run: (data: OpenData) => Promise<T>,
): Promise<T> {
  return await withAddresses(configuration, async ({ ownerUrl, webUrl }) => {
    const database = openDatabase(webUrl, { size: 2 });
    try {
      return await run({ ownerUrl, database });
    } finally {
      await database.close();
    }
  });
}

/** As `withData`, for a command that connects itself. */
export async function withAddresses<T>(
  configuration: Configuration,
  run: (addresses: { readonly ownerUrl: string; readonly webUrl: string }) => Promise<T>,
): Promise<T> {
  await using open = new AsyncDisposableStack();
  return await run(configuration.database ?? (await openEmbedded(configuration, open)));
}

/**
 * Runs a command of the console on the database's owner address while the product does not run.
 *
 * @throws AlreadyRunning when it does, on the embedded server; elsewhere the command itself has to look
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
  const lock = await holdInstanceLock(ownerUrl, 'a command of the console', () => {});
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
    // A product that starts meanwhile must not adopt the server that is about to end.
    const lock = await holdInstanceLock(ownerUrl, 'a command of the console', () => {});
    open.defer(() => {
      lock.expectEnd();
      return postgres.stop();
    });
  }
  const login = { username: webRole, password: configuration.webPassword };
  return { ownerUrl, webUrl: Object.assign(new URL(ownerUrl), login).href };
}
