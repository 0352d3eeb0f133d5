/**
 * Registers the service worker of the built pages. Without it, such as on plain http or with refused storage, everything
 * but its own abilities works.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js').catch((failure: unknown) => {
    console.warn('No service worker:', failure);
  });
}
