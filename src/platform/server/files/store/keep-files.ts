import { createHash } from 'node:crypto';
import { firstFailure } from '../../database/first-failure.ts';
import type { Database } from '../../database.ts';
import type { Log } from '../../log.ts';
import {
  databaseFiles,
  endOfLock,
  type FileStore,
  type MovableFile,
  objectFiles,
  upkeepOf,
} from './file-store.ts';
import { FileDamaged, FilesAway } from './files-away.ts';
import type { ObjectStore } from './object-store.ts';
import { chunksOf } from './sealing.ts';

/** Where files belong. */
export type FilePlace = 'store' | 'database';

export interface Moving {
  readonly database: Database;
  readonly store: ObjectStore;
  /** Whether to stop before the next file. */
  readonly isOver: () => boolean;
  /** Called for every file that cannot be moved because its bytes differ from those that arrived. */
  readonly onDamaged: (file: MovableFile, error: FileDamaged) => void;
}

/** Duration of a run in milliseconds; the next minute continues. */
const longestTurn = 45_000;

/** Worker jobs for the files of an object store. A store that is away is told in the log, and asked again next time. */
export interface FileTasks {
  /**
   * Every minute: moves files to the place where they belong while people work, and removes objects that no file
   * needs. It may be killed at any time and run in parallel.
   */
  readonly move: () => Promise<void>;
  /** Every hour: locks what got a retention after it was stored. */
  readonly lock: () => Promise<void>;
}

export function fileTasks(database: Database, store: ObjectStore, log: Log): FileTasks {
  const told = new Set<string>();
  const onDamaged: Moving['onDamaged'] = ({ tenantId, id }, error) => {
    if (!told.has(id)) log.error({ err: error, tenant: tenantId, file: id }, 'a stored file is damaged');
    told.add(id);
  };
  const task = (run: (isOver: () => boolean) => Promise<unknown>) => async () => {
    const begun = performance.now();
    try {
      await run(() => performance.now() - begun > longestTurn);
    } catch (error) {
      if (!(error instanceof FilesAway)) throw error;
      log.warn({ err: error }, 'the object store cannot be used');
    }
  };
  return {
    move: task(async (isOver) => {
      await moveFiles({ database, store, isOver, onDamaged }, await placeOfFiles(database));
      await dropObjects(database, store, isOver);
    }),
    lock: task((isOver) => lockObjects(database, store, isOver)),
  };
}

/** Where files belong; the same for all nodes. */
export async function placeOfFiles(database: Database): Promise<FilePlace> {
  const { place } = await database.atGate((tx) =>
    tx.one<{ place: FilePlace }>('select place from file_place'),
  );
  return place;
}

/** Says for all nodes where files belong; the worker moves them. */
export async function belongIn(database: Database, place: FilePlace): Promise<void> {
  await database.atGate((tx) => tx.fixed('update file_place set place = $1', [place]));
}

/** Files moved at the same time; each is in memory up to the length of a part. */
const atOnce = 4;

/** Moves every file that is in the other place; returns how many were moved. Throws `FilesAway`. */
export async function moveFiles(moving: Moving, place: FilePlace): Promise<number> {
  const { database, store, isOver } = moving;
  const places = [databaseFiles(database), objectFiles(database, store)] as const;
  const [from, to] = place === 'store' ? places : ([places[1], places[0]] as const);
  let moved = 0;
  let last: MovableFile | null = null;
  for (;;) {
    const files: readonly MovableFile[] = await from.files(last);
    for (let next = 0; next < files.length; next += atOnce) {
      if (isOver()) return moved;
      const some = files.slice(next, next + atOnce).map((file) => move(moving, file, from, to));
      moved += (await firstFailure(...some)).filter(Boolean).length;
    }
    last = files.at(-1) ?? null;
    if (last === null) return moved;
  }
}

/** Returns whether it moved the file; one that is damaged is told and stays. */
async function move(
  { onDamaged }: Moving,
  file: MovableFile,
  from: FileStore,
  to: FileStore,
): Promise<boolean> {
  try {
    if (!file.isLeftOver) return await to.take(file, verified(file, from.chunks(file)));
    await from.drop(file);
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    onDamaged(file, error);
  }
  return false;
}

/** Fails before the last chunk if the bytes differ from those that arrived. */
export async function* verified(file: MovableFile, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const bytes of chunks) {
    hash.update(bytes);
    count += 1;
    if (count === chunksOf(file.size) && !hash.digest().equals(file.sha256))
      throw new FileDamaged(`file ${file.id} differs from what arrived`);
    yield bytes;
  }
  if (count < chunksOf(file.size)) throw new FileDamaged(`file ${file.id} is incomplete`);
}

interface LockedRow {
  readonly tenant_id: number;
  readonly file_id: string;
  readonly object_key: string;
  readonly kept_until: string;
}

/**
 * Locks objects whose files got a retention after they were stored, where the bucket offers it.
 *
 * @param all also prolong locks whose files are kept longer by now: reads all files of the store
 */
export async function lockObjects(
  database: Database,
  store: ObjectStore,
  isOver: () => boolean,
  all = false,
): Promise<void> {
  if (!(await store.features()).hasLock) return;
  const inTenant = upkeepOf(database);
  let last = { tenant_id: 0, file_id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { tenant_id, file_id } = last;
    const rows = await database.atGate((tx) =>
      tx.fixed<LockedRow>('select * from app.objects_to_lock($1, $2, $3, 100)', [tenant_id, file_id, all]),
    );
    for (const row of rows) {
      if (isOver()) return;
      const end = endOfLock(row.kept_until);
      if (!end) continue;
      await store.lock(row.object_key, end);
      await inTenant(row.tenant_id, (tx) =>
        tx.fixed('update file_object set locked_until = $2 where file_id = $1', [
          row.file_id,
          row.kept_until,
        ]),
      );
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end;
  }
}

/** Removes objects that no file needs any more. */
async function dropObjects(database: Database, store: ObjectStore, isOver: () => boolean): Promise<void> {
  for (;;) {
    const rows = await database.atGate((tx) =>
      tx.fixed<{ object_key: string }>('select object_key from app.objects_to_drop(100)'),
    );
    if (rows.length === 0) return;
    for (const { object_key: key } of rows) {
      if (isOver()) return;
      const outcome = await store.remove(key);
      await database.atGate((tx) =>
        outcome === 'removed'
          ? tx.fixed('delete from loose_object where object_key = $1', [key])
          : tx.fixed(
              "update loose_object set problem = 'locked', drop_after = now() + interval '1 day' where object_key = $1",
              [key],
            ),
      );
    }
  }
}

export interface FileFigures {
  readonly place: FilePlace;
  /** Whether bytes of files are in a store. */
  readonly hasStored: boolean;
  /** Files in the database that could be in the store, counted up to 10,000. */
  readonly waiting: number;
  readonly oldestWaitingSeconds: number;
  /** Objects that no file needs and that are not removed yet. */
  readonly loose: number;
  /** Those of them that the store does not remove yet, since they are locked. */
  readonly locked: number;
}

/** How the files of the installation are kept. */
export async function fileFigures(database: Database): Promise<FileFigures> {
  return await database.atGate((tx) =>
    tx.one<FileFigures>(
      `select p.place, f.has_stored as "hasStored", f.waiting, f.oldest_waiting_seconds as "oldestWaitingSeconds", f.loose, f.locked
       from app.file_figures() f cross join file_place p`,
    ),
  );
}
