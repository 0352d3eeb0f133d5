import { tabStore } from '../../../../platform/web/store.ts';

const key = 'signOnReturn';
const returnPath = /^\/login\/sign-on\/\d+$/;

/**
 * Removes the answer of an issuer from the address before any other code reads it (AUTH-32): the code must not stay in
 * the browser history or be parsed as a number.
 *
 * @param replace replaces the current address
 */
export function takeSignOnFromAddress(replace: (path: string) => void): void {
  const { pathname, search } = location;
  if (!returnPath.test(pathname) || search === '') return;
  tabStore.set(key, search);
  replace(pathname);
}

/** Returns the answer once; a reload has none. */
export function takeSignOnReturn(): string {
  const kept = tabStore.get(key) ?? '';
  tabStore.remove(key);
  return kept;
}
