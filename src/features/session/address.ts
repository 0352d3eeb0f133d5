/** Maximum length of an e-mail address (RFC 5321). */
const longestAddress = 254;

/**
 * Normalises an e-mail address: trimmed, lower case. Null when invalid: it needs one `@` and no spaces, control
 * characters or characters that a mail header would read as a second recipient.
 */
export function mailAddress(input: string): string | null {
  const address = input.trim().toLowerCase();
  if (address.length > longestAddress) return null;
  return /^[^@\s,;:<>()[\]\\"\p{Cc}]+@[^@\s,;:<>()[\]\\"\p{Cc}]+$/u.test(address) ? address : null;
}
