import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { asWriter } from '../as-role.ts';
import type { Database, Tx } from '../database.ts';
import { type DocumentKey, documentColumn } from '../document-key.ts';
import { ObjectsNeeded, someChunks } from './store/fetched-objects.ts';
import { FileDamaged } from './store/files-away.ts';
import { chunkLength, chunksOf } from './store/sealing.ts';

/** A file to store, byte for byte (ARC-01). */
export interface NewFile {
  readonly tenantId: number;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  /**
   * How it was received: uploaded by a person, in a mail, from a scanner or marketplace, inside a received document, created by the
   * product itself (also as sample data), or sent as a mail.
   */
  readonly receivedBy:
    | 'upload'
    | 'mailbox'
    | 'scanner'
    | 'marketplace'
    | 'carried'
    | 'sample'
    | 'view'
    | 'order'
    | 'letter'
    | 'mail'
    | 'documentation'
    | 'export'
    | 'import';
  readonly createdById: number | null;
  /** The document it belongs to, whose readers may see it. */
  readonly document?: DocumentKey;
  /** The intended use of a file of master data; other uses refuse it. */
  readonly purpose?: FilePurpose;
  /** Retention in years after the end of this one, unaltered (ARC-02). */
  readonly retentionYears?: number;
  /** Contains amounts, so that readers without prices may not see it (ROLE-07). */
  readonly showsAmounts?: boolean;
}

export type FilePurpose = 'image' | 'signature' | 'document';

export interface FileHead {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
}

const insertChunk = 'insert into file_chunk (tenant_id, file_id, chunk_no, bytes) values ($1, $2, $3, $4)';
const selectHead = 'select id, name, mime, size from file where id = $1';

export function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Stores a file and returns its id; `tx` acts as `writer`. */
export async function storeFile(tx: Tx, file: NewFile): Promise<string> {
  const { tenantId, bytes, document } = file;
  const [column, key] = document ? [`, ${documentColumn(document.kind)}`, ', $11'] : ['', ''];
  const { id } = await tx.one<{ id: string }>(
    `insert into file (tenant_id, name, mime, size, sha256, created_by_id, received_by, shows_amounts,
       purpose, is_master_data, retain_until${column})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9::text is not null, app.end_of_retention((now() at time zone app.time_zone())::date, $10)${key}) returning id`,
    [
      tenantId,
      file.name,
      file.mime,
      bytes.length,
      sha256Of(bytes),
      file.createdById,
      file.receivedBy,
      file.showsAmounts ?? false,
      file.purpose ?? null,
      file.retentionYears ?? null,
      ...(document ? [document.id] : []),
    ],
  );
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkLength) }, (_, chunk) =>
    tx.query(insertChunk, [
      tenantId,
      id,
      chunk,
      bytes.subarray(chunk * chunkLength, (chunk + 1) * chunkLength),
    ]),
  );
  await Promise.all(chunks);
  return id;
}

/**
 * Stores a file chunk by chunk and returns its id: it is invisible until complete, and an aborted one leaves nothing
 * behind. Chunks may have any size. Its retention begins when it is complete, since stored files never change
 * (ARC-02).
 */
export async function storeStream(
  database: Database,
  context: Context,
  file: Omit<NewFile, 'bytes'>,
  content: AsyncIterable<Buffer>,
): Promise<string> {
  const { retentionYears = null, ...unkept } = file;
  const id = await asWriter(database, context, (tx) => storeFile(tx, { ...unkept, bytes: Buffer.alloc(0) }));
  try {
    const hash = createHash('sha256');
    let size = 0;
    let chunk = 0;
    for await (const bytes of inChunks(content)) {
      hash.update(bytes);
      size += bytes.length;
      const values = [file.tenantId, id, chunk, bytes];
      chunk += 1;
      await asWriter(database, context, (tx) => tx.query(insertChunk, values));
    }
    const whole = [id, size, hash.digest(), retentionYears];
    await asWriter(database, context, (tx) =>
      tx.query(
        `update file set size = $2, sha256 = $3,
             retain_until = app.end_of_retention((now() at time zone app.time_zone())::date, $4) where id = $1`,
        whole,
      ),
    );
    return id;
  } catch (error) {
    await asWriter(database, context, (tx) => tx.query('delete from file where id = $1', [id]));
    throw error;
  }
}

async function* inChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
    if (length < chunkLength) continue;
    const joined = Buffer.concat(pieces);
    const whole = length - (length % chunkLength);
    for (let start = 0; start < whole; start += chunkLength)
      yield joined.subarray(start, start + chunkLength);
    pieces = [joined.subarray(whole)];
    length -= whole;
  }
  if (length > 0) yield Buffer.concat(pieces);
}

