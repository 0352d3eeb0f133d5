/** What a person chose for a file when sending it. */
export interface ChosenForFile {
  readonly clientId: number | null;
  readonly start: string | null;
}

/** A file that the browser keeps for the person logged in on this device. */
export interface KeptFile {
  /** Identifies the attempt to send it, so that it takes effect once. */
  readonly key: string;
  readonly file: File;
  /** Milliseconds since 1970, by the clock of the device. */
  readonly keptAt: number;
  /** Null for a shared file that the person has not sent yet. */
  readonly sentWith: ChosenForFile | null;
}

const hourMs = 3_600_000;
/** How long files are kept: shared ones that nobody sent, and sent ones that wait for the network. */
const lastingMs = { shared: hourMs, sent: 7 * 24 * hourMs } as const;

const ownerKey = 'owner';

/** The person of a session, as the owner of the kept files. */
export function ownerOf(
  session: { readonly tenantId: number; readonly userId: number } | null,
): string | null {
  return session && `${session.tenantId}/${session.userId}`;
}

/** Whether a kept file is too old to be shown or sent; the clock of a device may be set back. */
export function isOver({ keptAt, sentWith }: Pick<KeptFile, 'keptAt' | 'sentWith'>, now: number): boolean {
  return Math.abs(now - keptAt) > (sentWith === null ? lastingMs.shared : lastingMs.sent);
}

/**
 * Names the person whose files this device may keep; null after a logout. Those of anybody else are removed (MOB-02).
 *
 * @param owner from `ownerOf`
 */
export async function setOwner(owner: string | null): Promise<void> {
  await within('readwrite', async (files, owners) => {
    const known = await settled<string | undefined>(owners.get(ownerKey));
    if ((known ?? null) !== owner) files.clear();
    if (owner === null) owners.delete(ownerKey);
    else owners.put(owner, ownerKey);
    await removeOver(files);
  });
}

/**
 * Keeps the files of one sharing for the person logged in; those of an earlier sharing are removed.
 *
 * @returns whether a person is logged in; nothing is kept otherwise
 */
export async function keepShared(shared: readonly File[]): Promise<boolean> {
  return await within('readwrite', async (files, owners) => {
    if ((await settled<unknown>(owners.get(ownerKey))) === undefined) return false;
    for (const { key, sentWith } of await settled<KeptFile[]>(files.getAll()))
      if (sentWith === null) files.delete(key);
    for (const file of shared)
      files.put({ key: crypto.randomUUID(), file, keptAt: Date.now(), sentWith: null } satisfies KeptFile);
    return true;
  });
}

/**
 * Keeps a file that could not be sent yet.
 *
 * @returns whether `owner` is still the person logged in; nothing is kept otherwise
 */
export async function keepSent(
  owner: string,
  sent: Pick<KeptFile, 'key' | 'file'> & { readonly sentWith: ChosenForFile },
): Promise<boolean> {
  return await within('readwrite', async (files, owners) => {
    if ((await settled<unknown>(owners.get(ownerKey))) !== owner) return false;
    files.put({ ...sent, keptAt: Date.now() } satisfies KeptFile);
    return true;
  });
}

/** The kept files of a person; none if somebody else was logged in last. */
export async function keptFiles(owner: string): Promise<readonly KeptFile[]> {
  return await within('readonly', async (files, owners) => {
    if ((await settled<unknown>(owners.get(ownerKey))) !== owner) return [];
    const kept = await settled<KeptFile[]>(files.getAll());
    const now = Date.now();
    return kept.filter((each) => !isOver(each, now)).sort((a, b) => a.keptAt - b.keptAt);
  });
}

/** Removes kept files; unknown keys do not matter. */
export async function forgetFiles(keys: readonly string[]): Promise<void> {
  await within('readwrite', async (files) => {
    for (const key of keys) files.delete(key);
  });
}

async function removeOver(files: IDBObjectStore): Promise<void> {
  const now = Date.now();
  for (const kept of await settled<KeptFile[]>(files.getAll())) if (isOver(kept, now)) files.delete(kept.key);
}

/** Works within one transaction. Throws where the browser refuses to store. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore, owners: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(['files', 'owner'], mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([
      work(transaction.objectStore('files'), transaction.objectStore('owner')),
      done,
    ]);
    return result;
  } finally {
    database.close();
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('device-files', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('files', { keyPath: 'key' });
    request.result.createObjectStore('owner');
  };
  return await settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
