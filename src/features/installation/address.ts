import { type Finding, findingsAbout } from './finding.ts';
import { forgedAddress, type ProbeAnswer, pauseOfStream } from './probe.ts';

/** Result of requesting the product at an address. */
export type Asked =
  | { readonly outcome: 'answered'; readonly answer: ProbeAnswer }
  /** Something answers, but not this product with our key. */
  | { readonly outcome: 'stranger'; readonly status: number }
  /** No answer: the error code, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  | { readonly outcome: 'silent'; readonly code: string; readonly message: string };

export interface AddressFacts {
  readonly publicUrl: string;
  /** Version of these sources. */
  readonly version: string;
  /** Address on which the process listens. */
  readonly ownAddress: string;
  /** Result without the reverse proxy; null on a machine without a web server (`ROLES`). */
  readonly direct: Asked | null;
  /** Null if the name cannot be resolved. */
  readonly resolved: string | null;
  readonly through: Asked;
  /** Result with a forged forwarding header. */
  readonly forged: Asked | null;
  /** Days until the certificate expires; null without one. */
  readonly certificateDays: number | null;
  /** Result of `http://` instead of `https://`; null if not requested. */
  readonly plain: { readonly status: number; readonly location: string | null } | null;
  /** Milliseconds between the two halves of a stream; null if it did not arrive. */
  readonly streamMs: number | null;
  /** Status of an upload of the maximum file size; null without an answer. */
  readonly uploadStatus: number | null;
  /** Whether the Prometheus metrics are public. */
  readonly showsFigures: boolean;
  readonly trustedProxies: readonly string[];
}

const { ok, warning, wrong } = findingsAbout('address');

const fewDays = 14;

/** Judges whether people reach this product under `PUBLIC_URL`, with all its functions. */
export function judgeAddress(facts: AddressFacts): Finding[] {
  const direct = aboutDirect(facts);
  const through = aboutThrough(facts);
  if (through) return [...direct, through, ...aboutCertificate(facts)];
  return [
    ...direct,
    ok(`${facts.publicUrl} leads to this product.`),
    ...aboutCertificate(facts),
    ...aboutForwarding(facts),
    ...aboutContent(facts),
  ];
}

function aboutDirect({ direct, ownAddress, version }: AddressFacts): Finding[] {
  if (direct === null) return [];
  if (direct.outcome === 'silent') {
    return [
      wrong(
        `Nothing answers at ${ownAddress} (${direct.code}).`,
        'Start the product: systemctl start kontor; journalctl -u kontor shows what prevents it.',
      ),
    ];
  }
  if (direct.outcome === 'stranger') {
    return [
      wrong(
        `The program at ${ownAddress} is not this product with this SECRET_KEY (status ${direct.status}).`,
        'Restart the product with these variables, and check whether another program uses the port: ss -ltnp',
      ),
    ];
  }
  if (direct.answer.version === version) return [ok(`The product answers at ${ownAddress}.`)];
  return [
    warning(
      `Version ${direct.answer.version} runs at ${ownAddress}, but this is version ${version}.`,
      'systemctl restart kontor',
    ),
  ];
}

/** Null if the address leads to this product. */
function aboutThrough({ publicUrl, through, resolved }: AddressFacts): Finding | null {
  const { hostname } = new URL(publicUrl);
  if (resolved === null) {
    return wrong(
      `The name ${hostname} cannot be resolved.`,
      'Add its address to the DNS (A and AAAA records), or correct PUBLIC_URL.',
    );
  }
  if (through.outcome === 'answered') return null;
  if (through.outcome === 'silent') {
    const certificate = certificates[through.code];
    if (certificate) return wrong(`The certificate of ${hostname} ${certificate[0]}.`, certificate[1]);
    return wrong(
      `${publicUrl} (${resolved}) does not answer: ${through.code}.`,
      'Start the reverse proxy and open its port. If only this machine cannot reach it by that name, run the doctor on another machine with the same variables.',
    );
  }
  const [says, remedy] = strange[through.status] ?? [
    `answers with ${through.status}, but is not this product with this SECRET_KEY`,
    'Check the target of the reverse proxy, whether another installation has that name, and whether the proxy passes all headers on.',
  ];
  return wrong(`${publicUrl} ${says}.`, remedy);
}

