import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { minutes, seconds } from '../../../platform/server/clock.ts';
import { type FileType, fileTypeOf } from '../../../platform/server/files/files-type.ts';

/** A scan as it lies there, complete. */
export interface Scan {
  readonly path: string;
  /** Null where there are more than any file may have. */
  readonly bytes: Buffer | null;
  readonly type: FileType | null;
  readonly seen: Seen;
}

/** What tells whether a file is the one that was looked at before. */
interface Seen {
  readonly inode: number;
  readonly size: number;
  /** When it was written to, as the folder says, in milliseconds. */
  readonly written: number;
  /** When anything about it changed; nobody sets that as he likes. */
  readonly changed: number;
}

/** Files that were looked at and are not taken yet, by their path, with the time of the first look at them as they are. */
export type Rests = Map<string, Seen & { readonly since: number }>;

/** A file that did not change for so many milliseconds between two looks is complete, where it ends as its kind does. */
const calm = seconds(10);
/** Without such an end it may still be written to, such as one whose size is there before its content. */
const longCalm = minutes(10);
/** Where the end of a PDF stands, at the latest. */
const endLength = 1024;
const longestName = 255;
const longestEnding = 20;

/**
 * A file that is complete by now, or null. Links are not followed out of the folder, devices are not opened.
 *
 * @param now in milliseconds, for the time between two looks
 */
export async function completeScan(rests: Rests, path: string, now: number): Promise<Scan | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  );
  if (handle === null) return null;
  try {
    const seen = await seenOf(handle);
    if (seen === null) return null;
    const known = rests.get(path);
    if (!known || !isSame(known, seen)) {
      rests.set(path, { ...seen, since: now });
      return null;
    }
    const rested = now - known.since;
    if (rested < calm) return null;
    const bytes = seen.size > uploadLimitBytes ? null : await handle.readFile();
    const after = await seenOf(handle);
    if (after === null || !isSame(after, seen)) return null;
    const type = bytes && fileTypeOf(bytes);
    if (bytes && rested < longCalm && !isWhole(bytes, type)) return null;
    return { path, bytes, type, seen };
  } finally {
    await handle.close();
  }
}

async function seenOf(handle: FileHandle): Promise<Seen | null> {
  const stat = await handle.stat();
  if (!stat.isFile()) return null;
  return { inode: stat.ino, size: stat.size, written: stat.mtimeMs, changed: stat.ctimeMs };
}

function isSame(one: Seen, other: Seen): boolean {
  return (['inode', 'size', 'written', 'changed'] as const).every((name) => one[name] === other[name]);
}

/** Whether it ends as files of its type end; what begins otherwise than any becomes none, unless nothing is written yet. */
function isWhole(bytes: Buffer, type: FileType | null): boolean {
  if (type === null) return (bytes[0] ?? 0) !== 0;
  if (type === 'jpeg') return bytes.subarray(-2).equals(Buffer.from([0xff, 0xd9]));
  const end = bytes.subarray(-endLength).toString('latin1');
  if (type === 'pdf') return end.includes('%%EOF');
  if (type === 'png') return end.includes('IEND');
  if (type !== 'xml') return true;
  const [, root] = /<((?:[\w.-]+:)?[a-z_][\w.-]*)(?=[\s/>])/i.exec(bytes.toString('latin1', 0, 4096)) ?? [];
  return root !== undefined && end.trimEnd().endsWith(`</${root}>`);
}

/** The same for the same file in the same folder, whoever reads it and however often it is put there. */
export function keyOfScan(folder: readonly string[], name: string, { bytes }: Scan): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([...folder, name]));
  return hash.update(bytes ?? '').digest();
}

/**
 * Moves a file into a folder beside it, under a name that no other has, with a text beside it where there is one. The text is
 * written first: whatever lies there has it, wherever a worker dies. What is no longer the file that was read stays.
 */
export async function moveScan(
  scan: Scan,
  place: string,
  to: { readonly folder: 'done' | 'refused'; readonly name: string; readonly why: string | null },
): Promise<void> {
  const folder = join(place, to.folder);
  await mkdir(folder, { recursive: true });
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
  const stamp = new Date(scan.seen.written).toISOString().replaceAll(/[:.]/g, '-');
  for (let copy = 1; ; copy += 1) {
    const target = join(folder, fitting(copy === 1 ? stamp : `${stamp}-${copy}`, to.name));
    if (!(await isStill(scan))) return;
    if (await isThere(target)) continue;
    if (to.why !== null && !(await isWritten(`${target}.txt`, `${to.why}\n`))) continue;
    if (await isStill(scan)) await rename(scan.path, target);
    return;
  }
}

/** A name that leaves room for the ending of its text. */
function fitting(stamp: string, name: string): string {
  const given = extname(name);
  const ending = given.length > longestEnding ? '' : given;
  const most = longestName - Buffer.byteLength(`${stamp} ${ending}.txt`);
  let base = name.slice(0, name.length - ending.length);
  while (Buffer.byteLength(base) > most) base = [...base].slice(0, -1).join('');
  return `${stamp} ${base}${ending}`;
}

async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/** Whether this text stands there: written now, or by a worker that did not come to move the file. */
async function isWritten(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const flag = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    return (await readFile(path, { encoding: 'utf8', flag }).catch(() => null)) === text;
  }
}

/** Another worker may have moved it, and the scanner may have put another one there. */
async function isStill({ path, seen }: Scan): Promise<boolean> {
  const stat = await lstat(path).catch(() => null);
  if (stat === null) return false;
  return isSame(seen, { inode: stat.ino, size: stat.size, written: stat.mtimeMs, changed: stat.ctimeMs });
}
