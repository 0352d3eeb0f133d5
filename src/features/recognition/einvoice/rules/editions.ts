import type { Case } from './rule.ts';

/** XRechnung in any version, with or without its extension. */
export function isXRechnung({ profile }: Case): boolean {
  return profile === 'xrechnung';
}

/** XRechnung since version 3.0, which adopts rules of Peppol, and Peppol BIS Billing itself. */
export function keepsPeppolRules({ profile, invoice }: Case): boolean {
  const [, major = '0'] = /xrechnung_(\d+)\./i.exec(invoice.specification ?? '') ?? [];
  return profile === 'peppol' || (profile === 'xrechnung' && Number(major) >= 3);
}

/** The extension of XRechnung, with sub-lines, third-party payments and more codes. */
export function isXRechnungExtension({ invoice }: Case): boolean {
  return /:extension:xrechnung_/i.test(invoice.specification ?? '');
}

/** XRechnung for clean vehicles (Directive (EU) 2019/1161), which classifies the purchase. */
export function isXRechnungForVehicles({ invoice }: Case): boolean {
  return /:xrechnung:cvd_/i.test(invoice.specification ?? '');
}

/** Factur-X EXTENDED, whose sums may deviate by one cent per added amount. */
export function isExtended({ profile }: Case): boolean {
  return profile === 'extended';
}
