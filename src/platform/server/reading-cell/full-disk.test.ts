import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskFull } from '../disk-full.ts';
import { refusalOfError } from '../http/http-errors.ts';
import { plainAnswerBytes } from './cell-limits.ts';
import { Cell } from './reading-cell.ts';

const limits = { seconds: 30, answerBytes: plainAnswerBytes };
const fileOf = (code: string) =>
  `data:text/javascript,${encodeURIComponent(`export default async (task) => { ${code} };`)}`;
const echo = fileOf('return task;');
const writing =
  fileOf(`const { writeFileSync } = await import('node:fs'); const { tmpdir } = await import('node:os');
  writeFileSync(tmpdir() + '/page', new Uint8Array(task)); return task;`);

/** Mounts a disk with these numbers of kilobytes and entries; false if this account may not mount. */
const mount = (folder: string, options: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder], { stdio: 'ignore' }).status === 0;

describe('TECH-21 a full disk while documents are read', () => {
  let folder: string;
  let before: string | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
    before = process.env.TMPDIR;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true });
  });

  test('is reported to callers, ends nothing, and documents are read as soon as there is space', async ({
    skip,
  }) => {
    if (!mount(folder, 'size=1m,nr_inodes=1')) skip('this account may mount nothing');
    process.env.TMPDIR = folder;
    const cell = new Cell({ places: 2, maxOfOne: 1, patienceMs: 500 });
    cell.warm();
    const asked = [1, 2, 3].map((whose) =>
      cell.run(echo, whose, whose, 0, limits).catch((error: unknown) => error),
    );
    for (const failure of await Promise.all(asked))
      expect(refusalOfError(failure)).toMatchObject({ code: 'storage_full' });
    execFileSync('mount', ['-o', 'remount,size=1m,nr_inodes=100', folder]);
    expect(await cell.run(echo, 1, 'read', 0, limits)).toBe('read');
  });

  test('is not a failure of the document that is being read', async ({ skip }) => {
    if (!mount(folder, 'size=64k')) skip('this account may mount nothing');
    process.env.TMPDIR = folder;
    const cell = new Cell({ places: 2, maxOfOne: 1, patienceMs: 500 });
    await expect(cell.run(writing, 1, 1_000_000, 0, limits)).rejects.toBeInstanceOf(DiskFull);
    expect(await cell.run(echo, 1, 'read', 0, limits)).toBe('read');
  });
});
