/**
 * `npm run files`: tells where the bytes of files are (TECH-16). `--to store` and `--to database` move them there while
 * people work; `--check` compares the object store with the database, and with `--bytes` reads every file of both.
 */
import { parseArgs } from 'node:util';
import { type OpenData, withData } from '../src/app/server/one-off.ts';
import { verifyingClient } from '../src/features/audit/server/verifying-client.ts';
import { readConfiguration } from '../src/platform/server/configuration.ts';
import type { Database } from '../src/platform/server/database.ts';
import { checkObjects, damagedFiles } from '../src/platform/server/files/store/check-objects.ts';
import { objectFiles } from '../src/platform/server/files/store/file-store.ts';
import { FilesAway } from '../src/platform/server/files/store/files-away.ts';
import {
  belongIn,
  type FilePlace,
  fileFigures,
  lockObjects,
  moveFiles,
} from '../src/platform/server/files/store/keep-files.ts';
import type { ObjectStore } from '../src/platform/server/files/store/object-store.ts';
import { verifyFiles } from '../src/platform/server/files/verify-files.ts';
import { runCommand, UsageError } from './command.ts';

const usage = 'npm run files [-- --to store | --to database | --check [--bytes]]';

async function tell(database: Database): Promise<void> {
  const { place, waiting, loose, locked } = await fileFigures(database);
  console.log(`Files belong in the ${place === 'store' ? 'object store' : 'database'}.`);
  console.log(`${waiting} files are in the database and could be in the object store.`);
  console.log(
    `${loose} objects of deleted or moved files are not removed yet; ${locked} of them are locked.`,
  );
}

async function move(database: Database, store: ObjectStore, place: FilePlace): Promise<boolean> {
  await belongIn(database, place);
  let damaged = 0;
  const moved = await moveFiles(
    {
      database,
      store,
      isOver: () => false,
      onDamaged: ({ tenantId, id }, { message }) => {
        damaged += 1;
        console.log(`tenant ${tenantId}: file ${id} was not moved: ${message}`);
      },
    },
    place,
  );
  console.log(`Moved ${moved} files; ${damaged} are damaged.`);
  return damaged === 0;
}

/** Checks both places, also if the first is not well. */
async function check({ database, ownerUrl }: OpenData, readsBytes: boolean): Promise<boolean> {
  const { objects: store } = database;
  const isStoreWell = store === null || (await checkStore(database, store, readsBytes));
  return (!readsBytes || (await checkDatabase(ownerUrl))) && isStoreWell;
}

async function checkStore(database: Database, store: ObjectStore, readsBytes: boolean): Promise<boolean> {
  await lockObjects(database, store, () => false, true);
  const { objects, orphans, missing } = await checkObjects(database, store);
  for (const key of orphans) console.log(`orphan: no file belongs to the object ${key}`);
  for (const key of missing) console.log(`missing: the object ${key} of a file`);
  let damaged = 0;
  if (readsBytes)
    for await (const { tenantId, id } of damagedFiles(objectFiles(database, store))) {
      damaged += 1;
      console.log(`damaged: file ${id} of tenant ${tenantId}`);
    }
  const read = readsBytes ? `, ${damaged} damaged files` : '';
  console.log(`${objects} objects: ${orphans.length} orphans, ${missing.length} missing${read}`);
  return orphans.length + missing.length + damaged === 0;
}

async function checkDatabase(ownerUrl: string): Promise<boolean> {
  const client = await verifyingClient(ownerUrl);
  try {
    const { files, disagreeing } = await verifyFiles(client);
    for (const { tenant, id, name } of disagreeing)
      console.log(`damaged: file ${id} (${name}) of tenant ${tenant}`);
    console.log(`${files} files in the database: ${disagreeing.length} damaged files`);
    return disagreeing.length === 0;
  } finally {
    await client.end();
  }
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      check: { type: 'boolean', default: false },
      bytes: { type: 'boolean', default: false },
    },
  });
  const { to } = values;
  if (to !== undefined && to !== 'store' && to !== 'database') throw new UsageError(usage);
  if ((to !== undefined && values.check) || (values.bytes && !values.check)) throw new UsageError(usage);
  await withData(readConfiguration(process.env), async (data) => {
    const { database } = data;
    const { objects: store } = database;
    if (to === undefined && !values.check) return await tell(database);
    if (store === null && !values.bytes)
      throw new UsageError('FILES_URL is not set: all files are in the database.');
    try {
      const isWell = store !== null && to ? await move(database, store, to) : await check(data, values.bytes);
      process.exitCode = isWell ? 0 : 1;
    } catch (error) {
      throw error instanceof FilesAway ? new UsageError(error.message) : error;
    }
  });
});
