import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { minutes, seconds } from '../../../platform/server/clock.ts';
import { type FileType, fileTypeOf } from '../../../platform/server/files/files-type.ts';

/** A complete scan in its folder. */
export interface Scan {
  readonly path: string;
  /** Null beyond the file size limit. */
  readonly bytes: Buffer | null;
  readonly type: FileType | null;
  readonly seen: Seen;
}

/** Identifies an unchanged file. */
interface Seen {
  readonly inode: number;
  readonly size: number;
  /** Modification time in milliseconds. */
  readonly written: number;
  /** Status change time, which users cannot set. */
  readonly changed: number;
}

/** Files seen but not taken yet, by path, with the time since when they are unchanged. */
export type Rests = Map<string, Seen & { readonly since: number }>;

/** A file unchanged for this long in milliseconds is complete, if it ends as its type does. */
const calm = seconds(10);
/** Without such an end it may still be written, for example if its size is set before its content. */
const longCalm = minutes(10);
/** Length of the tail that must contain the end mark of a PDF. */
const endLength = 1024;
const longestName = 255;
const longestEnding = 20;

/**
 * The file if it is complete, else null. Links out of the folder are not followed, devices are not opened.
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

/** Whether the content ends as its type does. Unknown types need no end, unless nothing is written yet. */
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

/** A key that is the same for the same file in the same folder, for all workers and repeated uploads. */
export function keyOfScan(folder: readonly string[], name: string, { bytes }: Scan): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([...folder, name]));
  return hash.update(bytes ?? '').digest();
}

/**
 * Moves a file into a folder beside it under a unique name, with a text file if there is one. The text is written
 * first, so that every moved file has it even if a worker dies. A file that changed since it was read stays.
 */
export async function moveScan(
  scan: Scan,
  place: string,
  to: { readonly folder: 'done' | 'refused'; readonly name: string; readonly why: string | null },
): Promise<void> {
  const folder = join(place, to.folder);
  await mkdir(folder, { recursive: true });
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
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

/** A name short enough for the extension of its text file. */
function fitting(stamp: string, name: string): string {
  const given = extname(name);
  const ending = given.length > longestEnding ? '' : given;
  const maxBytes = longestName - Buffer.byteLength(`${stamp} ${ending}.txt`);
  let base = name.slice(0, name.length - ending.length);
  while (Buffer.byteLength(base) > maxBytes) base = [...base].slice(0, -1).join('');
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

/** Whether this text exists: written now, or by a worker that died before moving the file. */
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

/** Whether the file is unchanged: another worker may have moved it, or the scanner replaced it. */
async function isStill({ path, seen }: Scan): Promise<boolean> {
  const stat = await lstat(path).catch(() => null);
  if (stat === null) return false;
  return isSame(seen, { inode: stat.ino, size: stat.size, written: stat.mtimeMs, changed: stat.ctimeMs });
}
