import { isClockOff } from '../../platform/readiness.ts';
import { type Finding, findingsAbout } from './finding.ts';

/** Facts of the database, read as its owner. */
export interface DatabaseFacts {
  /** Such as 180004. */
  readonly versionNumber: number;
  /** Such as `18.4`. */
  readonly version: string;
  readonly encoding: string;
  readonly owner: string;
  readonly isSuperuser: boolean;
  /** Durability settings that are off. */
  readonly switchedOff: readonly string[];
  readonly connections: number;
  readonly maxConnections: number;
  /** How many seconds its clock is ahead of this machine's. */
  readonly clockAheadSeconds: number;
  /** Whether it is on another machine and the connection is unencrypted. */
  readonly isReadableOnTheWay: boolean;
  readonly sizeBytes: number;
  /** Why the web server's login fails; null if it works. */
  readonly webLoginProblem: string | null;
  readonly pendingMigrations: readonly string[];
  /** Applied, but unknown to this version. */
  readonly unknownMigrations: readonly string[];
  /** Whether migrations are missing that this version's baseline replaces. */
  readonly isTooOld: boolean;
  readonly hasDemo: boolean;
}

/** Failed connection: the address without password, and the error. */
export interface Unreachable {
  readonly place: string;
  readonly code: string;
  readonly message: string;
}

const { ok, warning, wrong } = findingsAbout('database');

const oldest = 180_000;

/** Why the database cannot be examined. */
export function judgeUnreachable({ place, code, message }: Unreachable): Finding {
  const [says, remedy] = reasons[code] ?? [
    `does not answer: ${message}`,
    'Check its log, and try the same address with psql.',
  ];
  return wrong(`The database at ${place} ${says}.`, remedy);
}

const reasons: Readonly<Record<string, readonly [string, string]>> = {
  ECONNREFUSED: [
    'is not running, or uses another port',
    'Start it (systemctl status postgresql), or correct DATABASE_URL.',
  ],
  ENOTFOUND: [
    'has a host name that cannot be resolved',
    'Correct the host in DATABASE_URL, or the DNS settings of this machine.',
  ],
  ENOPRIMARY: [
    'accepts no writes: it is a standby, or all its servers are',
    'Name all servers in DATABASE_URL, separated by commas, and check which of them is the primary.',
  ],
  ETIMEDOUT: ['cannot be reached', 'Open the port between the two machines.'],
  '28P01': [
    'rejects the password',
    'Correct DATABASE_URL; special characters in a password are written as %40 and so on.',
  ],
  '28000': ['rejects this login', 'Allow it in pg_hba.conf, or correct DATABASE_URL.'],
  '3D000': ['does not exist', 'Create it: createdb --encoding=UTF8 --template=template0 kontor'],
  '53300': ['accepts no further connections', 'Raise max_connections, or close other connections.'],
};

/** An embedded database that was never started. */
export function notMadeYet(): Finding {
  return warning(
    'There is no data yet: the first start creates it.',
    'Start the product, and run the doctor again.',
  );
}

export function judgeDatabase(facts: DatabaseFacts): Finding[] {
  const found = [
    ...aboutServer(facts),
    ...aboutMigrations(facts),
    ...(facts.webLoginProblem === null
      ? []
      : [
          wrong(
            `The product cannot log in as kontor_web: ${facts.webLoginProblem}.`,
            'Start the product once with the same SECRET_KEY as here; it then sets the password of this login.',
          ),
        ]),
    ...(facts.hasDemo
      ? [
          wrong(
            'This database contains the demo companies, and anyone can log in to them.',
            'Start with an empty database and DEMO=false.',
          ),
        ]
      : []),
  ];
  if (found.some(({ level }) => level === 'wrong')) return found;
  return [
    ok(`PostgreSQL ${facts.version}, all migrations applied, ${Math.ceil(facts.sizeBytes / 1e6)} MB.`),
    ...found,
  ];
}

function aboutServer(facts: DatabaseFacts): Finding[] {
  const { versionNumber, version, encoding, owner, isSuperuser, switchedOff } = facts;
  const found: Finding[] = [];
  if (versionNumber < oldest) {
    found.push(
      wrong(
        `The database is PostgreSQL ${version}, but the product requires 18.`,
        'Move the data to PostgreSQL 18: docs/operations.md.',
      ),
    );
  }
  if (encoding !== 'UTF8') {
    found.push(
      wrong(
        `The database has the encoding ${encoding}, which lacks letters used in names.`,
        'Create it again: createdb --encoding=UTF8 --template=template0 kontor',
      ),
    );
  }
  if (!isSuperuser) {
    found.push(
      wrong(
        `${owner} is no superuser: migrations cannot declare functions leakproof, so text searches are slow or fail.`,
        `As the superuser: alter role ${owner} superuser. Or give a superuser's address in DATABASE_OWNER_URL.`,
      ),
    );
  }
  if (switchedOff.length > 0) {
    found.push(
      wrong(
        `${switchedOff.join(' and ')} ${switchedOff.length === 1 ? 'is' : 'are'} off: a power failure can destroy saved data, or the whole database.`,
        `Switch it on in postgresql.conf: ${switchedOff.map((name) => `${name} = on`).join(', ')}`,
      ),
    );
  }
  return [...found, ...aboutConnection(facts)];
}

function aboutConnection(facts: DatabaseFacts): Finding[] {
  const { connections, maxConnections, clockAheadSeconds, isReadableOnTheWay } = facts;
  const found: Finding[] = [];
  if (connections > maxConnections * 0.9) {
    found.push(
      warning(
        `${connections} of ${maxConnections} connections are in use.`,
        'Raise max_connections; each process of the product needs about 20.',
      ),
    );
  }
  if (isClockOff(clockAheadSeconds)) {
    const way = clockAheadSeconds > 0 ? 'ahead of' : 'behind';
    found.push(
      wrong(
        `The clock of the database is ${Math.round(Math.abs(clockAheadSeconds))} s ${way} this machine's.`,
        'Synchronise both with a time server: timedatectl set-ntp true',
      ),
    );
  }
  if (isReadableOnTheWay) {
    found.push(
      warning(
        'The connection to the database is not encrypted.',
        'If others can read the network traffic, add ?sslmode=require (or verify-full) to DATABASE_URL.',
      ),
    );
  }
  return found;
}

function aboutMigrations({ pendingMigrations, unknownMigrations, isTooOld }: DatabaseFacts): Finding[] {
  if (isTooOld) {
    return [
      wrong(
        'The data is too old for this version, which does not start on it.',
        'Start the last version before the baseline once on the data, then this one (docs/operations.md, Updating).',
      ),
    ];
  }
  if (unknownMigrations.length > 0) {
    return [
      wrong(
        `The data was written by a newer version (${unknownMigrations.at(-1)}); this version does not start on it.`,
        'Run the newer version, or restore the backup made before the update.',
      ),
    ];
  }
  if (pendingMigrations.length === 0) return [];
  return [
    warning(
      `${pendingMigrations.length} migrations are not applied yet, up to ${pendingMigrations.at(-1)}.`,
      'The next start of this version applies them. Make a backup first.',
    ),
  ];
}
