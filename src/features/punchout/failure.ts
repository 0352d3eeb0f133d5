import type { CxmlStatus } from './cxml/read-answer.ts';

/** Why a person does not get into a shop (PUN-13, ERR-10); each has its text under `error.`. */
export const punchoutFailures = [
  'punchout_failed',
  'punchout_no_start_url',
  'punchout_invalid_credentials',
  'punchout_domain_not_enabled',
  'punchout_not_configured',
  'punchout_supplier_not_allowed',
  'punchout_provider_unsupported',
  'punchout_line_locked',
] as const;
export type PunchoutFailure = (typeof punchoutFailures)[number];

/**
 * What an answer of a shop means (PUN-04). Shops say that a domain is not enabled for the account in words alone, with
 * whatever status, that of success without a page to start from among them.
 */
export function failureOf({ code, text }: CxmlStatus, startPage: string | null): PunchoutFailure | null {
  const isAgreed = code.startsWith('2');
  if (isAgreed && isStartPage(startPage)) return null;
  if (/\bdomain|\bdomäne/i.test(text)) return 'punchout_domain_not_enabled';
  if (isAgreed) return 'punchout_no_start_url';
  return code === '401' || code === '403' ? 'punchout_invalid_credentials' : 'punchout_failed';
}

/** A page that a browser can be sent to. */
export function isStartPage(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address);
}
