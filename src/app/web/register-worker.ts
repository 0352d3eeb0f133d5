import { forgetOtherDevice } from '../../platform/web/push-device.ts';
import { onSessionChange } from '../../platform/web/session.ts';

/**
 * Registers the service worker of the built pages. Without it, such as on plain http or with refused storage, everything
 * but its own abilities works.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // What a page has loaded before its worker was there, that one keeps as well.
  const tellUsed = (): void => {
    const used = performance.getEntriesByType('resource').map(({ name }) => name);
    serviceWorker.controller?.postMessage({ used });
  };
  if (serviceWorker.controller === null)
    serviceWorker.addEventListener('controllerchange', tellUsed, { once: true });
  await serviceWorker.register('/service-worker.js').catch((failure: unknown) => {
    console.warn('No service worker:', failure);
  });
}

/** Opens the page of a notice that was tapped, and ends the notices of a session that has ended here (MOB-03). */
export function followNotices(open: (path: string) => void): void {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data.open === 'string') open(data.open);
  });
  const check = (): void => {
    forgetOtherDevice().catch((failure: unknown) => console.warn('Notices of this device remain:', failure));
  };
  onSessionChange(check);
  check();
}
