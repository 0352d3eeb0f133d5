import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { billingService, billingServiceVariables, type EasybillSettings } from './billing-service.ts';
import {
  connectedSystemProblems,
  connectedSystems,
  connectedSystemVariables,
  type SystemSettings,
} from './connected-systems.ts';
import { asUrl, isDatabaseAddress, serversOf } from './database/address.ts';
import { isStoreUrl, storeAddressForm } from './files/store/store-address.ts';
import { keptSecret } from './kept-secret.ts';
import { type MailTokenUrls, mailTokenUrls, mailTokenVariables } from './mail-token-urls.ts';
import {
  type SepaCreditor,
  sepaCreditor,
  sepaCreditorProblems,
  sepaCreditorVariables,
} from './sepa-creditor.ts';
import { isServiceUrl, secureOrLocal } from './service-url.ts';
import { StartError } from './start-error.ts';
import {
  type TelemetrySettings,
  telemetrySettings,
  telemetryVariables,
} from './telemetry/telemetry-settings.ts';

/** What a process does; several machines may share the work. */
export type ProcessRole = 'web' | 'worker';

/** All external settings, validated; docs/operations.md has the table. */
export interface Configuration extends SystemSettings {
  readonly host: string;
  readonly port: number;
  /** The origin used by people and in mails, without a trailing slash (GEN-15). */
  readonly publicUrl: string;
  /** The domain below which each tenant has a host name (TECH-18); null: none has. */
  readonly tenantDomain: string | null;
  readonly dataDirectory: string;
  /** Null: the embedded PostgreSQL. */
  readonly database: ExternalDatabase | null;
  /** A replica of the database for reads, as `kontor_web` (TECH-15); null: none. */
  readonly replicaUrl: string | null;
  /** Password of the login role `kontor_web`; derived from the secret key unless given. */
  readonly webPassword: string;
  /** Null: mails go to the outbox of the development pages. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly secretKey: string;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Addresses and networks whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Host names that a request may carry (GEN-15), without ports. */
  readonly allowedHosts: readonly string[];
  readonly roles: ReadonlySet<ProcessRole>;
  /** How long a stopping process still takes requests, so that load balancers learn of its end (TECH-22). */
  readonly drainSeconds: number;
  /** Where metrics for Prometheus are served; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Where traces and metrics of OpenTelemetry go; null: nowhere. */
  readonly telemetry: TelemetrySettings | null;
  /** The file outside the database to which audit heads are appended. */
  readonly auditHeadsFile: string;
  /** A file with the private key that signs the heads; null: the key is derived from the secret key. */
  readonly auditKeyFile: string | null;
  /** Null: this installation does not charge tenants (OP-09). */
  readonly easybill: EasybillSettings | null;
  /** Null: the operator collects no direct debits (DATA-07). */
  readonly creditor: SepaCreditor | null;
  /** Where the reference rates of the ECB are fetched from (PRICE-07); null: nowhere. */
  readonly referenceRatesUrl: string | null;
  /** Where the built-in marketplace of the demo listens; null: none. */
  readonly sandboxShop: string | null;
  /** Where access tokens for mailboxes are issued (MBX-08). */
  readonly mailTokenUrls: MailTokenUrls;
  /** Internal addresses and networks that a host name entered by a user may resolve to. */
  readonly privateNetworks: readonly string[];
  /** The folder into which scanners put files (MBX-06); null: none. */
  readonly inboxDirectory: string | null;
  /** The folder into which regular exports go (EXP-17); null: none. */
  readonly exportDirectory: string | null;
  /** The mailbox for mails to tenants' import addresses (REC-10), with its folder; null: none. */
  readonly importMailUrl: string | null;
  /** The object store of files (TECH-16), with key and secret; null: the database keeps them. */
  readonly filesUrl: string | null;
  /** The folder of timed backups, each named by its moment; null: none. */
  readonly backupDirectory: string | null;
  /** Whether `SECRET_KEY` was given, not generated. */
  readonly hasOwnKey: boolean;
  /** Address for reports of vulnerabilities, as a URI (`mailto:`, `https:`); null: none. */
  readonly securityContact: string | null;
  /** Operators must log in with a passkey (AUTH-36). */
  readonly requiresOperatorPasskeys: boolean;
  /** Whether an empty database gets the demo tenants. */
  readonly demo: boolean;
  /** Reachable from this machine only. */
  readonly isLoopback: boolean;
}

