import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Tx } from '../../../platform/server/database.ts';
import { ArchiveFailure } from './work.ts';

/** Length of file chunks in the database. */
const chunkLength = 256 * 1024;
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

/**
 * Bytes of originals in order, many pieces per statement. Throws `ArchiveFailure` if one is gone, since an archive
 * must be complete.
 */
export async function* originalPieces(
  read: Reading,
  originals: readonly Member[],
): AsyncGenerator<readonly OriginalPiece[]> {
  let wanted: { member: Member; no: number; isLast: boolean }[] = [];
  for (const member of originals) {
    const count = Math.max(1, Math.ceil((member.size ?? 0) / chunkLength));
    for (let no = 0; no < count; no += 1) {
      wanted.push({ member, no, isLast: no === count - 1 });
      if (wanted.length < piecesAtOnce) continue;
      yield await readPieces(read, wanted);
      wanted = [];
    }
  }
  if (wanted.length > 0) yield await readPieces(read, wanted);
}

async function readPieces(
  read: Reading,
  wanted: readonly { readonly member: Member; readonly no: number; readonly isLast: boolean }[],
): Promise<readonly OriginalPiece[]> {
  const found = await read((tx) =>
    tx.fixed<{ bytes: Buffer | null }>(
      `select coalesce(c.bytes, p.bytes) as bytes
       from unnest($1::uuid[], $2::bigint[], $3::integer[]) with ordinality as w (file_id, member_id, no, n)
       left join file_chunk c on c.tenant_id = app.tenant_id() and c.file_id = w.file_id and c.chunk_no = w.no
       left join archive_piece p on p.tenant_id = app.tenant_id() and p.archive_member_id = w.member_id and p.piece_no = w.no
       order by w.n`,
      [
        wanted.map(({ member }) => (member.is_copied ? null : member.file_id)),
        wanted.map(({ member }) => (member.is_copied ? member.id : null)),
        wanted.map(({ no }) => no),
      ],
    ),
  );
  return wanted.map(({ member, isLast }, place) => {
    const isEmpty = member.size === 0;
    const bytes = found[place]?.bytes ?? (isEmpty ? Buffer.alloc(0) : null);
    if (bytes === null) throw new ArchiveFailure('archive_original_gone');
    return { member, bytes, isLast };
  });
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
