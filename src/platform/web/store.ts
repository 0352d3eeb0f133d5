/** Why the browser does not store values: storage is blocked, or full. */
export type StoreTrouble = 'refused' | 'full';

/** Browser storage of the pages. Never throws: values that cannot be stored last until the page is left. */
export interface Store {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
  readonly keys: () => readonly string[];
}

const troubles = new Set<StoreTrouble>();
const listeners = new Set<(trouble: StoreTrouble) => void>();

/** Shared by all tabs, permanent. */
export const browserStore = storeOver(() => globalThis.localStorage, noteTrouble);

/** For this tab alone. Without it only a reload loses something. */
export const tabStore = storeOver(
  () => globalThis.sessionStorage,
  () => undefined,
);

/** Calls back with each trouble of the shared store, once, including earlier ones. */
export function onStoreTrouble(listener: (trouble: StoreTrouble) => void): void {
  listeners.add(listener);
  for (const trouble of troubles) listener(trouble);
}

function noteTrouble(trouble: StoreTrouble): void {
  if (troubles.has(trouble)) return;
  troubles.add(trouble);
  for (const listener of listeners) listener(trouble);
}

/** `open` throws, or returns null, if storage is blocked. */
function storeOver(open: () => Storage | null | undefined, note: (trouble: StoreTrouble) => void): Store {
  const inPage = new Map<string, string>();
  const ask = <T>(question: (storage: Storage) => T): T | undefined => {
    try {
      const storage = open();
      if (storage) return question(storage);
      note('refused');
    } catch (failure) {
      note(isFull(failure) ? 'full' : 'refused');
    }
    return undefined;
  };
  return {
    get: (key) => inPage.get(key) ?? ask((storage) => storage.getItem(key)) ?? null,
    set: (key, value) => {
      inPage.delete(key);
      const isKept = ask((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (isKept) return;
      inPage.set(key, value);
      // The stored value is outdated, for other tabs as well.
      ask((storage) => storage.removeItem(key));
    },
    remove: (key) => {
      inPage.delete(key);
      ask((storage) => storage.removeItem(key));
    },
    keys: () => [...new Set([...inPage.keys(), ...(ask(Object.keys) ?? [])])],
  };
}

function isFull(failure: unknown): boolean {
  return failure instanceof DOMException && /quota/i.test(failure.name);
}
