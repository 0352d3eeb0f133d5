const mask = '********';

/** Form fields and message parts that are secret. */
const secretElements = /(<(SharedSecret|CredentialMac|DigitalSignature)\b[^>]*>)[\s\S]*?(<\/\2>)/gi;
const secretNames =
  /^(password|passwd|pass|pwd|secret|token|shared_?secret|authorization|cookie|set-cookie)$/i;

/** A message with its secrets masked (PUN-09). */
export function maskedXml(message: string, secrets: readonly (string | null)[] = []): string {
  return maskedText(message.replace(secretElements, `$1${mask}$3`), secrets);
}

/** A text with known secrets masked, in plain and URL notation. */
export function maskedText(text: string, secrets: readonly (string | null)[]): string {
  return secrets
    .filter((secret) => secret !== null && secret.length >= 3)
    .flatMap((secret) => [secret ?? '', encodeURIComponent(secret ?? '')])
    .reduce((masked, secret) => masked.replaceAll(secret, mask), text);
}

/** Fields or headers with their secrets masked. */
export function maskedFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secretNames.test(name) ? mask : value]),
  );
}

/** An address with secret parameters masked. */
export function maskedUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) {
    if (secretNames.test(name)) url.searchParams.set(name, mask);
  }
  if (url.password !== '') url.password = mask;
  return url.href;
}
