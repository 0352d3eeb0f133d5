/** Browsers by user agent, most specific first: each also names the ones after it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A device by product names, which are the same in every language; null where unknown. */
export interface DeviceName {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Detects browser and operating system from a `User-Agent` (AUTH-27). */
export function deviceName(userAgent: string | null): DeviceName {
  const find = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: find(browsers), system: find(systems) };
}

/** The device as language-independent text such as "Firefox, Windows"; null when unknown. */
export function deviceLabel(userAgent: string | null): string | null {
  const { browser, system } = deviceName(userAgent);
  return [browser, system].filter(Boolean).join(', ') || null;
}

/** Where a client is, judged by its address. */
export const places = ['this_machine', 'own_network', 'internet'] as const;
export type Place = (typeof places)[number];

/** Classifies an IP address, since the address itself means little to people (AUTH-27). Null when it is none. */
export function placeOf(clientAddress: string | null): Place | null {
  if (clientAddress === null || !/^[\da-f:.]+$/i.test(clientAddress)) return null;
  const address = clientAddress.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (/^127\.|^::1$/.test(address)) return 'this_machine';
  const isPrivate =
    /^10\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./.test(address) ||
    /^f[cd][\da-f]{2}:|^fe[89ab][\da-f]:/.test(address);
  return isPrivate ? 'own_network' : 'internet';
}
