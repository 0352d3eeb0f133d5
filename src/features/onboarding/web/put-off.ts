import { browserStore, tabStore } from '../../../platform/web/store.ts';

const laterKey = 'onboarding-later';
const hiddenKey = 'setup-hidden';

/** Whoever leaves the onboarding is not led to it again in this window (ONB-04). */
export function putOff(tenantId: number): void {
  tabStore.set(laterKey, String(tenantId));
}

export function isPutOff(tenantId: number): boolean {
  return tabStore.get(laterKey) === String(tenantId);
}

/** Whoever hides what is missing does not see it in this browser any more; it stands on the page of the onboarding. */
export function rememberHiddenNotice(tenantId: number): void {
  browserStore.set(hiddenKey, String(tenantId));
}

export function isNoticeHidden(tenantId: number): boolean {
  return browserStore.get(hiddenKey) === String(tenantId);
}
