/** Which notices this device shows: those of one subscription, of one session. */
export interface DeviceMark {
  readonly session: string;
  /** As the server marks each notice. */
  readonly device: string;
}

/** The service worker reads no local storage; both it and the pages read caches. */
const cacheName = 'kontor-device';
const key = '/mark';

export async function readMark(): Promise<DeviceMark | null> {
  const kept = await (await caches.open(cacheName)).match(key);
  return kept ? ((await kept.json()) as DeviceMark) : null;
}

export async function writeMark(mark: DeviceMark): Promise<void> {
  await (await caches.open(cacheName)).put(key, Response.json(mark));
}

export async function forgetMark(): Promise<void> {
  await caches.delete(cacheName);
}
