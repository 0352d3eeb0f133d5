import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { someChunks } from '../../../platform/server/files/store/fetched-objects.ts';
import { FileDamaged } from '../../../platform/server/files/store/files-away.ts';
import { chunkLength } from '../../../platform/server/files/store/sealing.ts';
import { ArchiveFailure } from './work.ts';

/** Pieces per statement, which limits memory to a few megabytes for any archive. */
const piecesAtOnce = 24;

/** A stored member of an archive. */
export interface Member {
  readonly id: number;
  readonly path: string;
  readonly file_id: string | null;
  readonly is_original: boolean;
  readonly is_copied: boolean;
  /** Null until packed; known from the beginning for originals. */
  readonly size: number | null;
  readonly packed_size: number | null;
  readonly crc32: number | null;
  readonly sha256: Buffer | null;
  /** Hash of the original on arrival. */
  readonly original_sha256: Buffer | null;
}

/** Runs in a separate transaction as writer of the tenant. */
export type Reading = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;

const selectMembers = (condition: string): string =>
  `select m.id, m.path, m.file_id, m.is_original, m.is_copied, m.size, m.packed_size, m.crc32, m.sha256, f.sha256 as original_sha256
   from archive_member m left join file f on f.tenant_id = m.tenant_id and f.id = m.file_id
   where m.tenant_id = app.tenant_id() and m.archive_id = $1 and m.id > $2 ${condition} order by m.id limit $3`;

/** The next members after one of them. */
export function membersAfter(
  tx: Tx,
  archiveId: number,
  after: number,
  limit: number,
): Promise<readonly Member[]> {
  return tx.fixed<Member>(selectMembers(''), [archiveId, after, limit]);
}

/** The next members to pack. */
export function unpackedMembers(tx: Tx, archiveId: number, limit: number): Promise<readonly Member[]> {
  return tx.fixed<Member>(selectMembers('and m.sha256 is null'), [archiveId, 0, limit]);
}

export interface OriginalPiece {
  readonly member: Member;
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Where an archive is read from: transactions of its tenant, and the object store of the installation, if any. */
export interface Source {
  readonly read: Reading;
  readonly objects: Database['objects'];
}

/**
 * Bytes of originals in order, many pieces per statement. Throws `ArchiveFailure` if one is gone or damaged, since an
 * archive must be complete, and `FilesAway` if the object store cannot be used.
 */
export async function* originalPieces(
  source: Source,
  originals: readonly Member[],
): AsyncGenerator<readonly OriginalPiece[]> {
  let wanted: { member: Member; no: number; isLast: boolean }[] = [];
  for (const member of originals) {
    const count = Math.max(1, Math.ceil((member.size ?? 0) / chunkLength));
    for (let no = 0; no < count; no += 1) {
      wanted.push({ member, no, isLast: no === count - 1 });
      if (wanted.length < piecesAtOnce) continue;
      yield await readPieces(source, wanted);
      wanted = [];
    }
  }
  if (wanted.length > 0) yield await readPieces(source, wanted);
}

interface Wanted {
  readonly member: Member;
  readonly no: number;
  readonly isLast: boolean;
}

interface FoundPiece {
  readonly bytes: Buffer | null;
  readonly object_key: string | null;
  readonly cipher_key: Buffer | null;
}

/** One statement, because files move between database and object store at any time (TECH-16). */
const selectPieces = `
  select coalesce(c.bytes, p.bytes) as bytes, coalesce(o.object_key, m.object_key) as object_key,
    coalesce(o.cipher_key, m.cipher_key) as cipher_key
  from unnest($1::uuid[], $2::bigint[], $3::integer[]) with ordinality as w (file_id, member_id, no, n)
  left join file_object o on o.tenant_id = app.tenant_id() and o.file_id = w.file_id
  left join file_chunk c on c.tenant_id = app.tenant_id() and c.file_id = w.file_id and c.chunk_no = w.no and o.file_id is null
  left join archive_member m on m.tenant_id = app.tenant_id() and m.id = w.member_id
  left join archive_piece p on p.tenant_id = app.tenant_id() and p.archive_member_id = w.member_id and p.piece_no = w.no
  order by w.n`;

async function readPieces(
  { read, objects }: Source,
  wanted: readonly Wanted[],
): Promise<readonly OriginalPiece[]> {
  const found = await read((tx) =>
    tx.fixed<FoundPiece>(selectPieces, [
      wanted.map(({ member }) => (member.is_copied ? null : member.file_id)),
      wanted.map(({ member }) => (member.is_copied ? member.id : null)),
      wanted.map(({ no }) => no),
    ]),
  );
  return await Promise.all(
    wanted.map(async ({ member, no, isLast }, place) => ({
      member,
      bytes: await bytesOf(objects, member, no, found[place]),
      isLast,
    })),
  );
}

async function bytesOf(
  objects: Database['objects'],
  { size }: Member,
  no: number,
  found: FoundPiece | undefined,
): Promise<Buffer> {
  if (size === 0) return Buffer.alloc(0);
  if (found?.bytes) return found.bytes;
  if (size === null || !found?.object_key || !found.cipher_key)
    throw new ArchiveFailure('archive_original_gone');
  try {
    const [bytes] = await someChunks(
      objects,
      { key: found.object_key, cipherKey: found.cipher_key, size },
      no,
      1,
    );
    if (bytes) return bytes;
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
  }
  throw new ArchiveFailure('archive_original_damaged');
}

export interface StoredPiece {
  readonly piece_no: number;
  readonly bytes: Buffer;
  readonly is_packed: boolean;
}

/** The pieces of a data file after one of them. */
export function piecesAfter(tx: Tx, memberId: number, after: number): Promise<readonly StoredPiece[]> {
  return tx.fixed<StoredPiece>(
    `select piece_no, bytes, is_packed from archive_piece
     where tenant_id = app.tenant_id() and archive_member_id = $1 and piece_no > $2 order by piece_no limit $3`,
    [memberId, after, piecesAtOnce],
  );
}

/** Compresses a piece so that concatenated pieces plus `packedEnd` form one deflate stream. */
export function packed(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
}

export function unpacked({ bytes, is_packed: isPacked }: StoredPiece): Buffer {
  return isPacked ? inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;
}

/** Empty block that ends a deflate stream. */
export const packedEnd = Buffer.from([0x03, 0x00]);
