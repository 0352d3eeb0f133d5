import {
  type Member,
  membersAfter,
  originalPieces,
  packedEnd,
  piecesAfter,
  type Reading,
  type Source,
} from './members.ts';
import { ArchiveFailure } from './work.ts';
import { directoryEnd, directoryEntry, type LaidMember, localHead } from './zip-layout.ts';

/** Members loaded at a time. */
const pageLength = 1_000;

/** Size of the ZIP in bytes, and number of members. */
export async function zipLength(
  read: Reading,
  archiveId: number,
): Promise<{ readonly size: number; readonly members: number }> {
  const bytes = directoryBytes(read, archiveId);
  for (;;) {
    const { done, value } = await bytes.next();
    if (!done) continue;
    const { count, length, offset } = value;
    return { size: offset + length + directoryEnd(count, length, offset).length, members: count };
  }
}

/**
 * A finished archive as ZIP in pieces, identical on every call; a slow reader holds no connection. Throws if an
 * original is gone.
 */
export async function* zipBytes(source: Source, archiveId: number): AsyncGenerator<Buffer> {
  const { read } = source;
  for await (const members of pages(read, archiveId)) {
    for (const run of runsOf(members)) {
      if (run.isOriginal) yield* originals(source, run.members);
      else for (const member of run.members) yield* data(read, member);
    }
  }
  // The directory is computed again rather than kept in memory.
  const { count, length, offset } = yield* directoryBytes(read, archiveId);
  yield directoryEnd(count, length, offset);
}

interface Directory {
  readonly count: number;
  readonly length: number;
  readonly offset: number;
}

async function* directoryBytes(read: Reading, archiveId: number): AsyncGenerator<Buffer, Directory> {
  let [count, length, offset] = [0, 0, 0];
  for await (const members of pages(read, archiveId)) {
    const entries: Buffer[] = [];
    for (const member of members) {
      const laid = laidMember(member);
      entries.push(directoryEntry(laid, offset));
      offset += localHead(laid).length + laid.packedSize;
      count += 1;
    }
    const page = Buffer.concat(entries);
    length += page.length;
    yield page;
  }
  return { count, length, offset };
}

async function* pages(read: Reading, archiveId: number): AsyncGenerator<readonly Member[]> {
  let after = 0;
  for (;;) {
    const members = await read((tx) => membersAfter(tx, archiveId, after, pageLength));
    const last = members.at(-1);
    if (!last) return;
    yield members;
    after = last.id;
  }
}

interface Run {
  readonly isOriginal: boolean;
  readonly members: Member[];
}

/** Consecutive members of one type, whose bytes are read together. */
function runsOf(members: readonly Member[]): readonly Run[] {
  const runs: Run[] = [];
  for (const member of members) {
    const last = runs.at(-1);
    if (last?.isOriginal === member.is_original) last.members.push(member);
    else runs.push({ isOriginal: member.is_original, members: [member] });
  }
  return runs;
}

async function* originals(source: Source, members: readonly Member[]): AsyncGenerator<Buffer> {
  let begun: Member | undefined;
  let length = 0;
  for await (const pieces of originalPieces(source, members)) {
    for (const { member, bytes, isLast } of pieces) {
      if (begun !== member) yield localHead(laidMember(member));
      begun = member;
      length += bytes.length;
      if (bytes.length > 0) yield bytes;
      if (!isLast) continue;
      if (length !== member.size) throw new ArchiveFailure('archive_original_damaged');
      length = 0;
    }
  }
}

async function* data(read: Reading, member: Member): AsyncGenerator<Buffer> {
  yield localHead(laidMember(member));
  let after = -1;
  for (;;) {
    const pieces = await read((tx) => piecesAfter(tx, member.id, after));
    const last = pieces.at(-1);
    if (!last) break;
    for (const { bytes } of pieces) yield bytes;
    after = last.piece_no;
  }
  yield packedEnd;
}

function laidMember({ path, crc32, size, packed_size: packedSize, is_original }: Member): LaidMember {
  if (crc32 === null || size === null || packedSize === null) throw new Error(`${path} is not packed`);
  return { path, crc32, size, packedSize, isPacked: !is_original };
}
