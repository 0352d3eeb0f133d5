import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { unzipped } from '../../../../tests/support/unzipped.ts';
import { zip } from './zip.ts';

test('EXP-17 an archive holds what was written into it, piece by piece', async () => {
  async function* many(): AsyncGenerator<string> {
    for (let number = 0; number < 20_000; number += 1) yield `Zeile ${number} mit Größe\n`;
  }
  const archive = await buffer(
    zip([
      { name: 'a/größe.txt', content: many() },
      { name: 'b.txt', content: ['kurz'] },
      { name: 'leer.txt', content: [] },
    ]),
  );
  const files = unzipped(archive);
  expect([...files.keys()]).toEqual(['a/größe.txt', 'b.txt', 'leer.txt']);
  expect(files.get('a/größe.txt')?.split('\n')).toHaveLength(20_001);
  expect(files.get('b.txt')).toBe('kurz');
  expect(archive.length).toBeLessThan(200_000);
});

test('EXP-17 what the source throws ends the archive', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('gone');
  }
  await expect(buffer(zip([{ name: 'a.txt', content: broken() }]))).rejects.toThrow('gone');
});
