/** The number of an article in the GS1 system, in 14 digits: shorter ones begin with zeros. */
export type Gtin = string & { readonly isGtin: true };

/** The lengths of EAN-8, UPC-A, EAN-13 and GTIN-14 (GS1 General Specifications, section 2.1). */
const lengths = [8, 12, 13, 14];

/** Reads digits as GTIN; null for other lengths, for texts, and for a wrong check digit. */
export function gtinOf(text: string): Gtin | null {
  if (!lengths.includes(text.length) || !/^\d+$/.test(text)) return null;
  const digits = text.padStart(14, '0');
  return isChecked(digits) ? (digits as Gtin) : null;
}

/** Digits weigh 3 and 1 in turn; with the check digit the sum is a multiple of ten (section 7.9). */
function isChecked(digits: string): boolean {
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}

/** The sign between the fields of a code of GS1 (FNC1 as read). */
const separator = '\u001d';
/** The symbologies of codes with fields of GS1: Code 128, DataBar, Data Matrix, QR (ISO/IEC 15424). */
const symbology = /^\](C1|e0|d2|Q3)/;

/**
 * The GTIN in what a scanner reads: bare digits, a code of fields that begins with the application identifier 01, its
 * printed form `(01)...`, or an address of GS1 Digital Link. Null if there is none.
 */
export function scannedGtin(text: string): Gtin | null {
  const fields = text.replace(symbology, '').replace(separator, '');
  const [, digits = fields] =
    /^(?:01|\(01\))(\d{14})/.exec(fields) ??
    /^https?:\/\/[^/]+(?:\/[^?#]*)?\/01\/(\d{8,14})(?:[/?#]|$)/.exec(fields) ??
    [];
  return gtinOf(digits);
}
