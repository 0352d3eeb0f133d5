import { tabStore } from '../../../../platform/web/store.ts';

/** What a provider has sent a person back with. */
export interface SignInReturn {
  /** Null where the person has not agreed, or the provider could not ask. */
  readonly code: string | null;
  readonly state: string;
  /** As the provider names it, such as `access_denied`. */
  readonly error: string | null;
}

const key = 'signInReturn';
const callbackPath = '/callback';

/** The answer of a provider in an address; null in any other address. */
export function returnIn(pathname: string, search: string): SignInReturn | null {
  if (pathname !== '/' && pathname !== callbackPath) return null;
  const query = new URLSearchParams(search);
  const [code, state, error] = [query.get('code'), query.get('state') ?? '', query.get('error')];
  const isReturn = code !== null || (error !== null && (state !== '' || pathname === callbackPath));
  return isReturn ? { code, state, error } : null;
}

/**
 * Takes the answer of a provider out of the address before anything else reads that, and goes on at `/callback` (NAV-21): a
 * code does not stay in the history of the browser, and no digits of it are read as a number.
 *
 * @param replace puts another address in the place of the present one
 */
export function takeReturnFromAddress(replace: (path: string) => void): void {
  const back = returnIn(location.pathname, location.search);
  if (back === null) return;
  tabStore.set(key, JSON.stringify(back));
  replace(callbackPath);
}

/** Hands out once what has come back: whoever reloads has it not again. */
export function takeReturn(): SignInReturn | null {
  const kept = tabStore.get(key);
  tabStore.remove(key);
  return kept === null ? null : (JSON.parse(kept) as SignInReturn);
}
