import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestStore, type TestStore } from '../../../../../tests/support/object-store.ts';
import { FileDamaged, FilesAway } from './files-away.ts';
import { type ObjectStore, openObjectStore, partLength } from './object-store.ts';

let server: TestStore | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function opened(options?: { hasLock?: boolean }): Promise<{ server: TestStore; store: ObjectStore }> {
  server = await startTestStore(options);
  return { server, store: openObjectStore(server.url) };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 300_000) yield bytes.subarray(start, start + 300_000);
}

const key = 'files/1/5ab0e7a2';
const tomorrow = new Date(Date.now() + 86_400_000);

describe('objects of an S3-compatible store (TECH-16)', () => {
  test('an object that was stored is read back in parts and whole, and removed without a rest', async () => {
    const { server, store } = await opened();
    const bytes = randomBytes(700_000);
    await store.put(key, bytes.length, pieces(bytes), null);
    expect(await store.get(key, 0, bytes.length)).toEqual(bytes);
    expect(await store.get(key, 650_000, 20)).toEqual(bytes.subarray(650_000, 650_020));
    expect(await store.page('')).toEqual({ objects: [{ key, size: 700_000 }], isLast: true });
    expect(await store.remove(key)).toBe('removed');
    expect(await store.remove(key)).toBe('removed');
    expect(server.objects.size).toBe(0);
  });

  test('a large object goes in parts with a checksum each, and a break leaves neither object nor parts', async () => {
    const { server, store } = await opened();
    const bytes = randomBytes(2 * partLength + 5);
    await store.put(key, bytes.length, pieces(bytes), null);
    expect(server.objects.get(key)?.at(-1)?.bytes.equals(bytes)).toBe(true);
    async function* broken() {
      yield* pieces(bytes.subarray(0, partLength + 400_000));
      throw new Error('the sender broke off');
    }
    await expect(store.put(`${key}2`, bytes.length, broken(), null)).rejects.toThrow('broke off');
    expect([...server.objects.keys()]).toEqual([key]);
    expect(server.uploads.size).toBe(0);
  });

  test.each(['slow_down', 'internal_error', 'lost_answer', 'half_upload'] as const)(
    'after %s a call is repeated, and the object is there once',
    async (fault) => {
      const { server, store } = await opened();
      server.fail(fault, 2, /^PUT/);
      await store.put(key, 5, pieces(Buffer.from('bytes')), null);
      expect((await store.get(key, 0, 5)).toString()).toBe('bytes');
      expect(server.objects.size).toBe(1);
      expect(server.calls.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
    },
  );

  test('an answer cut off in the middle is asked for again', async () => {
    const { server, store } = await opened();
    await store.put(key, 5, pieces(Buffer.from('bytes')), null);
    server.fail('half_answer', 1, /^GET/);
    expect((await store.get(key, 0, 5)).toString()).toBe('bytes');
  });

  test('parts whose joining was not answered are joined once', async () => {
    const { server, store } = await opened();
    const bytes = randomBytes(partLength + 5);
    server.fail('lost_answer', 1, /^POST .*uploadId=/);
    await store.put(key, bytes.length, pieces(bytes), null);
    expect(server.objects.get(key)).toHaveLength(1);
  });

  test('a wrong clock, a deleted bucket and a wrong secret are told to the operator in a sentence, at once', async () => {
    const { server, store } = await opened();
    server.skew = 3_600_000;
    await expect(store.page('')).rejects.toThrow(/clock of this machine/);
    server.skew = 0;
    server.hasBucket = false;
    await expect(store.get(key, 0, 5)).rejects.toThrow('The bucket of FILES_URL does not exist.');
    server.hasBucket = true;
    const wrong = openObjectStore(server.url.replace('signs', 'sings'));
    await expect(wrong.page('')).rejects.toThrow('The object store refuses the secret of FILES_URL.');
    const elsewhere = openObjectStore(server.url.replace('eu-test-1', 'us-east-1'));
    await expect(elsewhere.page('')).rejects.toThrow('The region of FILES_URL is wrong.');
  });

  test('a store that is away ends the patience of a reader with FilesAway', { timeout: 15_000 }, async () => {
    const { server, store } = await opened();
    server.isAway = true;
    await expect(store.get(key, 0, 5)).rejects.toThrow(FilesAway);
  });

  test('a missing or shortened object is damaged, not away', async () => {
    const { store } = await opened();
    await expect(store.get(key, 0, 5)).rejects.toThrow(FileDamaged);
    await store.put(key, 3, pieces(Buffer.from('byt')), null);
    await expect(store.get(key, 0, 5)).rejects.toThrow(FileDamaged);
  });

  test('with Object Lock an object cannot be removed until its day, which can be prolonged', async () => {
    const { server, store } = await opened({ hasLock: true });
    await store.put(key, 5, pieces(Buffer.from('bytes')), tomorrow);
    expect(server.objects.get(key)?.[0]?.headers).toMatchObject({ 'x-amz-object-lock-mode': 'COMPLIANCE' });
    expect(await store.remove(key)).toBe('locked');
    const later = new Date(tomorrow.getTime() + 86_400_000);
    await store.lock(key, later);
    expect(server.objects.get(key)?.[0]?.lockedUntil).toEqual(later);
    await store.put('files/2', 5, pieces(Buffer.from('bytes')), null);
    await store.put('files/2', 5, pieces(Buffer.from('bytes')), null);
    expect(await store.remove('files/2')).toBe('removed');
    expect(server.objects.has('files/2')).toBe(false);
  });

  test('a bucket without Object Lock stores without a lock', async () => {
    const { server, store } = await opened();
    await store.put(key, 5, pieces(Buffer.from('bytes')), tomorrow);
    expect(server.objects.get(key)?.[0]?.lockedUntil).toBeNull();
  });

  test('objects are listed in pages', async () => {
    const { store } = await opened();
    for (const name of ['a', 'b', 'c', 'd'])
      await store.put(`files/${name}`, 1, pieces(Buffer.from('x')), null);
    const { objects, isLast } = await store.page('');
    expect([objects.length, isLast]).toEqual([3, false]);
    expect(await store.page('files/c')).toEqual({ objects: [{ key: 'files/d', size: 1 }], isLast: true });
  });
});
