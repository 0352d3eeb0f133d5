import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeToFolder } from './folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'exports-'));
  await mkdir(join(root, 'Muster GmbH'));
});
afterEach(() => rm(root, { recursive: true }));

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text.slice(0, 2));
  yield Buffer.from(text.slice(2));
}

const place = { tenant: 'muster gmbh', folder: 'Monat', fileName: 'Liste_1.csv' };
const write = (change: Partial<typeof place> = {}, text = 'eins') =>
  writeToFolder(root, { ...place, ...change }, bytes(text));
const refused = { refusal: { code: 'export_folder_missing' } };

describe('EXP-17 a file in a folder of the installation', () => {
  test('stands whole in the folder of its tenant, and a repeated attempt replaces it', async () => {
    await write();
    await write({}, 'zwei');
    expect(await readdir(join(root, 'Muster GmbH/Monat'))).toEqual(['Liste_1.csv']);
    expect(await readFile(join(root, 'Muster GmbH/Monat/Liste_1.csv'), 'utf8')).toBe('zwei');
  });

  test('is refused without a folder of the installation or of the tenant', async () => {
    await expect(writeToFolder(null, place, bytes('eins'))).rejects.toMatchObject(refused);
    await expect(write({ tenant: 'andere' })).rejects.toMatchObject(refused);
    await expect(write({ tenant: '..' })).rejects.toMatchObject(refused);
    expect(await readdir(root)).toEqual(['Muster GmbH']);
  });

  test.each(['..', '../Andere', '/tmp', 'a/b', '.hidden', 'a\\b', ''])(
    'TECH-11 the folder %j is refused and nothing is written',
    async (folder) => {
      await expect(write({ folder })).rejects.toMatchObject(refused);
      expect(await readdir(join(root, 'Muster GmbH'))).toEqual([]);
    },
  );

  test('TECH-11 a link out of the folder is not followed', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await symlink(outside, join(root, 'Muster GmbH/Monat'));
    await expect(write()).rejects.toMatchObject(refused);
    await symlink(outside, join(root, 'Andere GmbH'));
    await expect(write({ tenant: 'Andere GmbH' })).rejects.toMatchObject(refused);
    await rm(join(root, 'Muster GmbH/Monat'));
    await mkdir(join(root, 'Muster GmbH/Monat'));
    await writeFile(join(outside, 'target'), 'fremd');
    await symlink(join(outside, 'target'), join(root, 'Muster GmbH/Monat/.Liste_1.csv.part'));
    await expect(write()).rejects.toThrow('ELOOP');
    expect(await readFile(join(outside, 'target'), 'utf8')).toBe('fremd');
    await rm(outside, { recursive: true });
  });
});
