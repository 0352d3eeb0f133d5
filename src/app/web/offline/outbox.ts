import { useSyncExternalStore } from 'react';
import { documentKey, type ShownDocument } from '../../../document/web/document.ts';
import { knownHead } from '../../../document/web/known-head.ts';
import { gql, upload } from '../../../platform/web/api.ts';
import { i18n } from '../../../platform/web/i18n.ts';
import { withLock } from '../../../platform/web/locks.ts';
import { noteWaiting, type OfflinePart } from '../../../platform/web/offline.ts';
import { queryClient } from '../../../platform/web/query.ts';
import { createSignal } from '../../../platform/web/signal.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import type { DocumentKind } from '../../../timeline/kinds.ts';
import { type PresentStore, presentStore } from './present-store.ts';
import { sendWaiting } from './send-waiting.ts';
import { type Waiting, waitingOf } from './waiting.ts';
import { whenNetwork } from './when-network.ts';

const changes = createSignal();
let shown: readonly Waiting[] = [];

/** What waits for the network, and what was refused afterwards, in order. */
export function useWaiting(): readonly Waiting[] {
  return useSyncExternalStore(changes.subscribe, () => shown);
}

/** Lets an unsent act wait, and says so. False for acts that must not wait. */
export const keepUnsent: OfflinePart['wait'] = async (unsent) => {
  const store = await presentStore();
  const waiting = waitingOf(unsent, titleOf, Date.now());
  if (store === null || waiting === null) return false;
  if (!(await store.waiting.add(waiting, 'file' in unsent ? unsent.file : undefined))) return false;
  await show(store);
  toastSaved(i18n.t('offline.waits'));
  return true;
};

/** Takes back something that waits. */
export async function withdraw(key: string): Promise<void> {
  const store = await presentStore();
  await store?.waiting.remove(key);
  await show(store);
}

/** Sends what waits when the network is back, and now. Called once. */
export function followActs(): void {
  window.addEventListener('online', () => void queryClient.invalidateQueries());
  whenNetwork(
    () => withLock('kontor-offline-sending', sendNow),
    () => shown.some(({ refusal }) => refusal === null),
  );
}

async function sendNow(): Promise<void> {
  const store = await presentStore();
  await show(store);
  if (store === null || shown.length === 0 || navigator.onLine === false) return;
  const sent = await sendWaiting(store.waiting, (waiting) => send(store, waiting));
  await show(store);
  if (sent === 0) return;
  toastSaved(i18n.t('offline.sent', { count: sent }));
  await queryClient.invalidateQueries();
}

/** Returns the id of a sent file. */
async function send(
  store: PresentStore,
  { key, kind, documentId, send: what }: Waiting,
): Promise<string | null> {
  if ('mutation' in what) {
    await gql(what.mutation, what.variables);
    return null;
  }
  const content = await store.waiting.fileOf(key);
  const form = new FormData();
  form.set('kind', kind);
  form.set('document', String(documentId));
  form.set('idempotency_key', key);
  form.set('file', new File([content], what.name, { type: what.mime }));
  return (await upload<{ id: string }>('/api/file', form)).id;
}

/** While acting as another nothing is shown, but it still waits. */
async function show(store: PresentStore | null): Promise<void> {
  shown = (await store?.waiting.all()) ?? [];
  if (store !== null) noteWaiting('acts', shown.length);
  changes.notify();
}

/** The document's number and name, as far as the pages have read them. */
function titleOf(kind: DocumentKind, id: number): string {
  const head = knownHead(queryClient, kind, id);
  const document = queryClient.getQueryData<Pick<ShownDocument, 'name'> | null>(
    documentKey({ name: kind }, id),
  );
  return [head?.number, head?.name ?? document?.name].filter(Boolean).join(' ');
}
