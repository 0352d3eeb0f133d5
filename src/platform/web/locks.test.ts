import { afterEach, describe, expect, it, vi } from 'vitest';
import { withLock } from './locks.ts';
import { uniqueKey } from './unique-key.ts';

const refusing = {
  locks: {
    request: () => Promise.reject(new DOMException('Access to the Locks API is denied', 'SecurityError')),
  },
};

describe.each([
  ['are missing', {}],
  ['are refused with all storage', refusing],
])('TECH-23 if locks between tabs %s', (_how, navigator) => {
  afterEach(() => vi.unstubAllGlobals());

  it('work of one tab runs sequentially, also after a failure', async () => {
    vi.stubGlobal('navigator', navigator);
    const order: string[] = [];
    const work = (name: string) => async (isOfAllTabs: boolean) => {
      order.push(`${name} begins ${isOfAllTabs}`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (name === 'one') throw new Error('broken');
    };
    const all = await Promise.allSettled([withLock('x', work('one')), withLock('x', work('two'))]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(order).toEqual(['one begins false', 'one ends', 'two begins false', 'two ends']);
  });

  it('a waiting caller can abort without blocking the next one', async () => {
    vi.stubGlobal('navigator', navigator);
    const { promise: done, resolve: release } = Promise.withResolvers<void>();
    const held = withLock('x', () => done);
    const giving = new AbortController();
    const waiting = withLock('x', () => Promise.resolve('begun'), giving.signal);
    const next = withLock('x', () => Promise.resolve('next'));
    await new Promise(setImmediate);
    giving.abort();
    release();
    await held;
    await expect(waiting).rejects.toThrow('aborted');
    expect(await next).toBe('next');
  });
});

describe('TECH-23 a lock of the browser', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('runs the work once, and passes on its failure', async () => {
    vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => unknown) => run() } });
    const work = vi.fn(() => Promise.reject(new Error('broken')));
    await expect(withLock('x', work)).rejects.toThrow('broken');
    expect(work.mock.calls).toEqual([[true]]);
  });
});

describe('TECH-23 a unique key', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is a UUID of version 4, even if the browser cannot make one', () => {
    const { crypto } = globalThis;
    const pattern = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
    expect(uniqueKey()).toMatch(pattern);
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
    });
    const keys = Array.from({ length: 50 }, uniqueKey);
    expect(keys.filter((key) => !pattern.test(key))).toEqual([]);
    expect(new Set(keys).size).toBe(50);
  });
});
