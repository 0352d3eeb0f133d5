import { randomBytes, randomUUID } from 'node:crypto';
import { after, hours } from '../../clock.ts';
import type { Database, Tx } from '../../database.ts';
import { objectChunks } from './fetched-objects.ts';
import { FileDamaged } from './files-away.ts';
import type { ObjectStore } from './object-store.ts';
import { chunksOf, sealChunk, sealedLength } from './sealing.ts';

/** A complete file, whichever place its bytes are in. */
export interface MovableFile {
  readonly tenantId: number;
  readonly id: string;
  readonly size: number;
  /** Of the bytes that arrived. */
  readonly sha256: Buffer;
  /** Last day of its retention; null for none, or where it does not matter. */
  readonly keptUntil: string | null;
  /** Its bytes are in the other place already; the copy here is left over. */
  readonly isLeftOver: boolean;
}

/** A place for the bytes of files: the database, or an object store (TECH-16). Files move between both. */
export interface FileStore {
  /** Some files whose bytes are here, after one of them; none at the end. */
  files(after: MovableFile | null): Promise<readonly MovableFile[]>;
  /** The bytes of a file in chunks. */
  chunks(file: MovableFile): AsyncIterable<Buffer>;
  /**
   * Takes over the bytes of a file from the other place, which gives them up in the same transaction. Returns whether
   * it did: a file deleted or moved meanwhile is left. An attempt that breaks changes nothing that people see.
   */
  take(file: MovableFile, chunks: AsyncIterable<Buffer>): Promise<boolean>;
  /** Deletes the bytes of a file that is left over. */
  drop(file: MovableFile): Promise<void>;
}

const pageLength = 100;

/** Chunks in `file_chunk`, where every file begins. */
export function databaseFiles(database: Database): FileStore {
  const inTenant = upkeepOf(database);
  return {
    files: async (last) => {
      const rows = await database.atGate((tx) =>
        tx.fixed<Row>('select * from app.files_in_database($1, $2)', [last?.id ?? null, pageLength]),
      );
      return rows.map(movable);
    },
    chunks: async function* ({ tenantId, id, size }) {
      for (let chunk = 0; chunk < chunksOf(size); chunk += 1) {
        const row = await inTenant(tenantId, (tx) =>
          tx.maybeOne<{ bytes: Buffer }>(
            'select bytes from file_chunk where file_id = $1 and chunk_no = $2',
            [id, chunk],
          ),
        );
        if (!row) throw new FileDamaged(`file ${id} lacks chunk ${chunk}`);
        yield row.bytes;
      }
    },
    take: async ({ tenantId, id }, chunks) => {
      let place = 0;
      for await (const bytes of chunks) {
        const values = [id, place, bytes];
        place += 1;
        await inTenant(tenantId, (tx) => tx.fixed(insertChunk, values));
      }
      const gone = await inTenant(tenantId, (tx) =>
        tx.fixed('delete from file_object where file_id = $1 returning file_id', [id]),
      );
      return gone.length > 0;
    },
    drop: async ({ tenantId, id }) => {
      await inTenant(tenantId, (tx) => tx.fixed('delete from file_chunk where file_id = $1', [id]));
    },
  };
}

/** A file may have been deleted meanwhile; chunks of an attempt that broke are the same. */
const insertChunk = `insert into file_chunk (tenant_id, file_id, chunk_no, bytes)
  select tenant_id, id, $2::integer, $3::bytea from file where id = $1 on conflict do nothing`;

