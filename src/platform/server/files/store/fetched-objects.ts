import { createHash } from 'node:crypto';
import { FileDamaged, FilesAway } from './files-away.ts';
import type { ObjectStore } from './object-store.ts';
import { chunksOf, openChunks, type StoredObject, sealedRange } from './sealing.ts';

/** Whole files that were fetched for a transaction, by the keys of their objects. */
export type FetchedObjects = Map<string, Buffer>;

/** A file of the store with the hash of its bytes on arrival. */
export interface WholeObject extends StoredObject {
  readonly sha256: Buffer;
}

/**
 * Ends a transaction that needs the bytes of files from the store: they are fetched while no connection is held, and
 * the transaction runs again.
 */
export class ObjectsNeeded extends Error {
  readonly objects: readonly WholeObject[];

  constructor(objects: readonly WholeObject[]) {
    super('bytes of the object store are needed');
    this.objects = objects;
  }
}

/** Chunks fetched with one call: 4 MiB, below the longest answer of `callHttp`. */
const chunksAtOnce = 16;

/**
 * The bytes of a file. Throws `FileDamaged` if they differ from those that arrived, and `FilesAway` if the store
 * cannot be used.
 */
export async function wholeObject(store: ObjectStore | null, object: WholeObject): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of objectChunks(store, object)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (!createHash('sha256').update(bytes).digest().equals(object.sha256))
    throw new FileDamaged(`the object ${object.key} differs from the file that arrived`);
  return bytes;
}

/** The bytes of a file in chunks, each as it was stored. */
export async function* objectChunks(store: ObjectStore | null, object: StoredObject): AsyncGenerator<Buffer> {
  const count = chunksOf(object.size);
  for (let first = 0; first < count; first += chunksAtOnce)
    yield* await someChunks(store, object, first, Math.min(chunksAtOnce, count - first));
}

/** Some chunks that follow each other. */
export async function someChunks(
  store: ObjectStore | null,
  object: StoredObject,
  first: number,
  count: number,
): Promise<Buffer[]> {
  if (store === null)
    throw new FilesAway('FILES_URL is not set, but the bytes of files are in an object store.');
  const { start, length } = sealedRange(object.size, first, count);
  return openChunks(object, first, await store.get(object.key, start, length));
}
