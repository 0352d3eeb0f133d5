/**
 * Whether a text is a valid SEPA reference, such as of a mandate: 1 to 35 of these characters without blanks, no
 * slash at either end and no double slash.
 */
export function isSepaReference(text: string): boolean {
  return /^[A-Za-z0-9/?:().,'+-]{1,35}$/.test(text) && !/^\/|\/$|\/\//.test(text);
}
