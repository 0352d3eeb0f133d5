/**
 * Structure after the check digits by country, as in the SWIFT registry: counts of digits (n), letters (a) or both
 * (c).
 */
const structures = `
  AD n8c12 AE n19 AL n8c16 AT n16 AZ a4c20 BA n16 BE n12 BG a4n6c8 BH a4c14 BI n23 BR n23a1c1 BY c4n4c16 CH n5c12
  CR n18 CY n8c16 CZ n20 DE n18 DJ n23 DK n14 DO c4n20 EE n16 EG n25 ES n20 FI n14 FK a2n12 FO n14 FR n10c11n2 GB a4n14
  GE a2n16 GI a4c15 GL n14 GR n7c16 GT c24 HR n17 HU n24 IE a4n14 IL n19 IQ a4n15 IS n22 IT a1n10c12 JO a4n4c18 KW a4c22
  KZ n3c13 LB n4c20 LC a4c24 LI n5c12 LT n16 LU n3c13 LV a4c13 LY n21 MC n10c11n2 MD c20 ME n18 MK n3c10n2 MN n16 MR n23
  MT a4n5c18 MU a4n19a3 NI a4n20 NL a4n10 NO n11 OM n3c16 PK a4c16 PL n24 PS a4c21 PT n21 QA a4c21 RO a4c16 RS n18
  RU n14c15 SA n2c18 SC a4n20a3 SD n14 SE n20 SI n15 SK n20 SM a1n10c12 SO n19 ST n21 SV a4n20 TL n19 TN n20 TR n6c16
  UA n6c19 VA n18 VG a4n16 XK n16 YE a4n4c18
`;
const patterns = new Map(
  [...structures.matchAll(/([A-Z]{2}) (\S+)/g)].map(([, country = '', structure = '']) => [
    country,
    patternOf(structure),
  ]),
);

function patternOf(structure: string): RegExp {
  const classes: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' };
  const parts = structure.replace(
    /([nac])(\d+)/g,
    (_, kind: string, count: string) => `${classes[kind]}{${count}}`,
  );
  return new RegExp(`^${parts}$`);
}

/** Upper case, without separators between groups and without a word before it (VAL-29). */
export function normalIban(text: string): string {
  return text
    .replace(/[\s.\-/:]/g, '')
    .toUpperCase()
    .replace(/^IBAN(?=[A-Z]{2})/, '');
}

/** In groups of four for display. */
export function shownIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

/**
 * Whether a normalised IBAN has the length and structure of its country, and correct check digits (VAL-03). For
 * countries outside the registry only the check digits are verified.
 */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  // Valid check digits are 98 minus a remainder: 2 to 98; 00, 01 and 99 would also satisfy modulo 97.
  const digits = Number(iban.slice(2, 4));
  if (digits < 2 || digits > 98) return false;
  const pattern = patterns.get(iban.slice(0, 2));
  if (pattern && !pattern.test(iban.slice(4))) return false;
  return remainder(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/**
 * Whether a text is a SEPA creditor identifier: two letters, check digits, three characters chosen by the creditor
 * and ignored by the check, and up to 28 national ones, 18 characters in total in Germany.
 */
export function isCreditorId(id: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(id)) return false;
  if (id.startsWith('DE') && !/^\d{11}$/.test(id.slice(7))) return false;
  return remainder(id.slice(7) + id.slice(0, 4)) === 1;
}

/** Modulo 97 with letters as the numbers 10 to 35 (ISO 13616), digit by digit, since the whole exceeds a number. */
function remainder(text: string): number {
  const digits = [...text].map((sign) => Number.parseInt(sign, 36).toString()).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}
