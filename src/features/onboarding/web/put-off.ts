const laterKey = 'onboarding-later';
const hiddenKey = 'setup-hidden';

/** Whoever leaves the onboarding is not led to it again in this window (ONB-04). */
export function putOff(tenantId: number): void {
  sessionStorage.setItem(laterKey, String(tenantId));
}

export function isPutOff(tenantId: number): boolean {
  return sessionStorage.getItem(laterKey) === String(tenantId);
}

/** Whoever hides what is missing does not see it in this browser any more; it stands on the page of the onboarding. */
export function rememberHiddenNotice(tenantId: number): void {
  localStorage.setItem(hiddenKey, String(tenantId));
}

export function isNoticeHidden(tenantId: number): boolean {
  return localStorage.getItem(hiddenKey) === String(tenantId);
}
