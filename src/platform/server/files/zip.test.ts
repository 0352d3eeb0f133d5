import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { unzipped } from '../../../../tests/support/unzipped.ts';
import { zip } from './zip.ts';

test('EXP-17 an archive contains what was written into it, chunk by chunk', async () => {
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

test('EXP-17 an error of the source ends the archive', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('gone');
  }
  await expect(buffer(zip([{ name: 'a.txt', content: broken() }]))).rejects.toThrow('gone');
});

test('EXP-17 an entry has its local date to two seconds, or the earliest date of the format', async () => {
  const at = new Date('2026-07-31T22:59:59Z');
  const archive = await buffer(
    zip([
      { name: 'a.txt', at, content: ['a'] },
      { name: 'b.txt', content: ['b'] },
      { name: 'c.txt', at: new Date('1970-01-01T00:00:00Z'), content: ['c'] },
    ]),
  );
  const moments = (signature: string, place: number) =>
    [...archive.toString('latin1').matchAll(new RegExp(signature, 'g'))].map(({ index }) => [
      archive.readUInt16LE(index + place + 2),
      archive.readUInt16LE(index + place),
    ]);
  // 1 August 2026, 00:59:58: 46 years after 1980, month 8, day 1; hour 0, minute 59, 29 double seconds.
  const home = [46 * 512 + 8 * 32 + 1, 59 * 32 + 29];
  const first = [33, 0];
  expect(moments('PK\\x03\\x04', 10)).toEqual([home, first, first]);
  expect(moments('PK\\x01\\x02', 12)).toEqual([home, first, first]);
});
