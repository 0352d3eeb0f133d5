import type { Page } from '@playwright/test';

/** A file that the browser keeps, whoever is logged in. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The files in the store for shared and unsent files. */
export async function storedFiles(page: Page): Promise<readonly StoredFile[]> {
  const files = await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('device-files'));
    const kept = await settled<{ file: File }[]>(database.transaction('files').objectStore('files').getAll());
    database.close();
    return await Promise.all(
      kept.map(async ({ file }) => ({
        name: file.name,
        bytes: [...new Uint8Array(await file.arrayBuffer())],
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
