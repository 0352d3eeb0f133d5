/** Countries whose accounts may be at a bank of another, or that share a format of IBANs. */
const sharedCountries: readonly (readonly string[])[] = [
  ['FR', 'MC', 'GP', 'MQ', 'RE', 'GF', 'PM', 'NC', 'PF', 'TF', 'WF', 'YT', 'BL', 'MF'],
  ['GB', 'JE', 'GG', 'IM'],
  ['FI', 'AX'],
];

/** The only way to check for a country code: an unknown one has no name. */
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Named codes that are no countries with banks. */
const noCountries = new Set(['ZZ', 'EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'AQ']);

/**
 * Whether a text is the BIC of a bank in live payments (VAL-02): 8 or 11 characters, a country in the fifth and sixth
 * place, and no test BIC (0 in the eighth).
 */
export function isBic(bic: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) && isCountry(bic.slice(4, 6)) && bic[7] !== '0';
}

/** Whether a bank with this BIC can have an account with this IBAN, judged by their countries. */
export function isBicOfIban(bic: string, iban: string): boolean {
  const [ofBic, ofIban] = [bic.slice(4, 6), iban.slice(0, 2)];
  return (
    ofBic === ofIban || sharedCountries.some((shared) => shared.includes(ofBic) && shared.includes(ofIban))
  );
}

function isCountry(code: string): boolean {
  return !noCountries.has(code) && countryNames.of(code) !== undefined;
}
