import type { PushMessage } from '../../../features/push/push.ts';
import { readMark } from '../../../platform/web/push-mark.ts';
import { type PushEvent, scope } from './scope.ts';

/** Shows what the server tells this device, and opens the page of a notice that is tapped (MOB-03). */
export function showNotices(): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(event)));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(String(event.notification.data)));
  });
}

/**
 * A message may be under way while its person logs out and another one logs in: only those of the subscription that the
 * pages have marked are shown. For another one this browser ends the subscription.
 */
async function show({ data }: PushEvent): Promise<void> {
  const message = data?.json() as PushMessage | undefined;
  if (message === undefined) return;
  const { title, body, tag, path, device } = message;
  if ((await readMark())?.device !== device) {
    await (await scope.registration.pushManager.getSubscription())?.unsubscribe();
    return;
  }
  await scope.registration.showNotification(title, { body, tag, data: path, icon: '/icons/icon-192.png' });
}

/** An open window goes to the page itself, so that it can ask about unsaved changes; else one is opened. */
async function open(path: string): Promise<void> {
  const [window] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (window === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  await window.focus();
  window.postMessage({ open: path });
}
