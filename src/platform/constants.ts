/** The limits and times that front end and server share (CONST-01). */

/** Largest upload in bytes (10 MB). */
export const uploadLimitBytes = 10 * 1024 * 1024;

/**
 * Files shared by other apps (MOB-02): the address and form field of the manifest's share target, the page that offers
 * them, and the limits of one sharing. The service worker answers the address; the server only explains.
 */
export const sharing = {
  path: '/api/invoice/share',
  field: 'files',
  page: '/invoice/upload',
  maxFiles: 20,
  maxBytes: 60 * 1024 * 1024,
} as const;

export const companyNameLength = 50;
export const costCenterNumberLength = 36;
export const invoiceNumberLength = 36;
/** Dynamics 365 accepts shorter invoice numbers than DATEV. */
export const invoiceNumberLengthD365 = 20;
export const invoiceNotesLength = 120;
export const vatNumberLength = 15;
export const ibanLength = { min: 15, max: 34 } as const;
/** Exactly one of these lengths (8 or 11 characters). */
export const bicLengths = [8, 11] as const;
export const smallestDatevId = 10_000;
export const postingKeyDigits = 9;
export const orderNumberRange = { min: 0, max: 999_999_999 } as const;
export const decimalPlaces = { min: 2, max: 4, default: 2 } as const;
export const approvalPriorityRange = { min: 1, max: 1000 } as const;
export const codeLength = 15;
/** TL-20. */
export const commentLength = 2000;
export const datevConnectionYears = 2;
/**
 * Years of retention required by law after the year of receipt (ARC-02): letters of orders and contracts, invoices
 * and their exports, and records of product use. `app.retention_years` has the first two in the database.
 */
export const retentionYears = { order: 6, invoice: 8, records: 10 } as const;
/** Longest time recognition of one invoice may take, in milliseconds. */
export const recognitionLimitMs = 60_000;

export const errorToastMs = 10_000;
export const successToastMs = 1250;
/** Wait after the last keystroke before a search is sent. */
export const debounceMs = 600;
export const chunkLoadTimeoutMs = 120_000;

export const accessTokenRefreshMs = 10 * 60_000;
/** A token that expires sooner than this is refreshed before use (AUTH-14). */
export const earlyRefreshSeconds = 32;
/** Own refresh tokens older than this are rotated (AUTH-13). */
export const refreshTokenRotationMs = 24 * 60 * 60_000;

export const auditGroupLetters = 10;
export const defaultLanguage = 'de';
/** Missing texts fall back to these, in this order (I18N-03). */
export const fallbackLanguages = ['en', defaultLanguage] as const;
export const defaultTimeZone = 'Europe/Berlin';
/** ISO number of the first day of the week: Monday (I18N-04). */
export const firstDayOfWeek = 1;
export const defaultCurrency = 'EUR';
/** Characters a text is cut to in lists (I18N-09). */
export const truncatedTextLength = 25;
export const highlightMs = 1500;
export const menuCloseDelayMs = 1000;
export const spreadsheetHeightPx = 600;
/** Recently used login addresses kept in a browser (AUTH-02). */
export const recentAddressLimit = 5;
/** Wait before the login mail may be sent again (AUTH-07). */
export const loginResendSeconds = 60;
/** How often My tasks refreshes from the server (OVW-10). */
export const taskRefreshMs = 60_000;
