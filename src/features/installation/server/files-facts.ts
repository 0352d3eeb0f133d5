import { seconds } from '../../../platform/server/clock.ts';
import { openDatabase } from '../../../platform/server/database.ts';
import { FilesAway } from '../../../platform/server/files/store/files-away.ts';
import { fileFigures } from '../../../platform/server/files/store/keep-files.ts';
import { openObjectStore, type StoreFeatures } from '../../../platform/server/files/store/object-store.ts';
import type { FilesFacts } from '../files.ts';

const patience = { read: seconds(5), upkeep: seconds(5) };

/** Asks the object store and the database where files are. */
export async function readFiles(filesUrl: string | null, webUrl: string): Promise<FilesFacts> {
  const database = openDatabase(webUrl, { size: 1 });
  try {
    const { hasLock, problem } = await storeOf(filesUrl);
    return { hasStore: filesUrl !== null, hasLock, problem, ...(await fileFigures(database)) };
  } finally {
    await database.close();
  }
}

async function storeOf(
  filesUrl: string | null,
): Promise<Pick<StoreFeatures, 'hasLock'> & { readonly problem: string | null }> {
  if (filesUrl === null) return { hasLock: false, problem: null };
  const store = openObjectStore(filesUrl, patience);
  try {
    await store.page('');
    return { hasLock: (await store.features()).hasLock, problem: null };
  } catch (error) {
    if (!(error instanceof FilesAway)) throw error;
    return { hasLock: false, problem: error.message };
  }
}
