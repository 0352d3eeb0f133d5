import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The store of a newly opened page, on top of the given browser storage. */
async function openedStore(localStorage: unknown) {
  vi.resetModules();
  vi.stubGlobal('localStorage', localStorage);
  const { browserStore, onStoreTrouble } = await import('./store.ts');
  const troubles: string[] = [];
  onStoreTrouble((trouble) => troubles.push(trouble));
  return { ...browserStore, troubles };
}

function storageOf(kept: Map<string, string>, room = 1_000) {
  const storage = Object.create(
    {
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => kept.delete(key),
      setItem: (key: string, value: string) => {
        if (value.length > room) throw new DOMException('no room', 'QuotaExceededError');
        kept.set(key, value);
      },
    },
    Object.fromEntries([...kept.keys()].map((key) => [key, { enumerable: true, value: '' }])),
  );
  return storage as Storage;
}

describe('TECH-23 values stored by pages', () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = new Map();
  });

  it("are in the browser's storage, without trouble", async () => {
    const { get, set, remove, keys, troubles } = await openedStore(storageOf(kept));
    set('lang', 'de');
    expect([get('lang'), kept.get('lang'), get('nothing')]).toEqual(['de', 'de', null]);
    remove('lang');
    expect([get('lang'), kept.size, keys(), troubles]).toEqual([null, 0, [], []]);
  });

  it('last until the page is left if there is no room, and outdated ones are removed', async () => {
    kept.set('token', 'old');
    const { get, set, remove, keys, troubles } = await openedStore(storageOf(kept, 3));
    set('token', 'newer');
    set('other', 'longer');
    expect([get('token'), kept.has('token'), troubles]).toEqual(['newer', false, ['full']]);
    expect(keys()).toEqual(['token', 'other']);
    remove('other');
    set('token', 'one');
    expect([get('token'), get('other'), kept.get('token')]).toEqual(['one', null, 'one']);
  });

  it.each([
    ['is null', () => null],
    [
      'throws',
      () => {
        throw new DOMException('no', 'SecurityError');
      },
    ],
  ])('last until the page is left if the storage %s', async (_how, open) => {
    const { get, set, keys, troubles } = await openedStore(undefined);
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: open });
    set('a', '1');
    expect([get('a'), get('b'), keys(), troubles]).toEqual(['1', null, ['a'], ['refused']]);
  });
});
