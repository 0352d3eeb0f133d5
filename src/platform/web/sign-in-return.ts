import { tabStore } from './store.ts';

/** The answer of a provider after a sign-in. */
export interface SignInReturn {
  /** Null where the person has not consented, or the provider could not ask. */
  readonly code: string | null;
  readonly state: string;
  /** The provider's error code, such as `access_denied`. */
  readonly error: string | null;
}

const key = 'signInReturn';
const callbackPath = '/callback';

/** The provider's answer in an address; null in any other address. */
export function returnIn(pathname: string, search: string): SignInReturn | null {
  if (pathname !== '/' && pathname !== callbackPath) return null;
  const query = new URLSearchParams(search);
  const [code, state, error] = [query.get('code'), query.get('state') ?? '', query.get('error')];
  const isReturn = code !== null || (error !== null && (state !== '' || pathname === callbackPath));
  return isReturn ? { code, state, error } : null;
}

/**
 * Removes the provider's answer from the address before any other code reads it, and continues at `/callback`
 * (NAV-21): the code must not stay in the browser history or be parsed as a number.
 *
 * @param replace replaces the current address
 */
export function takeReturnFromAddress(replace: (path: string) => void): void {
  const back = returnIn(location.pathname, location.search);
  if (back === null) return;
  tabStore.set(key, JSON.stringify(back));
  replace(callbackPath);
}

/** Returns the answer once: after a reload it is gone. */
export function takeReturn(): SignInReturn | null {
  const kept = tabStore.get(key);
  tabStore.remove(key);
  return kept === null ? null : (JSON.parse(kept) as SignInReturn);
}

/** The state of the answer that is not taken yet; empty without one. */
export function waitingState(): string {
  const kept = tabStore.get(key);
  return kept === null ? '' : (JSON.parse(kept) as SignInReturn).state;
}
