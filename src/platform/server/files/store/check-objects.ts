import type { Database } from '../../database.ts';
import type { FileStore, MovableFile } from './file-store.ts';
import { FileDamaged } from './files-away.ts';
import { verified } from './keep-files.ts';
import type { ObjectStore } from './object-store.ts';

/** What a check of the store found. */
export interface CheckedObjects {
  readonly objects: number;
  /** Keys in the store that the database does not know. */
  readonly orphans: readonly string[];
  /** Keys of files whose bytes are not in the store. */
  readonly missing: readonly string[];
}

interface Known {
  readonly object_key: string;
  readonly is_needed: boolean;
}

/**
 * Compares all objects of the store with the files of the database, also while people work. Changes nothing: an
 * orphan may belong to another installation, or to files that a restored backup does not know.
 */
export async function checkObjects(database: Database, store: ObjectStore): Promise<CheckedObjects> {
  const orphans: string[] = [];
  const missing: string[] = [];
  let objects = 0;
  for (let after = ''; ; ) {
    const page = await store.page(after);
    const end = page.isLast ? null : (page.objects.at(-1)?.key ?? null);
    const known = await database.atGate((tx) =>
      tx.fixed<Known>('select object_key, is_needed from app.known_objects($1, $2)', [after, end]),
    );
    const listed = new Set(page.objects.map(({ key }) => key));
    const expected = new Set(known.map((one) => one.object_key));
    objects += listed.size;
    for (const key of listed) if (!expected.has(key) && (await isThere(store, key))) orphans.push(key);
    for (const { object_key: key, is_needed } of known)
      if (is_needed && !listed.has(key) && !(await isThere(store, key))) missing.push(key);
    if (end === null) return { objects, orphans, missing };
    after = end;
  }
}

/** Objects come and go while they are listed. */
async function isThere(store: ObjectStore, key: string): Promise<boolean> {
  try {
    await store.get(key, 0, 1);
    return true;
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    return false;
  }
}

/** Reads every file of a place; yields those whose bytes are missing or differ from those that arrived. */
export async function* damagedFiles(place: FileStore): AsyncGenerator<MovableFile> {
  for (let last: MovableFile | null = null; ; ) {
    const files: readonly MovableFile[] = await place.files(last);
    for (const file of files) if (!(await isSound(place, file))) yield file;
    last = files.at(-1) ?? null;
    if (last === null) return;
  }
}

async function isSound(place: FileStore, file: MovableFile): Promise<boolean> {
  try {
    for await (const _ of verified(file, place.chunks(file)));
    return true;
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    return false;
  }
}
