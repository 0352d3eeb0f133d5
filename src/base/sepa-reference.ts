/**
 * Whether a text can be a reference in the SEPA area, such as that of a mandate: 1 to 35 of those characters without blanks, no
 * slash at either end and no two in a row.
 */
export function isSepaReference(text: string): boolean {
  return /^[A-Za-z0-9/?:().,'+-]{1,35}$/.test(text) && !/^\/|\/$|\/\//.test(text);
}
