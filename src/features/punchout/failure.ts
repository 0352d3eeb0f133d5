import type { CxmlStatus } from './cxml/read-answer.ts';

/** Why a person cannot enter a shop (PUN-13, ERR-10); each has a text under `error.`. */
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
 * The failure that a shop's answer means, or null (PUN-04). Shops report a domain that is not enabled only in words,
 * with any status, even success without a start page.
 */
export function failureOf({ code, text }: CxmlStatus, startPage: string | null): PunchoutFailure | null {
  const isAgreed = code.startsWith('2');
  if (isAgreed && isStartPage(startPage)) return null;
  if (/\bdomain|\bdomäne/i.test(text)) return 'punchout_domain_not_enabled';
  if (isAgreed) return 'punchout_no_start_url';
  return code === '401' || code === '403' ? 'punchout_invalid_credentials' : 'punchout_failed';
}

/** Whether a browser can open the address. */
function isStartPage(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address);
}
