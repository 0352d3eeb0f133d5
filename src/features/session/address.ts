/** Longest e-mail address that mail servers accept (RFC 5321). */
const longestAddress = 254;

/**
 * The address as it is compared and written to, or null when it is none: trimmed, in lower case, one `@`,
 * no spaces or control characters, and nothing that a mail header would read as a second recipient.
 */
export function mailAddress(input: string): string | null {
  const address = input.trim().toLowerCase();
  if (address.length > longestAddress) return null;
  return /^[^@\s,;:<>()[\]\\"\p{Cc}]+@[^@\s,;:<>()[\]\\"\p{Cc}]+$/u.test(address) ? address : null;
}