/** The head of a file that the person can see; otherwise refuses `not_found`. */
export async function findFile(tx: Tx, id: string): Promise<FileHead> {
  return await tx.one<FileHead>(selectHead, [id]);
}

/** The document of these kinds that a file belongs to; `not_found` if the person cannot see the file. */
export async function documentOf(
  tx: Tx,
  id: string,
  kinds: readonly string[],
): Promise<DocumentKey | undefined> {
  const columns = kinds.map((kind) => `${documentColumn(kind)} as ${kind}`);
  const row = await tx.one<Record<string, number | null>>(
    `select ${columns.join(', ')} from file where id = $1`,
    [id],
  );
  return kinds.flatMap((kind) => (row[kind] ? [{ kind, id: row[kind] }] : []))[0];
}

interface KeptBytes {
  readonly sha256: Buffer;
  /** Null: the bytes are in the database. */
  readonly object_key: string | null;
  readonly cipher_key: Buffer | null;
  /** Null: in the store, or no bytes at all. */
  readonly bytes: Buffer | null;
}

/** One statement, because files move between database and store at any time (TECH-16). */
const selectBytes = (
  chunks: string,
): string => `select f.sha256, o.object_key, o.cipher_key, c.bytes from public.file f
   left join public.file_object o on o.tenant_id = f.tenant_id and o.file_id = f.id
   left join public.file_chunk c on c.tenant_id = f.tenant_id and c.file_id = f.id and o.file_id is null ${chunks}
   where f.id = $1 order by c.chunk_no`;

/**
 * A file with all its bytes, for mails and other internal work. Where they are in the object store, the transaction
 * ends and runs again with them. Throws `FileDamaged` if they differ from those that arrived.
 */
export async function readFile(tx: Tx, id: string): Promise<FileHead & { readonly bytes: Buffer }> {
  const [head, chunks] = await Promise.all([
    findFile(tx, id),
    tx.as('writer').fixed<KeptBytes>(selectBytes(''), [id]),
  ]);
  const [{ sha256, object_key: key, cipher_key: cipherKey } = neverStored(id)] = chunks;
  if (key !== null && cipherKey !== null) {
    const bytes = tx.fetched.get(key);
    if (!bytes) throw new ObjectsNeeded([{ key, cipherKey, size: head.size, sha256 }]);
    return { ...head, bytes };
  }
  const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes ?? Buffer.alloc(0)));
  if (!sha256Of(bytes).equals(sha256)) throw new FileDamaged(`file ${id} differs from what arrived`);
  return { ...head, bytes };
}

function neverStored(id: string): never {
  throw new FileDamaged(`file ${id} was deleted while it was read`);
}

/** Chunks asked of the store with one look at the person's rights. */
const chunksAtOnce = 8;

/**
 * The bytes of a file, a few chunks per transaction: a slow reader holds no connection, and a person who loses access
 * meanwhile gets no further chunks. Throws `FileDamaged` before the last chunk if the bytes differ from those that
 * arrived.
 */
export async function* fileChunks(
  database: Database,
  context: Context,
  { id, size }: Pick<FileHead, 'id' | 'size'>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const count = chunksOf(size);
  for (let chunk = 0; chunk < count; ) {
    const kept = await database.inTenant(context, async (tx) => {
      const [, found] = await Promise.all([
        findFile(tx, id),
        tx.as('writer').one<KeptBytes>(selectBytes('and c.chunk_no = $2'), [id, chunk]),
      ]);
      return found;
    });
    for (const bytes of await piecesFrom(database, { id, size }, kept, chunk)) {
      hash.update(bytes);
      chunk += 1;
      if (chunk === count && !hash.digest().equals(kept.sha256))
        throw new FileDamaged(`file ${id} differs from what arrived`);
      yield bytes;
    }
  }
}

/** One chunk of the database, or several of the store. */
async function piecesFrom(
  { objects }: Database,
  { id, size }: Pick<FileHead, 'id' | 'size'>,
  { object_key: key, cipher_key: cipherKey, bytes }: KeptBytes,
  chunk: number,
): Promise<readonly Buffer[]> {
  if (key !== null && cipherKey !== null)
    return await someChunks(
      objects,
      { key, cipherKey, size },
      chunk,
      Math.min(chunksAtOnce, chunksOf(size) - chunk),
    );
  if (bytes === null) throw new FileDamaged(`file ${id} lacks chunk ${chunk}`);
  return [bytes];
}
