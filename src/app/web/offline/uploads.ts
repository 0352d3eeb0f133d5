import { useSyncExternalStore } from 'react';
import {
  isSentOnPage,
  sendFile,
  unsentFileKeys,
  unsentFiles,
} from '../../../features/invoice/web/upload/send-file.ts';
import { onKeptFiles, ownerOf } from '../../../platform/web/device-files.ts';
import { i18n } from '../../../platform/web/i18n.ts';
import { withLock } from '../../../platform/web/locks.ts';
import { noteWaiting } from '../../../platform/web/offline.ts';
import { queryClient } from '../../../platform/web/query.ts';
import { currentSession } from '../../../platform/web/session.ts';
import { createSignal } from '../../../platform/web/signal.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { sendUploads } from './send-uploads.ts';
import { whenNetwork } from './when-network.ts';

/** The files that wait on this device to become invoices, and how many of them were refused. */
export interface WaitingUploads {
  readonly count: number;
  readonly refused: number;
}

const changes = createSignal();
const refused = new Set<string>();
let shown: WaitingUploads = { count: 0, refused: 0 };

export function useWaitingUploads(): WaitingUploads {
  return useSyncExternalStore(changes.subscribe, () => shown);
}

/** Sends files that wait as soon as there is a network, whatever page is open (MOB-02, MOB-04). Called once. */
export function followUploads(): void {
  onKeptFiles(() => void show());
  whenNetwork(
    () => withLock('kontor-uploads', sendNow),
    () => shown.count > shown.refused,
  );
}

async function sendNow(): Promise<void> {
  await show();
  const owner = ownerNow();
  // The upload page sends what waits itself.
  if (owner === null || shown.count === 0 || isSentOnPage() || navigator.onLine === false) return;
  const taken = await sendUploads(await unsentFiles(owner), refused, (file) => sendFile(file, false));
  await show();
  if (taken === 0) return;
  toastSaved(i18n.t('offline.uploaded', { count: taken }));
  await queryClient.invalidateQueries();
}

async function show(): Promise<void> {
  const owner = ownerNow();
  const keys = owner === null ? [] : await unsentFileKeys(owner);
  shown = { count: keys.length, refused: keys.filter((key) => refused.has(key)).length };
  if (owner !== null) noteWaiting('uploads', shown.count);
  changes.notify();
}

/** While acting as another nothing is shown or sent, but it still waits (AUTH-21). */
function ownerNow(): string | null {
  const session = currentSession();
  return session?.isImpersonating ? null : ownerOf(session);
}
