import { currentSession } from '../../../../platform/web/session.ts';
import { browserStore, tabStore } from '../../../../platform/web/store.ts';
import { parseRecentAddresses, type RecentAddress, withRecentAddress } from '../../recent-addresses.ts';

const recentKey = 'recentEmails';
const requestKey = 'loginRequest';

export function readRecentAddresses(): readonly RecentAddress[] {
  return parseRecentAddresses(browserStore.get(recentKey));
}

export function storeRecentAddresses(list: readonly RecentAddress[]): void {
  browserStore.set(recentKey, JSON.stringify(list));
}

/** Remembers the address that just logged in, for the next login (AUTH-02). */
export function rememberLogin(): void {
  const session = currentSession();
  if (session === null) return;
  const address = { email: session.email, tenant: session.tenantName };
  storeRecentAddresses(withRecentAddress(readRecentAddresses(), address));
  storeLoginRequest(null);
}

/** The login mail requested in this tab; survives a reload. */
export interface LoginRequest {
  readonly email: string;
  readonly tenant: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

export function readLoginRequest(): LoginRequest | null {
  try {
    return JSON.parse(tabStore.get(requestKey) ?? 'null') as LoginRequest | null;
  } catch {
    return null;
  }
}

export function storeLoginRequest(request: LoginRequest | null): void {
  if (request === null) tabStore.remove(requestKey);
  else tabStore.set(requestKey, JSON.stringify(request));
}
