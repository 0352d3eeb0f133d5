import { type Finding, findingsAbout } from './finding.ts';

/** The configuration to judge, without secrets. */
export interface ConfiguredFacts {
  readonly publicUrl: string;
  readonly host: string;
  /** Whether `HOST` is reachable from this machine only. */
  readonly isLoopback: boolean;
  readonly demo: boolean;
  /** Whether `SECRET_KEY` is set, rather than generated in `DATA_DIR`. */
  readonly hasOwnKey: boolean;
  /** Number of distinct characters in the key. */
  readonly charactersOfKey: number;
  readonly trustedProxies: readonly string[];
  /** Address that serves metrics; null for none. */
  readonly metricsHost: string | null;
}

const { ok, warning, wrong } = findingsAbout('configuration');

/** A random key of 32 characters has about 25 distinct ones; far fewer indicate manual typing. */
const fewestCharacters = 12;
const loopback = /^(localhost|127\.[\d.]+|\[?::1\]?)$/i;

/** Whether an address of the product is reachable from its own machine only. */
export function isOnThisMachine(publicUrl: string): boolean {
  return loopback.test(new URL(publicUrl).hostname);
}

/** Judges mistakes in the configuration that do not prevent a start. */
export function judgeConfiguration(facts: ConfiguredFacts): Finding[] {
  const found = [
    ...aboutAddress(facts),
    ...aboutKey(facts),
    ...aboutProxies(facts),
    ...(facts.demo && !isOnThisMachine(facts.publicUrl)
      ? [
          wrong(
            'The demo is on: an empty database gets demo companies, and anyone can log in to them.',
            'Set DEMO=false. The demo is on by default if HOST is reachable from this machine only.',
          ),
        ]
      : []),
    ...(facts.metricsHost !== null && !loopback.test(facts.metricsHost)
      ? [
          warning(
            `The Prometheus metrics are served on ${facts.metricsHost} without a login.`,
            'Allow only the monitoring to reach METRICS_PORT (firewall), or set METRICS_HOST=127.0.0.1.',
          ),
        ]
      : []),
  ];
  return found.length > 0 ? found : [ok('The variables are plausible.')];
}

function aboutAddress({ publicUrl }: ConfiguredFacts): Finding[] {
  if (isOnThisMachine(publicUrl)) {
    return [
      warning(
        `PUBLIC_URL is ${publicUrl}, which other machines cannot reach.`,
        'Set it to the address that people type, such as https://kontor.example.com.',
      ),
    ];
  }
  if (publicUrl.startsWith('https:')) return [];
  return [
    wrong(
      `PUBLIC_URL is ${publicUrl}: requests are not encrypted, and browsers support neither passkeys nor separate tabs nor live updates.`,
      'Put a reverse proxy with a certificate in front of the product, and set PUBLIC_URL to its https address.',
    ),
  ];
}

function aboutKey({ hasOwnKey, charactersOfKey, publicUrl }: ConfiguredFacts): Finding[] {
  if (charactersOfKey < fewestCharacters) {
    return [
      wrong(
        'SECRET_KEY seems to be typed by hand: anyone who guesses it can log in as any person.',
        'Generate one: openssl rand -base64 32. All sessions end, and stored passwords of mailboxes and marketplaces must be entered again.',
      ),
    ];
  }
  if (hasOwnKey || isOnThisMachine(publicUrl)) return [];
  return [
    warning(
      'SECRET_KEY is not set; the product uses a key generated at the first start, stored with the data.',
      'Set SECRET_KEY to the content of DATA_DIR/secret-key, and keep a copy separate from the backups.',
    ),
  ];
}

function aboutProxies({ trustedProxies, publicUrl }: ConfiguredFacts): Finding[] {
  const wide = trustedProxies.filter(isEverybody);
  if (wide.length > 0) {
    return [
      wrong(
        `TRUSTED_PROXIES trusts nearly every address (${wide.join(', ')}): anyone who reaches the port can forge the address of the caller.`,
        'Name the addresses of the reverse proxies, such as 127.0.0.1 for one on this machine.',
      ),
    ];
  }
  if (trustedProxies.length > 0 || !publicUrl.startsWith('https:')) return [];
  return [
    wrong(
      'TRUSTED_PROXIES is empty: behind the reverse proxy all people share one address, and one limit for logins.',
      'Name the address of the reverse proxy, such as 127.0.0.1 for one on this machine.',
    ),
  ];
}

/** Larger than any company network. */
function isEverybody(entry: string): boolean {
  const [address = '', bits] = entry.split('/');
  if (bits === undefined) return false;
  return Number(bits) < (address.includes(':') ? 16 : 8);
}
