import { loadChunk } from '../../../platform/web/chunk.ts';
import { noteNetwork } from '../../../platform/web/network.ts';
import { noteWaiting, provideOffline } from '../../../platform/web/offline.ts';
import { onSessionChange, ownSession } from '../../../platform/web/session.ts';
import { databaseName } from './database-name.ts';

/** The part that keeps, with the line about it: that one must be there before the network is gone. */
export const loadOfflinePart = () =>
  loadChunk(async () => {
    const [part, line] = await Promise.all([import('./part.ts'), import('./OfflineLine.tsx')]);
    return { ...part, ...line };
  });

/** Keeps answers and unsent acts for times without network, until the session ends (MOB-04). Called once at start. */
export function keepForOffline(): void {
  provideOffline(loadOfflinePart);
  window.addEventListener('offline', () => noteNetwork(false));
  if (navigator.onLine === false) noteNetwork(false);
  let owner = ownerNow();
  if (owner === null) forget();
  onSessionChange(() => {
    const former = owner;
    owner = ownerNow();
    // At a login there is nothing left; another tab may have begun to keep answers already.
    if (former !== null && former !== owner) forget();
  });
}

/** The person and session of the own login; acting as another changes nothing (AUTH-21). */
function ownerNow(): string | null {
  const own = ownSession();
  return own && [own.tenantId, own.userId, own.sessionId].join(':');
}

/** Removes everything with its key. */
function forget(): void {
  noteWaiting('acts', 0);
  noteWaiting('uploads', 0);
  try {
    const { indexedDB: databases }: Partial<typeof globalThis> = globalThis;
    databases?.deleteDatabase(databaseName);
  } catch (failure) {
    // A browser that refuses to store has kept nothing.
    console.warn('No store to remove:', failure);
  }
}
