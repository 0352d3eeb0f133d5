import { browserStore, tabStore } from '../../../platform/web/store.ts';

const laterKey = 'onboarding-later';
const hiddenKey = 'setup-hidden';

/** Stops redirecting to the onboarding in this window after leaving it (ONB-04). */
export function putOff(tenantId: number): void {
  tabStore.set(laterKey, String(tenantId));
}

export function isPutOff(tenantId: number): boolean {
  return tabStore.get(laterKey) === String(tenantId);
}

/** Hides the notice in this browser; the onboarding page still lists what is missing. */
export function rememberHiddenNotice(tenantId: number): void {
  browserStore.set(hiddenKey, String(tenantId));
}

export function isNoticeHidden(tenantId: number): boolean {
  return browserStore.get(hiddenKey) === String(tenantId);
}
