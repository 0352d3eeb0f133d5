import type { Case } from './rule.ts';

/** XRechnung, in any version and with its extension or without. */
export function isXRechnung({ profile }: Case): boolean {
  return profile === 'xrechnung';
}

/** XRechnung from version 3.0 on, which takes rules of Peppol over, and Peppol BIS Billing itself. */
export function keepsPeppolRules({ profile, invoice }: Case): boolean {
  const [, major = '0'] = /xrechnung_(\d+)\./i.exec(invoice.specification ?? '') ?? [];
  return profile === 'peppol' || (profile === 'xrechnung' && Number(major) >= 3);
}

/** The extension of XRechnung, which has lines within lines, payments by others and more codes. */
export function isXRechnungExtension({ invoice }: Case): boolean {
  return /:extension:xrechnung_/i.test(invoice.specification ?? '');
}

/** XRechnung for clean vehicles (Directive (EU) 2019/1161), which classifies what was bought. */
export function isXRechnungForVehicles({ invoice }: Case): boolean {
  return /:xrechnung:cvd_/i.test(invoice.specification ?? '');
}

/** Factur-X EXTENDED, whose sums may be off by a cent for each amount that was added up. */
export function isExtended({ profile }: Case): boolean {
  return profile === 'extended';
}