export interface ExternalDatabase {
  /** Login of the web server and the worker, always as `kontor_web`. */
  readonly webUrl: string;
  /** Login for migrations: a superuser. */
  readonly ownerUrl: string;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const logFormats = ['json', 'journald'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Reports all mistakes of the environment at once, one sentence each. */
export class ConfigurationError extends StartError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

const webLogin = 'kontor_web';
const shortestSecret = 32;
const loopbackNames = ['localhost', '127.0.0.1', '::1'];

const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** The message completes the sentence "PORT must be ...". */
const text = (isValid: (value: string) => boolean, error: string) => z.string().refine(isValid, { error });

const databaseAddress = text(
  isDatabaseAddress,
  'must look like postgresql://user:password@host:5432/database',
).transform(asUrl);

const environment = z.object({
  PORT: text(isPort, 'must be a whole number from 1 to 65535').default('8080'),
  HOST: text(isHost, 'must be an IP address or a host name').default('127.0.0.1'),
  PUBLIC_URL: text(
    isOrigin,
    'must be an address such as https://kontor.example.com, without a path',
  ).optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  SMTP_URL: text(isSmtpUrl, 'must look like smtp://user:password@host:587 or smtps://host').optional(),
  MAIL_FROM: text(isMailbox, 'must be a mail address such as Kontor <kontor@example.com>').optional(),
  SECRET_KEY: text(isLongSecret, `must have at least ${shortestSecret} characters`).optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  LOG_FORMAT: z.enum(logFormats, { error: `must be ${logFormats.join(' or ')}` }).default('json'),
  TRUSTED_PROXIES: text(
    (value) => list(value).every(isAddressOrNetwork),
    'must be a list of IP addresses or networks such as 10.0.0.1,192.168.0.0/16',
  ).default(''),
  ALLOWED_HOSTS: text(
    (value) => list(value).every(isHost),
    'must be a list of host names such as kontor.example.com,kontor',
  ).default(''),
  TENANT_DOMAIN: text(isHost, 'must be a domain such as kontor.example.com').optional(),
  ROLES: text(isRoles, 'must be web, worker or web,worker').default('web,worker'),
  DRAIN_SECONDS: text((value) => /^(\d|10)$/.test(value), 'must be a whole number from 0 to 10').default('0'),
  METRICS_PORT: text(isPort, 'must be a whole number from 1 to 65535').optional(),
  METRICS_HOST: text(isHost, 'must be an IP address or a host name').default('127.0.0.1'),
  PRIVATE_NETWORKS: text(
    (value) => list(value).every(isAddressOrNetwork),
    'must be a list of IP addresses or networks such as 10.0.0.1,192.168.0.0/16',
  ).default(''),
  INBOX_DIR: z.string().optional(),
  EXPORT_DIR: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  IMPORT_MAIL_URL: text(
    isImapUrl,
    'must look like imaps://user:password@imap.example.com:993/INBOX',
  ).optional(),
  FILES_URL: text(isStoreUrl, storeAddressForm).optional(),
  REFERENCE_RATES_URL: text(isServiceUrl, secureOrLocal).optional(),
  AUDIT_HEADS: z.string().optional(),
  AUDIT_KEY: z.string().optional(),
  ...connectedSystemVariables,
  ...billingServiceVariables,
  ...sepaCreditorVariables,
  ...mailTokenVariables,
  SECURITY_CONTACT: text(
    isContact,
    'must be a mail address such as security@example.com or an address such as https://example.com/security',
  ).optional(),
  ...telemetryVariables,
  OPERATOR_PASSKEYS: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
  DEMO: z.enum(['true', 'false'], { error: 'must be true or false' }).optional(),
});
type Environment = z.infer<typeof environment>;

/** Values that must not appear in a message. */
const confidential = new Set([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'SECRET_KEY',
  'IMPORT_MAIL_URL',
  'FILES_URL',
]);

/**
 * Reads and checks the environment. Throws `ConfigurationError` with every mistake at once. Without a given
 * `SECRET_KEY`, keeps a random one in the data directory.
 */
export function readConfiguration(variables: Readonly<Record<string, string | undefined>>): Configuration {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigurationError(parsed.error.issues.map((issue) => sentence(issue, given)));
  const problems = contradictions(parsed.data);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return assemble(parsed.data);
}

function sentence(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  return `${name} ${issue.message}${confidential.has(name) ? '' : `, but is "${given[name]}"`}.`;
}

function contradictions(env: Environment): string[] {
  const problems = [...connectedSystemProblems(env), ...sepaCreditorProblems(env)];
  if (!isLoopbackHost(env.HOST) && !env.SECRET_KEY) {
    problems.push(
      `SECRET_KEY must be set (at least ${shortestSecret} random characters) to listen on HOST "${env.HOST}", which other machines can reach.`,
    );
  }
  const ownHost = new URL(env.PUBLIC_URL ?? 'http://localhost').hostname;
  if (env.TENANT_DOMAIN && !`.${ownHost}`.endsWith(`.${env.TENANT_DOMAIN.toLowerCase()}`)) {
    problems.push(
      `TENANT_DOMAIN must be the host of PUBLIC_URL or a domain above it, but is "${env.TENANT_DOMAIN}".`,
    );
  }
  if (env.METRICS_PORT === env.PORT) {
    problems.push(`METRICS_PORT must differ from PORT, but both are ${env.PORT}.`);
  }
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL) {
    problems.push('DATABASE_OWNER_URL requires DATABASE_URL, which is not set.');
  }
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL) {
    problems.push('DATABASE_REPLICA_URL requires DATABASE_URL, which is not set.');
  }
  if (env.DATABASE_REPLICA_URL && serversOf(env.DATABASE_REPLICA_URL).length > 1) {
    problems.push('DATABASE_REPLICA_URL must name one server, or a load balancer in front of several.');
  }
  if (env.DATABASE_URL && !env.DATABASE_OWNER_URL && new URL(env.DATABASE_URL).username === webLogin) {
    problems.push(
      `DATABASE_OWNER_URL must be set (a superuser, for migrations) when DATABASE_URL logs in as ${webLogin}.`,
    );
  }
  return problems;
}

