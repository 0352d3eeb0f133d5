import { withLock } from '../../../platform/web/locks.ts';
import { currentSession } from '../../../platform/web/session.ts';
import { type KeptAnswers, keptAnswers } from './kept-answers.ts';
import { openOwnedStore } from './owned-store.ts';
import { openRows } from './rows.ts';
import { type WaitingStore, waitingStore } from './waiting.ts';

/** What this browser keeps for the present person. */
export interface PresentStore {
  readonly answers: KeptAnswers;
  readonly waiting: WaitingStore;
}

let present: { readonly owner: string; readonly store: Promise<PresentStore> } | null = null;

/**
 * The store of the person who is logged in, opened once per session; null without a login and while acting as another
 * (AUTH-21). Fails where the browser refuses to store, or has no cryptography, as over plain http.
 */
export async function presentStore(): Promise<PresentStore | null> {
  const session = currentSession();
  if (session === null || session.isImpersonating) return null;
  const { tenantId, userId, sessionId } = session;
  const owner = [tenantId, userId, sessionId].join(':');
  if (present?.owner !== owner) {
    // Of two tabs that open it at once, the second takes the key of the first.
    const store = withLock('kontor-offline', async () => {
      const owned = await openOwnedStore(await openRows(), { tenantId, userId, sessionId });
      return { answers: keptAnswers(owned), waiting: waitingStore(owned) };
    });
    present = { owner, store };
  }
  return present.store;
}
