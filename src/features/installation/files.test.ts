import { describe, expect, test } from 'vitest';
import { type FilesFacts, judgeFiles } from './files.ts';

const sound: FilesFacts = {
  hasStore: true,
  problem: null,
  hasLock: true,
  place: 'store',
  hasStored: true,
  waiting: 0,
  oldestWaitingSeconds: 0,
};
const levels = (change: Partial<FilesFacts>) =>
  judgeFiles({ ...sound, ...change }).map(({ level, says }) => `${level}: ${says}`);

describe('the doctor on files in an object store (TECH-16)', () => {
  test('a store that answers and locks is well, as is the database alone', () => {
    expect(levels({})).toEqual([expect.stringContaining('ok: The object store answers and locks')]);
    expect(levels({ hasStore: false, hasStored: false })).toEqual(['ok: Files are in the database.']);
    expect(levels({ place: 'database' })).toEqual([expect.stringContaining('files belong in the database')]);
  });

  test('files in a store without FILES_URL, and a store that cannot be used, are wrong', () => {
    expect(levels({ hasStore: false })).toEqual([
      expect.stringContaining('wrong: Files are in an object store'),
    ]);
    expect(levels({ problem: 'The clock of this machine differs.' })).toEqual([
      'wrong: The object store cannot be used. The clock of this machine differs.',
    ]);
  });

  test('a bucket without lock, and files that wait for hours, are warnings', () => {
    expect(levels({ hasLock: false })).toEqual([expect.stringContaining('warning:')]);
    expect(levels({ waiting: 12, oldestWaitingSeconds: 7_300 })[1]).toBe(
      'warning: 12 files wait in the database for the object store, the oldest since 2 hours.',
    );
    expect(levels({ waiting: 12, oldestWaitingSeconds: 60 })).toHaveLength(1);
  });
});
