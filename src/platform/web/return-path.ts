import { sameOriginPath } from '../same-origin-path.ts';
import { browserStore } from './store.ts';

const storageKey = 'returnTo';

/** Stores the current location for the return after login (AUTH-13). */
export function storeReturnPath(path: string): void {
  const safe = sameOriginPath(path, location.origin);
  if (safe !== null && safe !== '/') browserStore.set(storageKey, safe);
}

export function storedReturnPath(): string | null {
  return sameOriginPath(browserStore.get(storageKey), location.origin);
}

/** Returns the stored path and removes it. */
export function takeReturnPath(): string | null {
  const path = storedReturnPath();
  browserStore.remove(storageKey);
  return path;
}
