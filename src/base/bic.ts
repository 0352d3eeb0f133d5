/** Where an account may lie at a bank of another country, or the country writes its IBANs as another one does. */
const sharedCountries: readonly (readonly string[])[] = [
  ['FR', 'MC', 'GP', 'MQ', 'RE', 'GF', 'PM', 'NC', 'PF', 'TF', 'WF', 'YT', 'BL', 'MF'],
  ['GB', 'JE', 'GG', 'IM'],
  ['FI', 'AX'],
];

/** A name is all that tells whether two letters are a country: an unknown code has none. */
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** What has a name there and is no country with banks. */
const noCountries = new Set(['ZZ', 'EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'AQ']);

/**
 * Whether a text is the BIC of a bank that takes part in payments (VAL-02): 8 or 11 characters, with a country in the fifth and
 * sixth place, and none that is for tests alone (0 in the eighth).
 */
export function isBic(bic: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) && isCountry(bic.slice(4, 6)) && bic[7] !== '0';
}

/** Whether a bank with this BIC can keep an account with this IBAN, as far as their countries tell. */
export function isBicOfIban(bic: string, iban: string): boolean {
  const [ofBic, ofIban] = [bic.slice(4, 6), iban.slice(0, 2)];
  return (
    ofBic === ofIban || sharedCountries.some((shared) => shared.includes(ofBic) && shared.includes(ofIban))
  );
}

function isCountry(code: string): boolean {
  return !noCountries.has(code) && countryNames.of(code) !== undefined;
}
