import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hours, minutes } from '../clock.ts';
import { runningProgram } from './running-program.ts';

const shape = /^kontor-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

/** Whether a file has a name made by `backupName`; other files are left alone. */
export function isBackupName(name: string): boolean {
  return shape.test(name);
}

/** The name of a backup of this moment, such as `kontor-2026-11-27T02-30-00Z.backup`; names sort by time. */
export function backupName(moment: Date): string {
  return `kontor-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

/** The name of a backup of this process until it is complete. */
export function unfinishedName(file: string): string {
  return `${file}.${process.pid}.unfinished`;
}

const unfinishedShape = /^(.+?)(?:\.(\d+))?\.unfinished$/;
/**
 * A running backup writes constantly: a file unchanged for this long belongs to no running process, on any machine.
 */
const longestRest = minutes(1);
/** While a local process with its number exists, the backup may only be slow. */
const longestRestOfLiving = hours(1);

/**
 * Removes unfinished files of killed backups: those with the name of the new backup, and those named by their moment.
 * Files in progress stay.
 *
 * @returns the names of the removed files
 */
export function removeUnfinished(file: string, now: Date): string[] {
  const folder = dirname(file);
  const left = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => {
    const [, whole = '', pid] = unfinishedShape.exec(name) ?? [];
    if (!isBackupName(whole) && whole !== basename(file)) return false;
    const isLiving = pid === undefined || runningProgram(Number(pid)) !== null;
    const rested = now.getTime() - statSync(join(folder, name)).mtimeMs;
    return rested > (isLiving ? longestRestOfLiving : longestRest);
  });
  for (const name of left) rmSync(join(folder, name));
  return left;
}

/** The file for a backup of this moment; creates the folder for its owner alone if missing. */
export function backupIn(folder: string, moment: Date): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, backupName(moment));
}

/**
 * Removes the oldest backups of a folder and keeps `keep`; files with other names stay. Called after a new backup is
 * complete.
 *
 * @returns the names of the removed files
 */
export function prune(folder: string, keep: number): string[] {
  const names = readdirSync(folder).filter(isBackupName).toSorted();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) rmSync(join(folder, name));
  return old;
}
