/**
 * Registers the service worker of the built pages. Without it, such as on plain http or with refused storage, everything
 * but its own abilities works.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const wasThere = serviceWorker.controller !== null;
  try {
    await serviceWorker.register('/service-worker.js');
    if (wasThere) return;
    // A worker that is new keeps what the page has loaded without it.
    const { active } = await serviceWorker.ready;
    active?.postMessage({ used: performance.getEntriesByType('resource').map(({ name }) => name) });
  } catch (failure) {
    console.warn('No service worker:', failure);
  }
}
