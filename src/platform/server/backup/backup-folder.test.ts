import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  backupIn,
  backupName,
  isBackupName,
  prune,
  removeUnfinished,
  unfinishedName,
} from './backup-folder.ts';

describe('a folder of backups', () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'kontor-backups-'));
    folder = join(parent, 'backups');
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  test('is created for its owner alone, with files named by their moment', () => {
    const file = backupIn(folder, new Date('2026-11-27T02:30:05.123Z'));
    expect(file).toBe(join(folder, 'kontor-2026-11-27T02-30-05Z.backup'));
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(isBackupName(backupName(new Date()))).toBe(true);
  });

  test('removes leftovers of killed backups at the next run, and keeps files in progress', () => {
    const file = backupIn(folder, new Date());
    const night = backupName(new Date('2026-11-01T02:30:00Z'));
    const gone = 4_194_303;
    const rested: Readonly<Record<string, number>> = {
      [`${night}.${gone}.unfinished`]: 2,
      [`${night}.unfinished`]: 61,
      [`${backupName(new Date('2026-11-02T02:30:00Z'))}.${gone}.unfinished`]: 0,
      [unfinishedName(backupName(new Date('2026-11-03T02:30:00Z')))]: 2,
      [`mine.backup.${gone}.unfinished`]: 100,
      [night]: 100,
    };
    for (const [name, minutes] of Object.entries(rested)) {
      writeFileSync(join(folder, name), '');
      const then = Date.now() / 1000 - minutes * 60;
      utimesSync(join(folder, name), then, then);
    }
    const names = Object.keys(rested);
    expect(removeUnfinished(file, new Date()).toSorted()).toEqual(names.slice(0, 2).toSorted());
    expect(readdirSync(folder).toSorted()).toEqual(names.slice(2).toSorted());
    expect(removeUnfinished(join(folder, 'mine.backup'), new Date())).toEqual([names[4]]);
  });

  test('keeps the newest backups, and every file with another name', () => {
    const nights = [3, 1, 2, 4].map((day) => backupName(new Date(`2026-11-0${day}T02:30:00Z`)));
    backupIn(folder, new Date());
    const others = ['monday.backup', `${nights[0]}.unfinished`, 'kontor-2026-11-01.backup.age'];
    for (const name of [...nights, ...others]) writeFileSync(join(folder, name), '');
    expect(prune(folder, 2)).toEqual([nights[1], nights[2]]);
    expect(readdirSync(folder).toSorted()).toEqual([nights[0], nights[3], ...others].toSorted());
    expect(prune(folder, 14)).toEqual([]);
  });
});
