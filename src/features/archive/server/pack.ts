import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Database } from '../../../platform/server/database.ts';
import {
  type Member,
  type OriginalPiece,
  originalPieces,
  packed,
  packedEnd,
  piecesAfter,
  type Reading,
  unpacked,
  unpackedMembers,
} from './members.ts';
import { ArchiveFailure, held, type Work } from './work.ts';
import { zipLength } from './zip-file.ts';

/** Members loaded at a time. */
const pageLength = 500;
const listPath = 'hashes.csv';
const listHead = '"sha256";"size";"path"\r\n';

/**
 * Packs remaining members in small transactions, then adds the list and its hash; returns whether the archive is
 * done. Packed members are kept at any interruption; after `isOver` it continues in the next run.
 */
export async function packArchive(
  database: Database,
  work: Work,
  isOver: () => boolean,
): Promise<'done' | 'to be continued'> {
  const read: Reading = (run) => held(database, work, run);
  for (;;) {
    const members = await read((tx) => unpackedMembers(tx, work.id, pageLength));
    if (members.length === 0 && !(await addList(database, work))) {
      await finish(database, work);
      return 'done';
    }
    for (const member of members) {
      if (member.is_original) continue;
      await packData(database, work, member);
      if (isOver()) return 'to be continued';
    }
    const originals = members.filter((member) => member.is_original);
    if (!(await packOriginals(database, work, originals, isOver))) return 'to be continued';
  }
}

interface Packing {
  readonly sha256: Hash;
  crc: number;
  size: number;
  packedSize: number;
}

function begin(): Packing {
  return { sha256: createHash('sha256'), crc: 0, size: 0, packedSize: 0 };
}

function take(packing: Packing, bytes: Buffer): void {
  packing.sha256.update(bytes);
  packing.crc = crc32(bytes, packing.crc);
  packing.size += bytes.length;
}

interface Packed {
  readonly id: number;
  readonly size: number;
  readonly packedSize: number;
  readonly crc: number;
  readonly sha256: Buffer;
}

/** Compresses a data file in place. */
async function packData(database: Database, work: Work, member: Member): Promise<void> {
  const packing = begin();
  let last = -1;
  for (;;) {
    const pieces = await held(database, work, (tx) => piecesAfter(tx, member.id, last));
    const end = pieces.at(-1);
    if (!end) break;
    last = end.piece_no;
    const made = pieces.map((piece) => {
      const plain = unpacked(piece);
      take(packing, plain);
      const bytes = piece.is_packed ? piece.bytes : packed(plain);
      packing.packedSize += bytes.length;
      return { no: piece.piece_no, bytes };
    });
    await held(database, work, (tx) =>
      tx.fixed(
        `update archive_piece p set bytes = m.bytes, is_packed = true from unnest($2::integer[], $3::bytea[]) as m (no, bytes)
         where p.tenant_id = app.tenant_id() and p.archive_member_id = $1 and p.piece_no = m.no and not p.is_packed`,
        [member.id, made.map(({ no }) => no), made.map(({ bytes }) => bytes)],
      ),
    );
  }
  const { crc, size } = packing;
  const packedSize = packing.packedSize + packedEnd.length;
  await note(database, work, [{ id: member.id, size, packedSize, crc, sha256: packing.sha256.digest() }]);
}

/** Reads originals and stores their hashes; returns false when time is up. */
async function packOriginals(
  database: Database,
  work: Work,
  originals: readonly Member[],
  isOver: () => boolean,
): Promise<boolean> {
  let packing = begin();
  const source = { read: ((run) => held(database, work, run)) satisfies Reading, objects: database.objects };
  for await (const pieces of originalPieces(source, originals)) {
    const done: Packed[] = [];
    for (const piece of pieces) {
      take(packing, piece.bytes);
      if (!piece.isLast) continue;
      done.push(packedOriginal(piece, packing));
      packing = begin();
    }
    await note(database, work, done);
    if (isOver()) return false;
  }
  return true;
}

function packedOriginal({ member }: OriginalPiece, { crc, size, sha256 }: Packing): Packed {
  const hash = sha256.digest();
  const isWhole = size === member.size && (member.original_sha256?.equals(hash) ?? member.is_copied);
  if (!isWhole) throw new ArchiveFailure('archive_original_damaged');
  return { id: member.id, size, packedSize: size, crc, sha256: hash };
}

async function note(database: Database, work: Work, done: readonly Packed[]): Promise<void> {
  if (done.length === 0) return;
  await held(database, work, async (tx, gate) => {
    await tx.fixed(
      `update archive_member m set size = p.size, packed_size = p.packed_size, crc32 = p.crc, sha256 = p.sha256
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[]) as p (id, size, packed_size, crc, sha256)
       where m.tenant_id = app.tenant_id() and m.id = p.id`,
      [
        done.map(({ id }) => id),
        done.map(({ size }) => size),
        done.map(({ packedSize }) => packedSize),
        done.map(({ crc }) => crc),
        done.map(({ sha256 }) => sha256),
      ],
    );
    const { progress } = await tx.one<{ progress: number }>(
      `select 99 * ($2::bigint - min(id)) / greatest(1, max(id) - min(id)) as progress
       from archive_member where tenant_id = app.tenant_id() and archive_id = $1`,
      // Members are packed in this order.
      [work.id, done.at(-1)?.id],
    );
    await gate.fixed('update archive set progress = $3 where tenant_id = $1 and id = $2', [
      work.tenantId,
      work.id,
      progress,
    ]);
  });
}

/** Adds the list of all members with hashes; returns whether it was missing. */
async function addList(database: Database, work: Work): Promise<boolean> {
  return await held(database, work, async (tx) => {
    const added = await tx.maybeOne<{ id: number }>(
      `insert into archive_member (tenant_id, archive_id, path) values (app.tenant_id(), $1, $2)
       on conflict (tenant_id, archive_id, path) do nothing returning id`,
      [work.id, listPath],
    );
    if (!added) return false;
    await tx.fixed(
      `insert into archive_piece (tenant_id, archive_member_id, piece_no, bytes)
       select app.tenant_id(), $2::bigint, 0, convert_to($3, 'UTF8')
       union all
       select app.tenant_id(), $2, piece + 1, convert_to(string_agg(line, '' order by id), 'UTF8')
       from (
         select format(E'"%s";%s;"%s"\\r\\n', encode(sha256, 'hex'), size, path) as line, id,
           (row_number() over (order by id) / 1000)::integer as piece
         from archive_member where tenant_id = app.tenant_id() and archive_id = $1 and id <> $2) l
       group by piece`,
      [work.id, added.id, listHead],
    );
    return true;
  });
}

/** The hash of the archive is that of its list, which contains the hashes of all other members. */
async function finish(database: Database, work: Work): Promise<void> {
  const read: Reading = (run) => held(database, work, run);
  const { size, members } = await zipLength(read, work.id);
  await held(database, work, async (tx, gate) => {
    const { sha256 } = await tx.one<{ sha256: string }>(
      `select encode(sha256, 'hex') as sha256 from archive_member
       where tenant_id = app.tenant_id() and archive_id = $1 and path = $2`,
      [work.id, listPath],
    );
    await gate.fixed(
      `update archive set state = 'done', progress = 100, sha256 = $3, size = $4, members = $5, finished_at = now(),
         leased_until = null where tenant_id = $1 and id = $2`,
      [work.tenantId, work.id, sha256, size, members],
    );
  });
}
