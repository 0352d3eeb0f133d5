import { useSyncExternalStore } from 'react';
import { storeReturnPath } from './return-path.ts';
import { createSignal } from './signal.ts';
import { browserStore } from './store.ts';
import { type Claims, readClaims } from './token.ts';

/** The local storage keys of AUTH-16. */
export const tokenKeys = {
  access: 'token',
  refresh: 'refreshToken',
  impersonatedAccess: 'impersonationToken',
  impersonatedRefresh: 'impersonationRefreshToken',
} as const;

/** When the own refresh token was stored, in milliseconds; decides its rotation (AUTH-13). */
const refreshStoredAtKey = 'refreshTokenStoredAt';

/** Why the last session ended, unless the person logged out. */
const endedKey = 'sessionEnded';
export const endReasons = ['account_blocked', 'auditor_ended', 'session_idle', 'sign_on_required'] as const;
export type EndReason = (typeof endReasons)[number];

/** Why the person was logged out, with the last day of an auditor (ARC-04). */
export interface EndOfSession {
  readonly reason: EndReason;
  readonly day: string | null;
}

/** The person using the product in this browser. */
export interface Session extends Claims {
  readonly isImpersonating: boolean;
}

/** The server demands a passkey before anything else (AUTH-36). */
let isPasskeyDemanded = false;

const changes = createSignal();
let cachedToken: string | null = null;
let cachedSession: Session | null = null;

/** The session of the effective user: the impersonated one if present, else the own (AUTH-17). */
export function currentSession(): Session | null {
  const token = effectiveToken();
  if (token !== cachedToken) {
    cachedToken = token;
    const claims = token === null ? null : readClaims(token);
    cachedSession = claims && {
      ...claims,
      isImpersonating: browserStore.get(tokenKeys.impersonatedAccess) !== null,
    };
  }
  return cachedSession;
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** The person who logged in here, also while acting as another; null without a login. */
export function ownSession(): Claims | null {
  const token = browserStore.get(tokenKeys.access);
  return token === null ? null : readClaims(token);
}

/** Calls back whenever the session changes, in this tab or another (AUTH-26). Returns a function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  return changes.subscribe(listener);
}

/** Makes this tab react to session changes of other tabs. Called once at start. */
export function watchOtherTabs(): void {
  const keys: readonly string[] = Object.values(tokenKeys);
  window.addEventListener('storage', (event) => {
    if (event.key === null || keys.includes(event.key)) changes.notify();
  });
}

export function effectiveToken(): string | null {
  return browserStore.get(tokenKeys.impersonatedAccess) ?? browserStore.get(tokenKeys.access);
}

export function effectiveRefreshToken(): string | null {
  return browserStore.get(tokenKeys.impersonatedRefresh) ?? browserStore.get(tokenKeys.refresh);
}

/** Starts the registration of a first passkey, or the login with it; returns to this page afterwards. */
export function demandPasskey(): void {
  if (isPasskeyDemanded) return;
  storeReturnPath(location.pathname + location.search + location.hash);
  isPasskeyDemanded = true;
  changes.notify();
}

export function needsPasskey(): boolean {
  return isPasskeyDemanded;
}

/** Stores the tokens of a new login and ends impersonation. */
export function startSession(tokens: { readonly jwt: string; readonly refresh_token: string }): void {
  isPasskeyDemanded = false;
  browserStore.remove(endedKey);
  browserStore.remove(tokenKeys.impersonatedAccess);
  browserStore.remove(tokenKeys.impersonatedRefresh);
  browserStore.set(tokenKeys.refresh, tokens.refresh_token);
  browserStore.set(refreshStoredAtKey, String(Date.now()));
  browserStore.set(tokenKeys.access, tokens.jwt);
  changes.notify();
}

/** Starts acting as another user, in addition to the own session (AUTH-16, AUTH-21). */
export function startImpersonation(tokens: { readonly jwt: string; readonly refresh_token: string }): void {
  browserStore.set(tokenKeys.impersonatedRefresh, tokens.refresh_token);
  browserStore.set(tokenKeys.impersonatedAccess, tokens.jwt);
  changes.notify();
}

/** All refresh tokens of this browser, the one of the effective user first. */
export function storedRefreshTokens(): readonly string[] {
  return [tokenKeys.impersonatedRefresh, tokenKeys.refresh]
    .map((key) => browserStore.get(key))
    .filter((token) => token !== null);
}

/** Returns to the own user (AUTH-21). */
export function leaveImpersonation(): void {
  browserStore.remove(tokenKeys.impersonatedAccess);
  browserStore.remove(tokenKeys.impersonatedRefresh);
  changes.notify();
}

/** Replaces the access token of the effective user. */
export function storeAccessToken(jwt: string): void {
  const impersonating = browserStore.get(tokenKeys.impersonatedRefresh) !== null;
  browserStore.set(impersonating ? tokenKeys.impersonatedAccess : tokenKeys.access, jwt);
  changes.notify();
}

export function storeRotatedRefreshToken(token: string): void {
  browserStore.set(tokenKeys.refresh, token);
  browserStore.set(refreshStoredAtKey, String(Date.now()));
}

/** Milliseconds since the own refresh token was stored. */
export function refreshTokenAge(): number {
  return Date.now() - Number(browserStore.get(refreshStoredAtKey) ?? Date.now());
}

/** Why the person was logged out; null after an own logout. */
export function endOfSession(): EndOfSession | null {
  const [reason, day = null] = browserStore.get(endedKey)?.split(' ') ?? [];
  const known = endReasons.find((one) => one === reason);
  return known === undefined ? null : { reason: known, day };
}

/**
 * Removes all tokens; the language and the recent addresses stay (AUTH-24). With `returnHere` the current location is
 * stored for the return after the next login (AUTH-13).
 */
export function endSession(options: { readonly returnHere: boolean; readonly end?: EndOfSession }): void {
  const { end } = options;
  isPasskeyDemanded = false;
  if (end) browserStore.set(endedKey, [end.reason, end.day].filter(Boolean).join(' '));
  if (options.returnHere) storeReturnPath(location.pathname + location.search + location.hash);
  for (const key of Object.values(tokenKeys)) browserStore.remove(key);
  browserStore.remove(refreshStoredAtKey);
  changes.notify();
}
