import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const shape = /^kontor-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

/** Whether a file of a folder of backups is one that was named by `backupName`; others are left alone. */
export function isBackupName(name: string): boolean {
  return shape.test(name);
}

/** The name of a backup of this moment, such as `kontor-2026-11-27T02-30-00Z.backup`: the later, the further behind. */
export function backupName(moment: Date): string {
  return `kontor-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

/** The file for a backup of this moment in a folder, which is made for its owner alone where it is not there. */
export function backupIn(folder: string, moment: Date): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, backupName(moment));
}

/**
 * Removes the oldest backups of a folder but for so many; what has another name stays. Called after a new one is whole.
 *
 * @returns the names of those that were removed
 */
export function prune(folder: string, keep: number): string[] {
  const names = readdirSync(folder).filter(isBackupName).toSorted();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) rmSync(join(folder, name));
  return old;
}
