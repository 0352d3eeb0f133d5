import type { Page } from '@playwright/test';

/** A file that the browser keeps, whoever is logged in. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The files in the store for shared and unsent files, decrypted with the key of their person. */
export async function storedFiles(page: Page): Promise<readonly StoredFile[]> {
  const files = await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    interface Sealed {
      readonly iv: Uint8Array<ArrayBuffer>;
      readonly bytes: ArrayBuffer;
    }
    interface Kept {
      readonly key: string;
      readonly about: Sealed;
      readonly content: Sealed;
    }
    const database = await settled(indexedDB.open('device-files'));
    const store = (name: string) => database.transaction(name).objectStore(name);
    const owner = await settled<{ secret: CryptoKey } | undefined>(store('owner').get('owner'));
    const kept = await settled<Kept[]>(store('files').getAll());
    database.close();
    if (owner === undefined) return kept.map(({ key }) => ({ name: key, bytes: [] }));
    const opened = async (place: string, { iv, bytes }: Sealed) => {
      const additionalData = new TextEncoder().encode(place);
      return new Uint8Array(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, owner.secret, bytes),
      );
    };
    return await Promise.all(
      kept.map(async ({ key, about, content }) => ({
        name: JSON.parse(new TextDecoder().decode(await opened(`${key} about`, about))).name as string,
        bytes: [...(await opened(key, content))],
      })),
    );
  });
  return files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }));
}

/** Everything in the databases and caches of the browser, as text; files with their names and content. */
export async function storedOnDevice(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const written = async (value: unknown): Promise<string> => {
      if (value instanceof File) return `${value.name} ${await value.text()}`;
      if (value instanceof Blob) return await value.text();
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
      if (typeof value !== 'object' || value === null) return String(value);
      const parts = Object.entries(value).map(async ([name, part]) => `${name} ${await written(part)}`);
      return (await Promise.all(parts)).join(' ');
    };
    const found: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(await written(await settled(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return found.join('\n');
  });
}