const certificates: Readonly<Record<string, readonly [string, string]>> = {
  CERT_HAS_EXPIRED: ['has expired', 'Renew it, and reload the reverse proxy.'],
  CERT_NOT_YET_VALID: ['is not valid yet', 'Correct the clock of this machine: timedatectl'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['is for another name', 'Get one for the host of PUBLIC_URL.'],
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ].map((code) => [
      code,
      [
        'is from an authority that this machine does not trust, or lacks intermediate certificates',
        'Serve the whole chain (fullchain.pem). For an internal authority set NODE_EXTRA_CA_CERTS to its certificate.',
      ] as const,
    ]),
  ),
};

const strange: Readonly<Record<number, readonly [string, string]>> = {
  421: [
    'is refused: the reverse proxy sends another host name',
    'Configure it to pass the Host of the request on (nginx: proxy_set_header Host $host), or add the name to ALLOWED_HOSTS.',
  ],
  ...Object.fromEntries(
    [502, 503, 504].map((status) => [
      status,
      [
        `answers with ${status}: the reverse proxy cannot reach the product`,
        'Compare its target with HOST and PORT, and check whether the product is running.',
      ] as const,
    ]),
  ),
};

function aboutCertificate({ certificateDays: days }: AddressFacts): Finding[] {
  if (days === null || days < 0) return [];
  if (days >= fewDays) return [ok(`The certificate is valid for ${days} more days.`)];
  return [
    warning(
      `The certificate expires in ${days} days.`,
      'The automatic renewal did not run: systemctl list-timers (certbot), journalctl -u caddy.',
    ),
  ];
}

function aboutForwarding({ through, forged, trustedProxies, publicUrl }: AddressFacts): Finding[] {
  if (through.outcome !== 'answered') return [];
  const { forwardedFor, isBelieved, peer } = through.answer;
  const isBehindProxy = publicUrl.startsWith('https:') || forwardedFor !== null;
  if (!isBehindProxy) return [];
  const believed = forged?.outcome === 'answered' && forged.answer.client === forgedAddress;
  if (believed && (forged.answer.forwardedFor ?? '').trim() === forgedAddress) {
    return [
      wrong(
        'Anyone can forge X-Forwarded-For: the reverse proxy passes the header on unchanged.',
        'Configure it to replace the header by the address of the caller (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
      ),
    ];
  }
  if (forwardedFor === null) {
    return [
      wrong(
        'The reverse proxy does not pass the address of the caller on: limits treat all people as one.',
        'Configure it to set X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
      ),
    ];
  }
  if (!isBelieved) {
    return [
      wrong(
        `The reverse proxy at ${peer} is not trusted: limits treat all people as one.`,
        `TRUSTED_PROXIES=${[...trustedProxies, peer].join(',')}`,
      ),
    ];
  }
  if (!believed)
    return [ok('The reverse proxy passes the address of the caller on and ignores forged headers.')];
  return [
    warning(
      'X-Forwarded-For can be forged from this machine: the proxy appends to it, and this machine is trusted.',
      'Configure the proxy to replace the header (nginx: $remote_addr), and restrict access to this machine.',
    ),
  ];
}

/** Checks of functions that a proxy may break. */
function aboutContent(facts: AddressFacts): Finding[] {
  const { plain, streamMs, uploadStatus, showsFigures, publicUrl } = facts;
  return [
    ...aboutPlain(plain, publicUrl),
    streamMs !== null && streamMs > pauseOfStream / 2
      ? ok('Live updates arrive immediately.')
      : warning(
          'Live updates are buffered: open pages show changes by others seconds later.',
          'Configure the proxy to pass /api/live unbuffered, with a timeout of at least 30 s without data (deploy/nginx.conf, deploy/Caddyfile).',
        ),
    uploadStatus === 200
      ? ok('Files of the maximum size can be uploaded.')
      : wrong(
          `A file of 10 MB cannot be uploaded (${uploadStatus ?? 'no answer'}).`,
          'Raise the size limit of the proxy to that of the product (nginx: client_max_body_size 210m).',
        ),
    ...(showsFigures
      ? [
          wrong(
            'The Prometheus metrics are public under /metrics.',
            'Remove METRICS_PORT from the reverse proxy.',
          ),
        ]
      : []),
  ];
}

function aboutPlain(plain: AddressFacts['plain'], publicUrl: string): Finding[] {
  if (plain === null) return [];
  const { status, location } = plain;
  const isLed = status >= 300 && status < 400 && (location ?? '').startsWith('https://');
  if (isLed) return [ok('Requests without encryption are redirected to https.')];
  return [
    warning(
      `${publicUrl.replace('https:', 'http:')} answers without a redirect to https (${status}).`,
      'Configure the reverse proxy to redirect port 80 to https, as in deploy/nginx.conf.',
    ),
  ];
}
