import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hours, minutes } from '../clock.ts';
import { runningProgram } from './running-program.ts';

const shape = /^kontor-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

/** Whether a file of a folder of backups is one that was named by `backupName`; others are left alone. */
export function isBackupName(name: string): boolean {
  return shape.test(name);
}

/** The name of a backup of this moment, such as `kontor-2026-11-27T02-30-00Z.backup`: the later, the further behind. */
export function backupName(moment: Date): string {
  return `kontor-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

/** What a backup of this process is called until it is whole. */
export function unfinishedName(file: string): string {
  return `${file}.${process.pid}.unfinished`;
}

const unfinishedShape = /^(.+?)(?:\.(\d+))?\.unfinished$/;
/** A backup is written to all the time: what has rested for so long is of no process, on whatever machine. */
const longestRest = minutes(1);
/** As long as a process with its number runs here, it may only be slow. */
const longestRestOfLiving = hours(1);

/**
 * Removes what killed backups left beside a new one: of the same name, and of backups that were named by their moment.
 * What another run is still writing stays.
 *
 * @returns the names of those that were removed
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
