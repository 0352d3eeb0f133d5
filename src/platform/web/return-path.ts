import { sameOriginPath } from '../same-origin-path.ts';

const storageKey = 'returnTo';

/** Remembers where the person is, to come back there after the login (AUTH-13). */
export function storeReturnPath(path: string): void {
  const safe = sameOriginPath(path, location.origin);
  if (safe !== null && safe !== '/') localStorage.setItem(storageKey, safe);
}

export function storedReturnPath(): string | null {
  return sameOriginPath(localStorage.getItem(storageKey), location.origin);
}

/** Hands the stored path out once. */
export function takeReturnPath(): string | null {
  const path = storedReturnPath();
  localStorage.removeItem(storageKey);
  return path;
}
