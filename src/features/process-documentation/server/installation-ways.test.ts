import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Configuration, readConfiguration } from '../../../platform/server/configuration.ts';
import { documentationLanguages } from '../model.ts';
import { documentWords } from './document-words.ts';
import { type WaySettings, waysOfInstallation } from './installation-ways.ts';

const settings = {
  smtpUrl: 'smtps://name:word@mail.firma.example',
  importMailUrl: 'imaps://name:word@imap.firma.example:993/INBOX',
  filesUrl: 'https://key:word@s3.firma.example/bucket',
  referenceRatesUrl: 'https://rates.firma.example/daily.xml',
  easybill: { apiKey: 'word', url: 'https://billing.example', requestsPerMinute: 1, isSandbox: false },
  inboxDirectory: '/srv/scans',
  database: {
    webUrl: 'postgresql://name:word@db1.firma.example:5432/kontor?others=db2.firma.example%3A5432',
    ownerUrl: 'postgresql://owner:word@db1.firma.example/kontor',
  },
  replicaUrl: 'postgresql://name:word@db2.firma.example/kontor',
  telemetry: {
    tracesUrl: 'https://collector.firma.example/v1/traces',
    metricsUrl: 'https://collector.firma.example/v1/metrics',
    sampler: 'always_on',
    ratio: 1,
    isPassedOn: false,
    spansEvery: 5000,
    metricsEvery: 60_000,
  },
} as const satisfies WaySettings;

test('ARC-06 names the server of each configured way without its login', () => {
  expect(waysOfInstallation(settings)).toEqual([
    { way: 'database', other: 'db1.firma.example, db2.firma.example' },
    { way: 'mail', other: 'mail.firma.example' },
    { way: 'import_mail', other: 'imap.firma.example' },
    { way: 'files', other: 's3.firma.example' },
    { way: 'rates', other: 'rates.firma.example' },
    { way: 'billing', other: 'billing.example' },
    { way: 'telemetry', other: 'collector.firma.example' },
    { way: 'scanner', other: '' },
  ]);
});

test('ARC-06 names no way that is not configured', () => {
  expect(waysOfInstallation({ smtpUrl: null, filesUrl: null, easybill: null })).toEqual([]);
});

test('ARC-06 a database on the same machine is no other end', () => {
  const webUrl = 'postgresql://name:word@127.0.0.1:5432/kontor';
  expect(waysOfInstallation({ database: { webUrl, ownerUrl: webUrl } })).toEqual([]);
});

/** Settings that open no way, with where data go instead. */
const noWays = {
  host: 'own',
  port: 'own',
  publicUrl: 'own',
  tenantDomain: 'own',
  dataDirectory: 'own',
  webPassword: 'own',
  mailFrom: 'own',
  secretKey: 'own',
  logLevel: 'own',
  logFormat: 'own',
  trustedProxies: 'own',
  allowedHosts: 'own',
  roles: 'own',
  drainSeconds: 'own',
  metrics: 'own',
  auditHeadsFile: 'own',
  auditKeyFile: 'own',
  creditor: 'own',
  sandboxShop: 'own',
  privateNetworks: 'own',
  backupDirectory: 'own',
  hasOwnKey: 'own',
  securityContact: 'own',
  requiresOperatorPasskeys: 'own',
  demo: 'own',
  isLoopback: 'own',
  mailTokenUrls: 'the mailboxes of the tenant',
  exportDirectory: 'the destinations of the tenant',
  datev: 'the connections of the tenant',
  ms365: 'the connections of the tenant',
} as const satisfies Record<Exclude<keyof Configuration, keyof WaySettings>, string>;

test('ARC-06 ARC-08 each setting of the installation opens a way or is reviewed as opening none', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-ways-'));
  try {
    const known = [...Object.keys(settings), ...Object.keys(noWays)];
    expect(Object.keys(readConfiguration({ DATA_DIR: directory })).toSorted()).toEqual(known.toSorted());
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('ARC-06 each way has its words', () => {
  for (const lang of documentationLanguages)
    for (const { way } of waysOfInstallation(settings))
      expect(documentWords(lang, 'Europe/Berlin').of(`way.${way}.data`)).not.toBe('');
});