function assemble(env: Environment): Configuration {
  const dataDirectory = resolve(env.DATA_DIR);
  const secretKey = env.SECRET_KEY ?? keptSecret(dataDirectory, 'secret-key');
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  const isLoopback = isLoopbackHost(env.HOST);
  const ownHosts = [publicUrl.hostname.replace(/^\[|\]$/g, ''), ...(isLoopback ? loopbackNames : [])];
  return {
    host: env.HOST,
    port: Number(env.PORT),
    publicUrl: publicUrl.origin,
    tenantDomain: env.TENANT_DOMAIN?.toLowerCase() ?? null,
    dataDirectory,
    ...databaseOf(env, derivedPassword(secretKey)),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `Kontor <kontor@${publicUrl.hostname}>`,
    secretKey,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    trustedProxies: list(env.TRUSTED_PROXIES),
    allowedHosts: [...new Set([...ownHosts, ...list(env.ALLOWED_HOSTS)])],
    roles: new Set(list(env.ROLES) as ProcessRole[]),
    drainSeconds: Number(env.DRAIN_SECONDS),
    metrics: env.METRICS_PORT ? { host: env.METRICS_HOST, port: Number(env.METRICS_PORT) } : null,
    telemetry: telemetrySettings(env),
    auditHeadsFile: resolve(env.AUDIT_HEADS ?? join(dataDirectory, 'audit-heads.jsonl')),
    auditKeyFile: env.AUDIT_KEY ? resolve(env.AUDIT_KEY) : null,
    ...connectedSystems(env),
    easybill: billingService(env),
    creditor: sepaCreditor(env),
    referenceRatesUrl: env.REFERENCE_RATES_URL ?? null,
    sandboxShop: null,
    mailTokenUrls: mailTokenUrls(env),
    privateNetworks: list(env.PRIVATE_NETWORKS),
    inboxDirectory: env.INBOX_DIR ? resolve(env.INBOX_DIR) : null,
    exportDirectory: env.EXPORT_DIR ? resolve(env.EXPORT_DIR) : null,
    importMailUrl: env.IMPORT_MAIL_URL ?? null,
    filesUrl: env.FILES_URL ?? null,
    backupDirectory: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : null,
    hasOwnKey: env.SECRET_KEY !== undefined,
    securityContact: env.SECURITY_CONTACT ? contactUri(env.SECURITY_CONTACT) : null,
    requiresOperatorPasskeys: env.OPERATOR_PASSKEYS === 'true',
    demo: env.DEMO ? env.DEMO === 'true' : isLoopback,
    isLoopback,
  };
}