/** Encrypted objects, whose keys tell the tenant and nothing of the file. */
export function objectFiles(database: Database, store: ObjectStore): FileStore {
  const inTenant = upkeepOf(database);
  return {
    files: async (last) => {
      const rows = await database.atGate((tx) =>
        tx.fixed<Row>(
          'select *, null as kept_until, false as is_stored from app.files_in_store($1, $2, $3)',
          [last?.tenantId ?? 0, last?.id ?? '00000000-0000-0000-0000-000000000000', pageLength],
        ),
      );
      return rows.map(movable);
    },
    chunks: async function* ({ tenantId, id, size }) {
      const kept = await inTenant(tenantId, (tx) =>
        tx.maybeOne<{ object_key: string; cipher_key: Buffer }>(
          'select object_key, cipher_key from file_object where file_id = $1',
          [id],
        ),
      );
      if (kept) yield* objectChunks(store, { key: kept.object_key, cipherKey: kept.cipher_key, size });
    },
    take: async (file, chunks) => {
      const key = `${store.prefix}${file.tenantId}/${randomUUID()}`;
      const cipherKey = randomBytes(32);
      // Written before the upload: what becomes of it, the object is known.
      await database.atGate((tx) =>
        tx.fixed("insert into loose_object (object_key, drop_after) values ($1, now() + interval '1 day')", [
          key,
        ]),
      );
      const end = endOfLock(file.keptUntil);
      await store.put(key, sealedLength(file.size), sealed(cipherKey, chunks), end);
      const { hasLock } = await store.features();
      const lockedUntil = hasLock && end ? file.keptUntil : null;
      return await inTenant(file.tenantId, (tx, gate) =>
        keep(tx, gate, file, { key, cipherKey, lockedUntil }),
      );
    },
    drop: async ({ tenantId, id }) => {
      await inTenant(tenantId, (tx) => tx.fixed('delete from file_object where file_id = $1', [id]));
    },
  };
}

interface NewObject {
  readonly key: string;
  readonly cipherKey: Buffer;
  readonly lockedUntil: string | null;
}

/** Makes an uploaded object the place of a file, unless the file is gone or in the store by now. */
async function keep(tx: Tx, gate: Tx, file: MovableFile, made: NewObject): Promise<boolean> {
  const { key, cipherKey, lockedUntil } = made;
  const found = await tx.maybeOne(
    'select from file where id = $1 and size = $2 and sha256 = $3 for no key update',
    [file.id, file.size, file.sha256],
  );
  if (!found) return false;
  const kept = await tx.fixed(
    `insert into file_object (tenant_id, file_id, object_key, cipher_key, locked_until)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning file_id`,
    [file.tenantId, file.id, key, cipherKey, lockedUntil],
  );
  if (kept.length === 0) return false;
  await tx.fixed('delete from file_chunk where file_id = $1', [file.id]);
  await gate.fixed('delete from loose_object where object_key = $1', [key]);
  return true;
}

/** A lock lasts until the day has ended in every time zone; null without one or in the past. */
export function endOfLock(keptUntil: string | null): Date | null {
  if (keptUntil === null) return null;
  const end = after(new Date(`${keptUntil}T00:00:00Z`), hours(36));
  return end.getTime() > Date.now() ? end : null;
}

async function* sealed(cipherKey: Buffer, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let place = 0;
  for await (const bytes of chunks) {
    yield sealChunk(cipherKey, place, bytes);
    place += 1;
  }
}

type Upkeep = <T>(tenantId: number, run: (tx: Tx, gate: Tx) => Promise<T>) => Promise<T>;

/** Runs as writer of a tenant, which may be archived, as its archives do (OP-03). */
export function upkeepOf(database: Database): Upkeep {
  return (tenantId, run) =>
    database.atGate(async (gate) => {
      await gate.fixed('select app.enter_for_archive($1)', [tenantId]);
      return await run(gate.as('writer'), gate);
    });
}

interface Row {
  readonly tenant_id: number;
  readonly file_id: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly kept_until: string | null;
  readonly is_stored: boolean;
}

function movable(row: Row): MovableFile {
  return {
    tenantId: row.tenant_id,
    id: row.file_id,
    size: row.size,
    sha256: row.sha256,
    keptUntil: row.kept_until,
    isLeftOver: row.is_stored,
  };
}
