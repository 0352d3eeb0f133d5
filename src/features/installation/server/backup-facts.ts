import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBackup } from '../../../platform/server/backup/backup-file.ts';
import { isBackupName } from '../../../platform/server/backup/backup-folder.ts';
import { type Clock, hours } from '../../../platform/server/clock.ts';
import type { BackupFacts } from '../backups.ts';

/** Larger files are read only on request: a few gigabytes take a minute. */
const readAnyway = 256 * 1024 * 1024;

interface Wanted {
  readonly isForTrial: boolean;
  /** Read the newest backup completely, whatever its size. */
  readonly isThorough: boolean;
}

export async function readBackups(
  folder: string | null,
  clock: Clock,
  { isForTrial, isThorough }: Wanted,
): Promise<BackupFacts> {
  const nothing = { folder, problem: null, newest: null, unfinished: [], isForTrial };
  if (folder === null) return nothing;
  try {
    const names = (await readdir(folder)).toSorted();
    const unfinished = names.filter((name) => name.endsWith('.unfinished'));
    const name = names.findLast(isBackupName);
    if (name === undefined) return { ...nothing, unfinished };
    const file = join(folder, name);
    const { size: bytes, mtime } = await stat(file);
    const ageHours = (clock.now().getTime() - mtime.getTime()) / hours(1);
    const isRead = isThorough || bytes <= readAnyway;
    const newest = { name, ageHours, bytes, ...(isRead && { damage: await damageOf(file) }) };
    return { ...nothing, unfinished, newest };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { ...nothing, problem: code };
  }
}

async function damageOf(file: string): Promise<string | null> {
  try {
    await checkBackup(file);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