/**
 * The web server never logs in with owner rights: if `DATABASE_URL` names another login than `kontor_web`, that login
 * is used for migrations only.
 */
function databaseOf(
  env: Environment,
  derived: string,
): Pick<Configuration, 'database' | 'replicaUrl' | 'webPassword'> {
  if (!env.DATABASE_URL) return { database: null, replicaUrl: null, webPassword: derived };
  const url = new URL(env.DATABASE_URL);
  const webPassword = url.username === webLogin ? decodeURIComponent(url.password) : derived;
  const asWeb = (address: string) =>
    Object.assign(new URL(address), { username: webLogin, password: webPassword }).href;
  return {
    database: { webUrl: asWeb(url.href), ownerUrl: env.DATABASE_OWNER_URL ?? url.href },
    replicaUrl: env.DATABASE_REPLICA_URL ? asWeb(env.DATABASE_REPLICA_URL) : null,
    webPassword,
  };
}

/** Derived, so that nodes with the same secret key agree on it. */
function derivedPassword(secretKey: string): string {
  return createHmac('sha256', secretKey).update('database login kontor_web').digest('base64url');
}

/** Whether a host name or address (IPv6 without brackets) means this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return loopbackNames.includes(host.toLowerCase()) || (isIP(host) === 4 && host.startsWith('127.'));
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65535;
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);
}

function isOrigin(value: string): boolean {
  const url = parseUrl(value, ['http:', 'https:']);
  return url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username;
}

function isSmtpUrl(value: string): boolean {
  const url = parseUrl(value, ['smtp:', 'smtps:']);
  return url !== null && url.hostname !== '';
}

function isImapUrl(value: string): boolean {
  const url = parseUrl(value, ['imap:', 'imaps:']);
  return url !== null && url.hostname !== '' && url.username !== '' && url.password !== '';
}

function parseUrl(value: string, protocols: string[]): URL | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && protocols.includes(url.protocol) ? url : null;
}

function isMailbox(value: string): boolean {
  return /^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value);
}

const plainMailbox = /^[^<>@\s]+@[^<>@\s]+$/;

function isContact(value: string): boolean {
  return plainMailbox.test(value) || parseUrl(value, ['https:']) !== null;
}

function contactUri(value: string): string {
  return plainMailbox.test(value) ? `mailto:${value}` : new URL(value).href;
}

function isLongSecret(value: string): boolean {
  return value.length >= shortestSecret;
}

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isRoles(value: string): boolean {
  const roles = list(value);
  return roles.length > 0 && roles.every((role) => role === 'web' || role === 'worker');
}
