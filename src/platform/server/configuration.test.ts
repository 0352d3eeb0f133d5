import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigurationError, readConfiguration } from './configuration.ts';
import { serversOf } from './database/address.ts';

const secret = 'a-secret-of-more-than-32-characters';

describe('configuration by environment', () => {
  let dataDirectory: string;
  const read = (variables: Record<string, string> = {}) =>
    readConfiguration({ DATA_DIR: dataDirectory, ...variables });
  const problems = (variables: Record<string, string>): readonly string[] => {
    try {
      read(variables);
      return [];
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems;
      throw error;
    }
  };

  beforeAll(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'kontor-configuration-'));
  });
  afterAll(() => rmSync(dataDirectory, { recursive: true }));

  test('has a default for every variable', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      database: null,
      smtpUrl: null,
      mailFrom: 'Kontor <kontor@localhost>',
      logLevel: 'info',
      trustedProxies: [],
      allowedHosts: ['localhost', '127.0.0.1', '::1'],
      roles: new Set(['web', 'worker']),
      demo: true,
      isLoopback: true,
    });
  });

  test('keeps a generated secret key across starts, readable by its owner only', () => {
    const { secretKey } = read();
    expect(secretKey.length).toBeGreaterThanOrEqual(32);
    expect(read().secretKey).toBe(secretKey);
    expect(statSync(join(dataDirectory, 'secret-key')).mode & 0o777).toBe(0o600);
  });

  test('serves metrics only if configured, and not on the port of the pages', () => {
    expect(read().metrics).toBeNull();
    expect(read({ METRICS_PORT: '9100' }).metrics).toEqual({ host: '127.0.0.1', port: 9100 });
    expect(problems({ METRICS_PORT: '8080' })).toEqual([
      'METRICS_PORT must differ from PORT, but both are 8080.',
    ]);
  });

  test('sends traces and metrics only if an address is configured', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
    expect(read().telemetry).toBeNull();
    expect(read({ OTEL_SERVICE_NAME: 'shop' }).telemetry).toBeNull();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).telemetry).toBeNull();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT }).telemetry).toEqual({
      tracesUrl: 'http://collector:4318/v1/traces',
      metricsUrl: 'http://collector:4318/v1/metrics',
      sampler: 'parentbased_always_on',
      ratio: 1,
      isPassedOn: false,
      spansEvery: 5000,
      metricsEvery: 60_000,
    });
    expect(
      read({
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OTEL_PROPAGATORS: 'tracecontext,baggage',
      }).telemetry,
    ).toMatchObject({
      tracesUrl: 'https://traces.example/in',
      metricsUrl: null,
      sampler: 'traceidratio',
      ratio: 0.25,
      isPassedOn: true,
    });
    expect(problems({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER_ARG: '2' })).toEqual([
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, but is "grpc".',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, but is "2".',
    ]);
  });

  test('logs for journald only if configured', () => {
    expect(read().logFormat).toBe('json');
    expect(read({ LOG_FORMAT: 'journald' }).logFormat).toBe('journald');
    expect(problems({ LOG_FORMAT: 'text' })).toEqual(['LOG_FORMAT must be json or journald, but is "text".']);
  });

  test('TECH-18 the domain of the host names of tenants is that of PUBLIC_URL or above it', () => {
    expect(read().tenantDomain).toBeNull();
    const PUBLIC_URL = 'https://cell2.kontor.example.com';
    for (const TENANT_DOMAIN of ['cell2.kontor.example.com', 'kontor.example.com', 'Kontor.Example.com'])
      expect(read({ PUBLIC_URL, TENANT_DOMAIN }).tenantDomain).toBe(TENANT_DOMAIN.toLowerCase());
    expect(problems({ PUBLIC_URL, TENANT_DOMAIN: 'ontor.example.com' })).toEqual([
      'TENANT_DOMAIN must be the host of PUBLIC_URL or a domain above it, but is "ontor.example.com".',
    ]);
  });

  test('TECH-11 the contact for vulnerabilities is a mail address or a page', () => {
    expect(read().securityContact).toBeNull();
    const of = (SECURITY_CONTACT: string) => read({ SECURITY_CONTACT }).securityContact;
    expect(of('security@example.com')).toBe('mailto:security@example.com');
    expect(of('https://example.com/security')).toBe('https://example.com/security');
    for (const SECURITY_CONTACT of ['example.com', 'http://example.com', 'a@b\nExpires: never'])
      expect(problems({ SECURITY_CONTACT })).toHaveLength(1);
  });

  test('GEN-15 knows the folder of timed backups and whether the secret key was given', () => {
    expect(read()).toMatchObject({ backupDirectory: null, hasOwnKey: false });
    const given = read({ BACKUP_DIR: '/var/backups/kontor', SECRET_KEY: secret });
    expect(given).toMatchObject({ backupDirectory: '/var/backups/kontor', hasOwnKey: true });
  });

  test('AUD-09 writes audit heads to the data directory or to AUDIT_HEADS', () => {
    expect(read()).toMatchObject({
      auditHeadsFile: join(dataDirectory, 'audit-heads.jsonl'),
      auditKeyFile: null,
    });
    expect(read({ AUDIT_HEADS: '/mnt/worm/heads.jsonl' }).auditHeadsFile).toBe('/mnt/worm/heads.jsonl');
  });

  test('EXP-07 EXP-14 connects DATEV and Dynamics 365 only with an application, at the real addresses', () => {
    expect(read()).toMatchObject({ datev: null, ms365: null });
    const { datev, ms365 } = read({
      DATEV_CLIENT_ID: 'kontor',
      DATEV_CLIENT_SECRET: 'hush',
      DATEV_DXSO_JOBS_URL: 'https://accounting-dxso-jobs.api.datev.de/platform-sandbox/v2/',
      MS365_CLIENT_ID: 'kontor',
      MS365_CLIENT_SECRET: 'hush',
    });
    expect(datev).toEqual({
      clientId: 'kontor',
      clientSecret: 'hush',
      authorizeUrl: 'https://login.datev.de/openid/authorize',
      tokenUrl: 'https://api.datev.de/token',
      revokeUrl: 'https://api.datev.de/revoke',
      clientsUrl: 'https://accounting-clients.api.datev.de/platform/v2',
      dxsoJobsUrl: 'https://accounting-dxso-jobs.api.datev.de/platform-sandbox/v2',
      extfFilesUrl: 'https://accounting-extf-files.api.datev.de/platform/v3',
      documentsUrl: 'https://accounting-documents.api.datev.de/platform/v2',
      isSandbox: false,
    });
    expect(ms365).toEqual({
      clientId: 'kontor',
      clientSecret: 'hush',
      authorizeUrl: 'https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize',
      tokenUrl: 'https://login.microsoftonline.com/organizations/oauth2/v2.0/token',
      dynamicsUrl: null,
      isSandbox: false,
    });
    expect(
      read({ MS365_CLIENT_ID: 'a', MS365_CLIENT_SECRET: 'b', MS365_DYNAMICS_URL: 'http://localhost:9/' })
        .ms365,
    ).toMatchObject({ dynamicsUrl: 'http://localhost:9' });
    expect(problems({ DATEV_CLIENT_ID: 'kontor' })).toEqual([
      'DATEV_CLIENT_ID and DATEV_CLIENT_SECRET have a meaning only together.',
    ]);
  });

  test('OP-09 charges tenants only with a key, at the real address and ten requests a minute', () => {
    expect(read().easybill).toBeNull();
    expect(read({ EASYBILL_API_KEY: 'hush' }).easybill).toEqual({
      apiKey: 'hush',
      url: 'https://api.easybill.de/rest/v1',
      requestsPerMinute: 10,
      isSandbox: false,
    });
    expect(problems({ EASYBILL_REQUESTS_PER_MINUTE: 'many' })).toEqual([
      'EASYBILL_REQUESTS_PER_MINUTE must be a whole number from 1 to 99999, but is "many".',
    ]);
    expect(problems({ EASYBILL_URL: 'http://example.com' })).toHaveLength(1);
  });

  test('DATA-07 OP-09 collects direct debits by file once the operator has an account', () => {
    expect(read().creditor).toBeNull();
    const id = { SEPA_CREDITOR_ID: 'DE98ZZZ09999999999', SEPA_CREDITOR_NAME: 'Kontor GmbH' };
    expect(read(id).creditor).toEqual({
      id: 'DE98ZZZ09999999999',
      name: 'Kontor GmbH',
      account: null,
      format: 'pain.008.001.08',
    });
    const account = { SEPA_CREDITOR_IBAN: 'DE02 1203 0000 0000 2020 51', SEPA_CREDITOR_BIC: 'BYLADEM1001' };
    expect(read({ ...id, ...account }).creditor?.account).toEqual({
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
    });
    expect(problems({ SEPA_CREDITOR_ID: 'DE97ZZZ09999999999' })).toHaveLength(1);
    expect(problems({ SEPA_CREDITOR_NAME: 'Kontor GmbH' })).toEqual([
      'SEPA_CREDITOR_ID and SEPA_CREDITOR_NAME have a meaning only together.',
    ]);
    expect(problems({ ...id, ...account, SEPA_CREDITOR_BIC: 'KBSZCH22XXX' })).toEqual([
      'SEPA_CREDITOR_BIC is of another country than SEPA_CREDITOR_IBAN.',
    ]);
    expect(problems({ SEPA_CREDITOR_IBAN: 'DE00' })).toHaveLength(1);
  });

  test('does not write a given secret key anywhere', () => {
    const empty = mkdtempSync(join(tmpdir(), 'kontor-configuration-'));
    expect(read({ DATA_DIR: empty, SECRET_KEY: secret }).secretKey).toBe(secret);
    expect(readdirSync(empty)).toEqual([]);
    rmSync(empty, { recursive: true });
  });

  test('derives the public address from the port, and treats an empty variable as unset', () => {
    expect(read({ PORT: '9000', PUBLIC_URL: ' ' }).publicUrl).toBe('http://localhost:9000');
  });

  test('GEN-15 allows requests for the host of the public address, and loopback names only on loopback', () => {
    const beyond = { HOST: '0.0.0.0', SECRET_KEY: secret, PUBLIC_URL: 'https://kontor.example.com/' };
    expect(read({ ...beyond, ALLOWED_HOSTS: 'kontor, intern' })).toMatchObject({
      publicUrl: 'https://kontor.example.com',
      allowedHosts: ['kontor.example.com', 'kontor', 'intern'],
      isLoopback: false,
      demo: false,
    });
  });

  test.each([
    ['PORT', 'abc', 'PORT must be a whole number from 1 to 65535, but is "abc".'],
    ['PORT', '0', 'PORT must be a whole number from 1 to 65535, but is "0".'],
    ['PORT', '65536', 'PORT must be a whole number from 1 to 65535, but is "65536".'],
    ['HOST', 'my host', 'HOST must be an IP address or a host name, but is "my host".'],
    [
      'PUBLIC_URL',
      'kontor.example.com',
      'PUBLIC_URL must be an address such as https://kontor.example.com, without a path, but is "kontor.example.com".',
    ],
    [
      'PUBLIC_URL',
      'https://example.com/kontor',
      'PUBLIC_URL must be an address such as https://kontor.example.com, without a path, but is "https://example.com/kontor".',
    ],
    [
      'DATABASE_URL',
      'mysql://a:b@c/d',
      'DATABASE_URL must look like postgresql://user:password@host:5432/database.',
    ],
    [
      'SMTP_URL',
      'mail.example.com',
      'SMTP_URL must look like smtp://user:password@host:587 or smtps://host.',
    ],
    [
      'MAIL_FROM',
      'Kontor',
      'MAIL_FROM must be a mail address such as Kontor <kontor@example.com>, but is "Kontor".',
    ],
    ['SECRET_KEY', 'short', 'SECRET_KEY must have at least 32 characters.'],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'TRUSTED_PROXIES must be a list of IP addresses or networks such as 10.0.0.1,192.168.0.0/16, but is "10.0.0.0/33".',
    ],
    [
      'ALLOWED_HOSTS',
      'https://kontor',
      'ALLOWED_HOSTS must be a list of host names such as kontor.example.com,kontor, but is "https://kontor".',
    ],
    [
      'DATEV_TOKEN_URL',
      'http://api.datev.de/token',
      'DATEV_TOKEN_URL must be an address such as https://api.example.com/v2, with http on this machine only, but is "http://api.datev.de/token".',
    ],
    ['ROLES', 'web,cook', 'ROLES must be web, worker or web,worker, but is "web,cook".'],
    ['DEMO', 'yes', 'DEMO must be true or false, but is "yes".'],
  ])('%s=%s is reported in one clear sentence', (name, value, message) => {
    expect(problems({ [name]: value })).toEqual([message]);
  });

  test('reports all mistakes at once without repeating a secret', () => {
    const found = problems({ PORT: 'x', LOG_LEVEL: 'x', SECRET_KEY: 'hush', DATABASE_URL: 'hush' });
    expect(found).toHaveLength(4);
    expect(found.join()).not.toContain('hush');
  });

  test('refuses to listen beyond loopback without an own secret key', () => {
    expect(problems({ HOST: '0.0.0.0' })).toEqual([
      'SECRET_KEY must be set (at least 32 random characters) to listen on HOST "0.0.0.0", which other machines can reach.',
    ]);
    expect(problems({ HOST: '127.0.0.2' })).toEqual([]);
    expect(problems({ HOST: '::1' })).toEqual([]);
  });

  test('TECH-03 logs the web server in as kontor_web, regardless of the login in DATABASE_URL', () => {
    const { database, webPassword } = read({ DATABASE_URL: 'postgres://postgres:p%40ss@db:5433/kontor' });
    expect(database).toEqual({
      ownerUrl: 'postgres://postgres:p%40ss@db:5433/kontor',
      webUrl: `postgres://kontor_web:${webPassword}@db:5433/kontor`,
    });
  });

  test('requires an owner for the migrations if DATABASE_URL logs in as kontor_web', () => {
    const webUrl = 'postgres://kontor_web:s%2Fecret@db/kontor';
    const ownerUrl = 'postgres://postgres:x@db/kontor';
    expect(problems({ DATABASE_URL: webUrl })).toEqual([
      'DATABASE_OWNER_URL must be set (a superuser, for migrations) when DATABASE_URL logs in as kontor_web.',
    ]);
    expect(read({ DATABASE_URL: webUrl, DATABASE_OWNER_URL: ownerUrl })).toMatchObject({
      database: { webUrl, ownerUrl },
      webPassword: 's/ecret',
    });
    expect(problems({ DATABASE_OWNER_URL: ownerUrl })).toEqual([
      'DATABASE_OWNER_URL requires DATABASE_URL, which is not set.',
    ]);
  });

  test('TECH-15 takes several servers in DATABASE_URL, and one replica, both as kontor_web', () => {
    const servers = 'postgres://postgres:x@one:5433,two/kontor?target_session_attrs=read-write';
    const replica = 'postgres://reader:y@three:5434/kontor';
    const { database, replicaUrl, webPassword } = read({
      DATABASE_URL: servers,
      DATABASE_REPLICA_URL: replica,
    });
    for (const url of [database?.ownerUrl, database?.webUrl])
      expect(serversOf(url ?? '')).toEqual([
        { host: 'one', port: 5433 },
        { host: 'two', port: 5432 },
      ]);
    expect(new URL(database?.webUrl ?? '').username).toBe('kontor_web');
    expect(replicaUrl).toBe(`postgres://kontor_web:${webPassword}@three:5434/kontor`);
    expect(read({ DATABASE_URL: servers }).replicaUrl).toBeNull();
    expect(problems({ DATABASE_REPLICA_URL: replica })).toEqual([
      'DATABASE_REPLICA_URL requires DATABASE_URL, which is not set.',
    ]);
    expect(problems({ DATABASE_URL: servers, DATABASE_REPLICA_URL: servers })).toEqual([
      'DATABASE_REPLICA_URL must name one server, or a load balancer in front of several.',
    ]);
  });

  test('derives the same web login password from the same secret key on every node', () => {
    const url = 'postgres://postgres:x@db/kontor';
    const one = read({ DATABASE_URL: url, SECRET_KEY: secret });
    const two = readConfiguration({ DATA_DIR: '/elsewhere', DATABASE_URL: url, SECRET_KEY: secret });
    expect(one.webPassword).toBe(two.webPassword);
    expect(one.webPassword).not.toContain(secret);
  });
});
