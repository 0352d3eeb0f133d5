import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The store as a page that was just opened has it, over what the browser offers. */
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

describe('TECH-23 what the browser keeps for the pages', () => {
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = new Map();
  });

  it('is in the store of the browser, which has no trouble', async () => {
    const { get, set, remove, keys, troubles } = await openedStore(storageOf(kept));
    set('lang', 'de');
    expect([get('lang'), kept.get('lang'), get('nothing')]).toEqual(['de', 'de', null]);
    remove('lang');
    expect([get('lang'), kept.size, keys(), troubles]).toEqual([null, 0, [], []]);
  });

  it('lasts as long as the page where there is no room, and what was kept before is outdated', async () => {
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
  ])('lasts as long as the page where the store %s', async (_how, open) => {
    const { get, set, keys, troubles } = await openedStore(undefined);
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: open });
    set('a', '1');
    expect([get('a'), get('b'), keys(), troubles]).toEqual(['1', null, ['a'], ['refused']]);
  });
});
