import { newKey, openBytes, type Sealed, seal, sealBytes, open as unseal } from './sealed.ts';
import { createSignal } from './signal.ts';
import { uniqueKey } from './unique-key.ts';

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

/** As stored: the names and the content are encrypted (MOB-04). */
interface StoredFile extends Pick<KeptFile, 'key' | 'keptAt' | 'sentWith'> {
  readonly about: Sealed;
  readonly content: Sealed;
}

/** The person logged in, with the key of their files, which never leaves the browser's cryptography. */
interface StoredOwner {
  readonly name: string;
  /** Identifies the key: another login has another one. */
  readonly id: string;
  readonly secret: CryptoKey;
}

const hourMs = 3_600_000;
/** How long files are kept: shared ones that nobody sent, and sent ones that wait for the network. */
const lastingMs = { shared: hourMs, sent: 7 * 24 * hourMs } as const;

const ownerKey = 'owner';

const changes = createSignal();

/** Calls back when this page has kept or removed a file. Returns a function that unsubscribes. */
export function onKeptFiles(listener: () => void): () => void {
  return changes.subscribe(listener);
}

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
  // A transaction of the browser ends while it waits for anything else.
  const fresh: StoredOwner | null =
    owner === null ? null : { name: owner, id: uniqueKey(), secret: await newKey() };
  await within('readwrite', async (files, owners) => {
    const known = await settled<StoredOwner | undefined>(owners.get(ownerKey));
    if ((known?.name ?? null) !== owner) {
      files.clear();
      if (fresh === null) owners.delete(ownerKey);
      else owners.put(fresh, ownerKey);
    }
    await removeOver(files);
  });
}

/**
 * Keeps the files of one sharing for the person logged in; those of an earlier sharing are removed.
 *
 * @returns whether a person is logged in; nothing is kept otherwise
 */
export async function keepShared(shared: readonly File[]): Promise<boolean> {
  const owner = await ownerNow();
  if (owner === undefined) return false;
  const stored = await Promise.all(
    shared.map((file) => storedFile(owner, { key: uniqueKey(), file, sentWith: null })),
  );
  return await keepFor(owner, async (files) => {
    for (const { key, sentWith } of await settled<StoredFile[]>(files.getAll()))
      if (sentWith === null) files.delete(key);
    for (const file of stored) files.put(file);
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
  const known = await ownerNow();
  if (known?.name !== owner) return false;
  const stored = await storedFile(known, sent);
  const isKept = await keepFor(known, async (files) => {
    files.put(stored);
  });
  changes.notify();
  return isKept;
}

/** The kept files of a person; none if somebody else was logged in last. */
export async function keptFiles(owner: string): Promise<readonly KeptFile[]> {
  const { known, lasting } = await lastingFiles(owner);
  return known === undefined ? [] : await Promise.all(lasting.map((each) => keptFile(known, each)));
}

/** The keys of the files that a person has sent and that wait here for an answer, without their content. */
export async function unsentKeys(owner: string): Promise<readonly string[]> {
  const { lasting } = await lastingFiles(owner);
  return lasting.filter(({ sentWith }) => sentWith !== null).map(({ key }) => key);
}

/** The files of a person that are not too old, in the order in which they were kept. */
async function lastingFiles(
  owner: string,
): Promise<{ readonly known?: StoredOwner; readonly lasting: readonly StoredFile[] }> {
  const [known, stored] = await within('readonly', async (files, owners) => [
    await settled<StoredOwner | undefined>(owners.get(ownerKey)),
    await settled<StoredFile[]>(files.getAll()),
  ]);
  if (known?.name !== owner) return { lasting: [] };
  const now = Date.now();
  const lasting = stored.filter((each) => !isOver(each, now)).sort((a, b) => a.keptAt - b.keptAt);
  return { known, lasting };
}

async function storedFile(
  { secret }: StoredOwner,
  { key, file, sentWith }: Omit<KeptFile, 'keptAt'>,
): Promise<StoredFile> {
  const about = await seal(secret, `${key} about`, { name: file.name, type: file.type });
  const content = await sealBytes(secret, key, await file.arrayBuffer());
  return { key, keptAt: Date.now(), sentWith, about, content };
}

async function keptFile({ secret }: StoredOwner, stored: StoredFile): Promise<KeptFile> {
  const { key, keptAt, sentWith, about, content } = stored;
  const { name, type } = (await unseal(secret, `${key} about`, about)) as Pick<File, 'name' | 'type'>;
  return { key, keptAt, sentWith, file: new File([await openBytes(secret, key, content)], name, { type }) };
}

async function ownerNow(): Promise<StoredOwner | undefined> {
  return await within('readonly', (_, owners) => settled<StoredOwner | undefined>(owners.get(ownerKey)));
}

/** Writes unless the person, or their key, has changed meanwhile; returns whether it did. */
async function keepFor(
  { id }: StoredOwner,
  write: (files: IDBObjectStore) => Promise<void>,
): Promise<boolean> {
  return await within('readwrite', async (files, owners) => {
    if ((await settled<StoredOwner | undefined>(owners.get(ownerKey)))?.id !== id) return false;
    await write(files);
    return true;
  });
}

/** Removes kept files; unknown keys do not matter. */
export async function forgetFiles(keys: readonly string[]): Promise<void> {
  await within('readwrite', async (files) => {
    for (const key of keys) files.delete(key);
  });
  changes.notify();
}

async function removeOver(files: IDBObjectStore): Promise<void> {
  const now = Date.now();
  for (const kept of await settled<StoredFile[]>(files.getAll()))
    if (isOver(kept, now)) files.delete(kept.key);
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
